import { Box, LinearProgress, Link, Typography } from '@mui/material';
import { isUnderWay, percent, sentenceOf } from './counts.ts';
import { RowNotes } from './RowNotes.tsx';
import type { LoadedImport } from './use-import.ts';

/** The last steps: how far it is, and what came of it. */
export function ImportOutcome({ file }: { file: LoadedImport }) {
  const { id, kept, keptRows } = file;
  const atWork = isUnderWay(file);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {atWork && <LinearProgress aria-label="Import" variant="determinate" value={percent(file)} />}
      <Typography role="status">{sentenceOf(file)}</Typography>
      {!atWork && keptRows.length > 0 && <RowNotes label="Rows that stay" notes={keptRows} count={kept} />}
      {!atWork && (
        <Link href={`/import/${id}/report`} download variant="body2">
          Download the report of every row
        </Link>
      )}
    </Box>
  );
}
