import { Button } from '@mui/material';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { Permitted } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';

const PastReplies = lazyWithPreload(() => import('./PastReplies.tsx').then((m) => m.PastReplies));

/** Opens the stored replies, all or those to a customer. */
export function PastRepliesButton({ customerId }: { customerId?: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Permitted to="aiResponse.read">
      <Button {...preloadOnIntent(PastReplies)} variant="outlined" onClick={() => setOpen(true)}>
        Past replies
      </Button>
      <LazyOverlay onError={close}>{open && <PastReplies customerId={customerId} onClose={close} />}</LazyOverlay>
    </Permitted>
  );
}
