import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { LoadingButton } from './LoadingButton.tsx';

type ConfirmDialogProps = {
  /** The question with the item's name: Delete “Spring offer”? */
  title: string;
  children?: ReactNode;
  /** The label of the button, and its label while the action is pending. */
  action: { label: string; pending: string };
  /** Returns whether it succeeded; the dialog closes only then. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
};

/** A confirmation before a destructive action. */
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
