import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';

const AddTranscriptionDialog = lazyWithPreload(() => import('./AddTranscriptionDialog.tsx').then((m) => m.AddTranscriptionDialog));

export type AddTranscriptionHandle = { open: () => void };

/** The Add Transcription button and its dialog. */
export function AddTranscription({ ref }: { ref?: Ref<AddTranscriptionHandle> }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  usePreloadWhenIdle(AddTranscriptionDialog);
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), []);
  return (
    <>
      <Button
        {...preloadOnIntent(AddTranscriptionDialog)}
        variant="contained"
        startIcon={<Plus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add Transcription
      </Button>
      <LazyOverlay onError={close}>{open && <AddTranscriptionDialog onClose={close} />}</LazyOverlay>
    </>
  );
}
