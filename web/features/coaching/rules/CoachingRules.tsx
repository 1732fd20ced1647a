import { Button } from '@mui/material';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { Permitted } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';

const CoachingRulesDialog = lazyWithPreload(() => import('./CoachingRulesDialog.tsx').then((m) => m.CoachingRulesDialog));

/** The button that opens the rules of live coaching. */
export function CoachingRules() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  usePreloadWhenIdle(CoachingRulesDialog);
  return (
    <>
      <Permitted to="coachingRule.read">
        <Button
          {...preloadOnIntent(CoachingRulesDialog)}
          variant="outlined"
          startIcon={<SlidersHorizontal size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Coaching rules
        </Button>
      </Permitted>
      <LazyOverlay open={open} onError={close}>
        <CoachingRulesDialog open={open} onClose={close} />
      </LazyOverlay>
    </>
  );
}
