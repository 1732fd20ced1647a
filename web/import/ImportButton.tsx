import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { ListButton } from '#web/ui/ListButton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportList } from './ImportList.tsx';
import { ImportSteps } from './ImportSteps.tsx';

const TITLES = { customer: 'Import Customers', lead: 'Import Leads' } as const satisfies Record<ImportNoun, string>;

/** Brings customers or leads in from a file, step by step, and shows what was brought in before. */
export function ImportButton({ noun }: { noun: ImportNoun }) {
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const [id, setId] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setId(null);
  };
  return (
    <>
      <ListButton startIcon={<Upload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Import
      </ListButton>
      {open && (
        <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
          <DialogTitle id={titleId}>{TITLES[noun]}</DialogTitle>
          {id !== null && <ImportSteps key={id} id={id} onBack={() => setId(null)} onClose={close} />}
          {id === null && (
            <>
              <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
                <ChooseFile noun={noun} onRead={setId} />
                <ImportList noun={noun} onOpen={setId} />
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
