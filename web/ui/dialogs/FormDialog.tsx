import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { LoadingButton } from './LoadingButton.tsx';

type FormDialogProps = DialogFormProps & {
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg';
  /** It cannot be closed while it is pending: what comes of it is shown only once. */
  staysWhilePending?: boolean;
};

/** A form in a dialog: fields, then Cancel and the submit button. */
export function FormDialog({ maxWidth = 'xs', staysWhilePending = false, ...form }: FormDialogProps) {
  const titleId = useId();
  const close = () => {
    if (!(staysWhilePending && form.pending)) form.onClose();
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      <DialogForm titleId={titleId} {...form} onClose={close} />
    </Dialog>
  );
}

export type DialogFormProps = {
  title: string;
  /** The label of the submit button, and its label while saving. */
  submit: { label: string; pending: string };
  pending: boolean;
  /** Whether the form can be submitted. */
  ready?: boolean;
  /** Whether the viewer may change anything here; otherwise there is nothing to submit. */
  mayChange?: boolean;
  /** The error of the form, shown next to the submit button. */
  formError?: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The form within a dialog: the fields scroll, title and buttons stay visible. */
export function DialogForm(props: DialogFormProps & { titleId: string }) {
  const { title, titleId, submit, pending, ready = true, mayChange = true, formError, onSubmit, onClose, children } = props;
  const send = (event: SubmitEvent<HTMLFormElement>) => (pending ? event.preventDefault() : onSubmit(event));
  return (
    <Box component="form" onSubmit={send} noValidate sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {mayChange ? (
          children
        ) : (
          <Box component="fieldset" disabled sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
            {children}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        {formError && (
          <Typography role="alert" variant="body2" sx={{ flex: { xs: '1 1 100%', sm: '1 1 200px' }, color: 'error.main' }}>
            {formError}
          </Typography>
        )}
        <Button variant="outlined" onClick={onClose}>
          {mayChange ? 'Cancel' : 'Close'}
        </Button>
        {mayChange && (
          <LoadingButton type="submit" variant="contained" loading={pending} disabled={!ready}>
            {pending ? submit.pending : submit.label}
          </LoadingButton>
        )}
      </DialogActions>
    </Box>
  );
}
