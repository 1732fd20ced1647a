import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { RuleList } from './RuleList.tsx';

/** The rules of live coaching. */
export function CoachingRulesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Coaching rules</DialogTitle>
      <DialogContent dividers>
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>
          What live coaching listens for, the most important first. Set for everyone; each change is saved at once, and running calls obey
          it.
        </Typography>
        <RuleList />
      </DialogContent>
      <DialogActions sx={{ py: 1.5 }}>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
