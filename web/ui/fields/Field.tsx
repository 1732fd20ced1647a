import { FormControl, FormHelperText, FormLabel, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { useId } from 'react';

type FieldProps = Omit<OutlinedInputProps, 'error' | 'label' | 'id'> & { label: string; error?: string; hint?: string };

/** A text field with its label above, and an error or a hint below. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = useId();
  const below = error ?? hint;
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <OutlinedInput id={id} size="small" aria-describedby={below ? `${id}-below` : undefined} {...input} />
      {below && <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
    </FormControl>
  );
}
