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
export function summarizeImport({ state, isAtWork, done, total, created, updated, undone, kept }: Progress): string {
  if (state === 'ready') return `${rows(total)}, not imported yet.`;
  if (state === 'done')
    return `${number(created)} added, ${number(updated)} changed, ${number(total - created - updated)} left out or unchanged.`;
  if (state === 'undone')
    return `${number(undone)} taken back.${kept > 0 ? ` ${number(kept)} stay, since somebody worked with them.` : ''}`;
  const far = `${number(done)} of ${rows(total)}`;
  if (!isAtWork) return `It broke off after ${far}; nothing is stored by half.`;
  return `${state === 'undoing' ? 'Taking back' : 'Importing'}: ${far} so far`;
}

type Checked = { total: number; problemCount: number | null; wouldCreate: number | null; wouldUpdate: number | null };

/** How many of its rows would do something: add or change. */
export const effectOf = ({ wouldCreate, wouldUpdate }: Checked): number => (wouldCreate ?? 0) + (wouldUpdate ?? 0);

/** What an import that was checked would do, in a sentence. */
export function summarizePreview(file: Checked): string {
  const problems = file.problemCount ?? 0;
  const left = problems > 0 ? ` ${rows(problems)} ${problems === 1 ? 'has a problem' : 'have problems'}.` : '';
  if (effectOf(file) > 0)
    return `${rows(file.total - problems)} can be imported.${problems > 0 ? ` ${rows(problems)} will be left out.` : ''}`;
  const known = file.total - problems;
  if (known === 0) return `There is nothing to import.${left}`;
  return `There is nothing to import: ${rows(known)} ${known === 1 ? 'says' : 'say'} what is already here.${left}`;
}

export const isUnderWay = ({ state }: Pick<Progress, 'state'>): boolean => state === 'running' || state === 'undoing';

/** How far it is, in percent. */
export const percent = ({ done, total }: Pick<Progress, 'done' | 'total'>): number =>
  total > 0 ? Math.min(100, Math.round((100 * done) / total)) : 0;
