import type { SxProps, Theme } from '@mui/material';

/** A part within a card. */
export const inset: SxProps<Theme> = (theme) => ({
  display: 'grid',
  alignContent: 'start',
  gap: 1,
  minWidth: 0,
  p: 2,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
});
