import { Button } from '@mui/material';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';

const coachingRulesDialog = later(() => import('./CoachingRulesDialog.tsx').then((m) => m.CoachingRulesDialog));

/** The button that opens the rules of live coaching. */
export function CoachingRules() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const CoachingRulesDialog = usePart(coachingRulesDialog, open, close);
  return (
    <>
      <Button
        {...ahead(coachingRulesDialog)}
        variant="outlined"
        startIcon={<SlidersHorizontal size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Coaching rules
      </Button>
      {CoachingRulesDialog && <CoachingRulesDialog open={open} onClose={close} />}
    </>
  );
}
