import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, type SubmitEvent, useId } from 'react';

type FormDialogProps = {
  title: string;
  /** The button's words, and those while it works. */
  submit: { label: string; pending: string };
  pending: boolean;
  /** Whether there is enough to send. */
  ready?: boolean;
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg';
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog: fields, then Cancel and the verb. */
export function FormDialog({ title, submit, pending, ready = true, maxWidth = 'xs', onSubmit, onClose, children }: FormDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      <form onSubmit={onSubmit} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={pending || !ready}>
            {pending ? submit.pending : submit.label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
