import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { RuleList } from './RuleList.tsx';

/** The button that opens the rules of live coaching. */
export function CoachingRules() {
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outlined" startIcon={<SlidersHorizontal size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Coaching rules
      </Button>
      <Dialog open={open} onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>Coaching rules</DialogTitle>
        <DialogContent dividers>
          <Typography sx={{ color: 'text.secondary', mb: 1 }}>
            What live coaching listens for, the most important first. Set for everyone; each change is saved at once, and running calls obey
            it.
          </Typography>
          <RuleList />
        </DialogContent>
        <DialogActions sx={{ py: 1.5 }}>
          <Button variant="outlined" onClick={close}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
