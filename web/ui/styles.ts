import type { Theme } from '@mui/material';

/** Cuts a text off after some lines. */
export const lineClamp = (lines: number) =>
  ({ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' }) as const;

/** The height of the fixed header, in pixels. */
export const HEADER_HEIGHT = 64;

/** A link in a row whose click target covers the row. */
export const stretchedLink = {
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
} as const;

/** Enlarges the touch target of an inline link without changing the layout. */
export const touchTarget = {
  '@media (pointer: coarse)': {
    position: 'relative',
    '&::after': {
      content: '""',
      position: 'absolute',
      left: '50%',
      top: '50%',
      width: 'max(40px, calc(100% + 24px))',
      height: 40,
      minHeight: '100%',
      transform: 'translate(-50%, -50%)',
    },
  },
} as const;

/** For screen readers only. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** A bordered box inside a card. */
export const inset = (theme: Theme) => ({
  p: 2,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
});
