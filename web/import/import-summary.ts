import { formatCount } from '#web/lib/format/formats.ts';

export const number = formatCount;

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

/** The progress or the result of an import, in a sentence. */
export function summarizeImport({ state, isAtWork, done, total, created, updated, undone, kept }: Progress): string {
  if (state === 'ready') return `${rows(total)}, not imported yet.`;
  if (state === 'done')
    return `${number(created)} added, ${number(updated)} changed, ${number(total - created - updated)} skipped or unchanged.`;
  if (state === 'undone') return `${number(undone)} reverted.${kept > 0 ? ` ${number(kept)} kept because they were edited since.` : ''}`;
  const progress = `${number(done)} of ${rows(total)}`;
  if (!isAtWork) return `Stopped after ${progress}. No partial rows were saved.`;
  return `${state === 'undoing' ? 'Reverting' : 'Importing'}: ${progress} so far`;
}

type Checked = { total: number; problemCount: number | null; wouldCreate: number | null; wouldUpdate: number | null };

/** How many of its rows would be added or changed. */
export const effectOf = ({ wouldCreate, wouldUpdate }: Checked): number => (wouldCreate ?? 0) + (wouldUpdate ?? 0);

/** What a checked import would do, in a sentence. */
export function summarizePreview(file: Checked): string {
  const problems = file.problemCount ?? 0;
  const skipped = problems > 0 ? ` ${rows(problems)} ${problems === 1 ? 'has a problem' : 'have problems'}.` : '';
  if (effectOf(file) > 0)
    return `${rows(file.total - problems)} can be imported.${problems > 0 ? ` ${rows(problems)} will be skipped.` : ''}`;
  const known = file.total - problems;
  if (known === 0) return `Nothing to import.${skipped}`;
  return `Nothing to import: ${rows(known)} ${known === 1 ? 'matches' : 'match'} what is already stored.${skipped}`;
}

export const isUnderWay = ({ state }: Pick<Progress, 'state'>): boolean => state === 'running' || state === 'undoing';

/** The progress in percent. */
export const percent = ({ done, total }: Pick<Progress, 'done' | 'total'>): number =>
  total > 0 ? Math.min(100, Math.round((100 * done) / total)) : 0;
