import { FormLabel } from '@mui/material';

/** The name of a field, standing above it. */
export function FieldLabel({ htmlFor, children }: { htmlFor: string; children: string }) {
  return <FormLabel htmlFor={htmlFor}>{children}</FormLabel>;
}
