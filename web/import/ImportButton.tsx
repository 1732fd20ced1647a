import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportSteps } from './ImportSteps.tsx';

const TITLES = { customer: 'Import Customers', lead: 'Import Leads' } as const satisfies Record<ImportNoun, string>;

/** Brings customers or leads in from a file, step by step. `onChanged` hears when the dialog closes after a file was read. */
export function ImportButton({ noun, onChanged }: { noun: ImportNoun; onChanged?: () => void }) {
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const [id, setId] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setId(null);
    if (id !== null) onChanged?.();
  };
  return (
    <>
      <Button variant="outlined" startIcon={<Upload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Import
      </Button>
      {open && (
        <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
          <DialogTitle id={titleId}>{TITLES[noun]}</DialogTitle>
          {id !== null && <ImportSteps id={id} onClose={close} />}
          {id === null && (
            <>
              <DialogContent>
                <ChooseFile noun={noun} onRead={setId} />
              </DialogContent>
              <DialogActions>
                <Button variant="outlined" onClick={close}>
                  Cancel
                </Button>
              </DialogActions>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
