import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportList } from './ImportList.tsx';
import { ImportSteps } from './ImportSteps.tsx';

const TITLES = {
  customer: 'Import Customers',
  lead: 'Import Leads',
  trainingItem: 'Import Training Data',
} as const satisfies Record<ImportNoun, string>;

/** Imports rows from a file, step by step, and lists earlier imports. */
export function ImportDialog({ entity, onClose }: { entity: ImportNoun; onClose: () => void }) {
  const titleId = useId();
  const [id, setId] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{TITLES[entity]}</DialogTitle>
      {id !== null && <ImportSteps key={id} id={id} onBack={() => setId(null)} onClose={onClose} />}
      {id === null && (
        <>
          <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, alignContent: 'start' }}>
            <ChooseFile entity={entity} onRead={setId} />
            <ImportList entity={entity} onOpen={setId} />
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
