import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { LoadingButton } from './LoadingButton.tsx';

type ConfirmDialogProps = {
  /** The question, naming the thing: Delete “Spring offer”? */
  title: string;
  children?: ReactNode;
  /** The verb on the button, and while it is being done. */
  action: { label: string; pending: string };
  /** Answers whether it worked; only then the dialog closes. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
};

/** Asks once before something is taken away. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const titleId = useId();
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const done = await onConfirm();
    setPending(false);
    if (done) onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" role="alertdialog" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children && (
        <DialogContent>
          <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
        </DialogContent>
      )}
      <DialogActions>
        <Button variant="outlined" onClick={onClose} autoFocus>
          Cancel
        </Button>
        <LoadingButton variant="contained" color="error" loading={pending} onClick={confirm}>
          {pending ? action.pending : action.label}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}
