import type { Theme } from '@mui/material/styles';

/** A row of a list: texts on the left, buttons on the right, below each other on a phone. */
export const rowSx = (theme: Theme) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 1.5,
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
});
