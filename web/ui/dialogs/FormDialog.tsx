import { Dialog } from '@mui/material';
import { useId } from 'react';
import { DialogForm, type DialogFormProps } from './DialogForm.tsx';

type FormDialogProps = DialogFormProps & { maxWidth?: 'xs' | 'sm' | 'md' | 'lg' };

/** A form in a dialog: fields, then Cancel and the verb. */
export function FormDialog({ maxWidth = 'xs', ...form }: FormDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={form.onClose} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      <DialogForm titleId={titleId} {...form} />
    </Dialog>
  );
}
