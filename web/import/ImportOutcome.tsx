import { Box, LinearProgress, Link, Typography } from '@mui/material';
import type { LoadedImport } from './use-import.ts';

const number = (count: number) => count.toLocaleString('en-US');

function sentenceOf({ state, isAtWork, done, total, created, updated, undone, kept }: LoadedImport): string {
  if (state === 'done')
    return `${number(created)} added, ${number(updated)} changed, ${number(total - created - updated)} left out or unchanged.`;
  if (state === 'undone')
    return `${number(undone)} taken back.${kept > 0 ? ` ${number(kept)} stay, since somebody worked with them.` : ''}`;
  const far = `${number(done)} of ${number(total)} rows`;
  if (!isAtWork) return `It broke off after ${far}; nothing is stored by half.`;
  return `${state === 'undoing' ? 'Taking back' : 'Importing'}: ${far} so far`;
}

/** The last steps: how far it is, and what came of it. */
export function ImportOutcome({ file }: { file: LoadedImport }) {
  const { id, state, done, total } = file;
  const atWork = state === 'running' || state === 'undoing';
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {atWork && <LinearProgress aria-label="Import" variant="determinate" value={total > 0 ? Math.min(100, (100 * done) / total) : 0} />}
      <Typography role="status">{sentenceOf(file)}</Typography>
      {!atWork && (
        <Link href={`/import/${id}/report`} download variant="body2">
          Download the report of every row
        </Link>
      )}
    </Box>
  );
}
