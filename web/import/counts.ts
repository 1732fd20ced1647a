export const number = (count: number): string => count.toLocaleString('en-US');

/** "1 row", "2,000 rows". */
export const rows = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

type Progress = {
  state: 'ready' | 'running' | 'done' | 'undoing' | 'undone';
  isAtWork: boolean;
  done: number;
  total: number;
  created: number;
  updated: number;
  undone: number;
  kept: number;
};

/** How far an import is, or what came of it, in a sentence. */
export function sentenceOf({ state, isAtWork, done, total, created, updated, undone, kept }: Progress): string {
  if (state === 'ready') return `${rows(total)}, not imported yet.`;
  if (state === 'done')
    return `${number(created)} added, ${number(updated)} changed, ${number(total - created - updated)} left out or unchanged.`;
  if (state === 'undone')
    return `${number(undone)} taken back.${kept > 0 ? ` ${number(kept)} stay, since somebody worked with them.` : ''}`;
  const far = `${number(done)} of ${rows(total)}`;
  if (!isAtWork) return `It broke off after ${far}; nothing is stored by half.`;
  return `${state === 'undoing' ? 'Taking back' : 'Importing'}: ${far} so far`;
}

export const isUnderWay = ({ state }: Pick<Progress, 'state'>): boolean => state === 'running' || state === 'undoing';

/** How far it is, in percent. */
export const percent = ({ done, total }: Pick<Progress, 'done' | 'total'>): number =>
  total > 0 ? Math.min(100, Math.round((100 * done) / total)) : 0;
