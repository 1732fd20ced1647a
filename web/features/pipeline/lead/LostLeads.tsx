import { Button } from '@mui/material';
import { useState } from 'react';
import type { Owners } from '#contract/owners.ts';
import { lazyWithPreload, preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';

const LostLeadsDialog = lazyWithPreload(() => import('./LostLeadsDialog.tsx').then((m) => m.LostLeadsDialog));

/** The Lost button of the board and the list that it opens. */
export function LostLeads({ owners }: { owners: Owners }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...preloadOnIntent(LostLeadsDialog)} variant="outlined" onClick={() => setOpen(true)}>
        Lost
      </Button>
      <LazyOverlay onError={close}>{open && <LostLeadsDialog owners={owners} onClose={close} />}</LazyOverlay>
    </>
  );
}
