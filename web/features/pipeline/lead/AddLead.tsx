import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';

const AddLeadDialog = lazyWithPreload(() => import('./AddLeadDialog.tsx').then((m) => m.AddLeadDialog));

/** The Add Lead button and its dialog. */
export function AddLead() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  usePreloadWhenIdle(AddLeadDialog);
  return (
    <>
      <Button
        {...preloadOnIntent(AddLeadDialog)}
        variant="contained"
        startIcon={<Plus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add Lead
      </Button>
      <LazyOverlay onError={close}>{open && <AddLeadDialog onClose={close} />}</LazyOverlay>
    </>
  );
}
