import type { Theme } from '@mui/material';

/** The ground within a card on which a reply stands. */
export const inset = (theme: Theme) => ({
  p: 2,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
  bgcolor: 'surface.raised',
});

/** As tall as the panel is at the least, so that the page does not jump from nothing to a draft to a reply. */
export const REPLY_HEIGHT = 296;
