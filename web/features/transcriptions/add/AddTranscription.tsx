import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';

const addTranscriptionDialog = later(() => import('./AddTranscriptionDialog.tsx').then((m) => m.AddTranscriptionDialog));

export type AddTranscriptionHandle = { open: () => void };

/** The Add Transcription button and its dialog, which keeps what was typed. */
export function AddTranscription({ ref }: { ref?: Ref<AddTranscriptionHandle> }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const AddTranscriptionDialog = usePart(addTranscriptionDialog, open, close);
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), []);
  return (
    <>
      <Button
        {...ahead(addTranscriptionDialog)}
        variant="contained"
        startIcon={<Plus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add Transcription
      </Button>
      {AddTranscriptionDialog && <AddTranscriptionDialog open={open} onClose={close} />}
    </>
  );
}
