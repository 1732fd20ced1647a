import { Box, Button, DialogActions, DialogContent, LinearProgress, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { REQUIRED_FIELDS } from '#contract/import.ts';
import { sameValue } from '#web/drafts/draft-store.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import { lazyWithPreload, preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { effectOf, isUnderWay, percent, summarizeImport } from './import-summary.ts';
import { RowErrors } from './RowErrors.tsx';
import { type LoadedImport, useImport } from './use-import.ts';
import { sentReplacements, useImportChoices } from './use-import-choices.ts';

const ConfirmDialog = lazyWithPreload(() => import('#web/ui/dialogs/ConfirmDialog.tsx').then((m) => m.ConfirmDialog));

type ImportStepsProps = { id: string; onBack: () => void; onClose: () => void };

/** The steps after a file was uploaded: columns, preview, progress, result. */
export function ImportSteps(props: ImportStepsProps) {
  const loaded = useImport(props.id);
  const { file, error, again } = loaded;
  if (file) return <LoadedSteps {...props} loaded={{ ...loaded, file }} />;
  return <DialogContent>{error ? <ErrorPanel error={error} onRetry={again} /> : <DetailSkeleton blocks={[80]} />}</DialogContent>;
}

type LoadedStepsProps = ImportStepsProps & { loaded: Omit<ReturnType<typeof useImport>, 'file'> & { file: LoadedImport } };

function LoadedSteps({ loaded: { file, pending, check, start, undo }, onBack, onClose }: LoadedStepsProps) {
  const [choices, setChoices] = useImportChoices(file);
  const [checked, setChecked] = useState(false);
  const [asking, setAsking] = useState(false);
  const { columns } = choices;
  const ready = file.state === 'ready';
  const importable = file.total - (file.problemCount ?? 0);
  const isChanged = !sameValue([choices.replacements, choices.emptyFields], [sentReplacements(file.replacements), file.emptyFields]);
  const nothingToDo = ready && checked && effectOf(file) === 0 && !isChanged;
  const stopped = (file.state === 'running' || file.state === 'undoing') && !file.isAtWork;
  const proceed = async () => setChecked(await check(choices));
  return (
    <>
      <DialogContent>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary', mb: 2 }}>
          {file.fileName}
        </Typography>
        {ready && !checked && <ColumnMapping file={file} columns={columns} onChange={(chosen) => setChoices({ columns: chosen })} />}
        {ready && checked && <ImportPreview file={file} choices={choices} onChange={setChoices} />}
        {!ready && <ImportResult file={file} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        {/* Away from the button that closes the dialog. */}
        {(file.state === 'done' || stopped) && (
          <Button
            {...preloadOnIntent(ConfirmDialog)}
            variant="outlined"
            disabled={pending}
            onClick={() => setAsking(true)}
            sx={{ mr: 'auto' }}
          >
            Undo Import
          </Button>
        )}
        {!ready && (
          <Button variant="outlined" onClick={onBack}>
            All Imports
          </Button>
        )}
        {!nothingToDo && (
          <Button variant="outlined" onClick={onClose}>
            {ready ? 'Cancel' : 'Close'}
          </Button>
        )}
        {ready && !checked && (
          <Button
            variant="contained"
            disabled={pending || !REQUIRED_FIELDS[file.noun].every((field) => columns.includes(field))}
            onClick={proceed}
          >
            {pending ? 'Checking...' : 'Check'}
          </Button>
        )}
        {ready && checked && (
          <>
            <Button variant="outlined" onClick={() => setChecked(false)}>
              Back
            </Button>
            {nothingToDo && (
              <Button variant="contained" onClick={onClose}>
                Close
              </Button>
            )}
            {isChanged && (
              <Button variant="contained" disabled={pending} onClick={() => check(choices)}>
                {pending ? 'Checking...' : 'Check Again'}
              </Button>
            )}
            {!nothingToDo && !isChanged && (
              <Button variant="contained" disabled={pending} onClick={start}>
                {`Import ${formatCount(importable)} ${importable === 1 ? 'Row' : 'Rows'}`}
              </Button>
            )}
          </>
        )}
        {stopped && file.state === 'running' && (
          <Button variant="contained" disabled={pending} onClick={start}>
            Resume Import
          </Button>
        )}
      </DialogActions>
      <LazyOverlay onError={() => setAsking(false)}>
        {asking && (
          <ConfirmDialog
            title={`Undo the import of “${file.fileName}”?`}
            action={{ label: 'Undo Import', pending: 'Undoing...' }}
            onConfirm={undo}
            onClose={() => setAsking(false)}
          >
            Rows it added are removed and rows it changed are restored. Rows that were edited since are kept.
          </ConfirmDialog>
        )}
      </LazyOverlay>
    </>
  );
}

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
