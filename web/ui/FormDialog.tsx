import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { HoldableButton } from './HoldableButton.tsx';

type FormDialogProps = {
  title: string;
  /** The button's words, and those while it works. */
  submit: { label: string; pending: string };
  pending: boolean;
  /** Whether there is enough to send. */
  ready?: boolean;
  /** What is wrong with the whole; it stands beside the button that was pressed. */
  complaint?: string;
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg';
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog: fields, then Cancel and the verb. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, pending, ready = true, complaint, maxWidth = 'xs', onSubmit, onClose, children } = props;
  const titleId = useId();
  const send = (event: SubmitEvent<HTMLFormElement>) => (pending ? event.preventDefault() : onSubmit(event));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      {/* The fields scroll; title and buttons stay in sight. */}
      <Box component="form" onSubmit={send} noValidate sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
          {complaint && (
            <Typography role="alert" variant="body2" sx={{ flex: '1 1 200px', color: 'error.main' }}>
              {complaint}
            </Typography>
          )}
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <HoldableButton type="submit" variant="contained" held={pending} disabled={!ready}>
            {pending ? submit.pending : submit.label}
          </HoldableButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
