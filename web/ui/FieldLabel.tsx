import { InputLabel } from '@mui/material';

/** The name of a field, standing above it. */
export function FieldLabel({ htmlFor, children }: { htmlFor: string; children: string }) {
  return (
    <InputLabel htmlFor={htmlFor} sx={{ position: 'static', transform: 'none', maxWidth: '100%', typography: 'subtitle2', mb: 0.75 }}>
      {children}
    </InputLabel>
  );
}
