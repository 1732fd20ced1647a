import { Box, LinearProgress, Link, Typography } from '@mui/material';
import { isUnderWay, percent, summarizeImport } from './import-summary.ts';
import { RowErrors } from './RowErrors.tsx';
import type { LoadedImport } from './use-import.ts';

/** The last step: progress, then the result. */
export function ImportResult({ file }: { file: LoadedImport }) {
  const { id, kept, keptRows } = file;
  const atWork = isUnderWay(file);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {atWork && <LinearProgress aria-label="Import" variant="determinate" value={percent(file)} />}
      <Typography role="status">{summarizeImport(file)}</Typography>
      {!atWork && keptRows.length > 0 && <RowErrors label="Rows kept" notes={keptRows} count={kept} />}
      {!atWork && (
        <Link href={`/import/${id}/report`} download variant="body2">
          Download the report of every row
        </Link>
      )}
    </Box>
  );
}
