import { keyframes } from '@emotion/react';
import type { SxProps, Theme } from '@mui/material';
import { HEADER_HEIGHT } from '../styles.ts';

const arrive = keyframes`from { transform: translateX(24px); opacity: 0; }`;
const leave = keyframes`to { transform: translateX(24px); opacity: 0; }`;
const swipedOut = keyframes`from { transform: translateX(var(--radix-toast-swipe-end-x)); } to { transform: translateX(110%); }`;

// In a narrow window, dialogs have their buttons at the bottom and the header has the search: a toast between them covers neither.
export const toastViewport: SxProps<Theme> = {
  position: 'fixed',
  zIndex: 'snackbar',
  right: { xs: 16, sm: 24 },
  left: { xs: 16, sm: 'auto' },
  top: { xs: HEADER_HEIGHT + 8, md: 'auto' },
  bottom: { xs: 'auto', md: 24 },
  // A tall dialog has its buttons in that corner, too, and stays open after an error.
  '&:has([data-above-dialog])': { top: HEADER_HEIGHT + 8, bottom: 'auto' },
  width: { sm: 380 },
  m: 0,
  p: 0,
  listStyle: 'none',
};

export const toastSurface: SxProps<Theme> = (theme) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1.5,
  p: 2,
  typography: 'body2',
  bgcolor: 'background.paper',
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
  boxShadow: 'var(--cb-floating)',
  '& .toast-icon': { flexShrink: 0, marginTop: '1px', color: theme.vars.palette.tone.success.main },
  '&[data-tone=error] .toast-icon': { color: theme.vars.palette.tone.error.main },
  '&[data-state=open]': { animation: `${arrive} 180ms ease-out` },
  '&[data-state=closed]': { animation: `${leave} 140ms ease-out forwards` },
  '&[data-swipe=move]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
  '&[data-swipe=cancel]': { transform: 'none', transition: 'transform 160ms ease-out' },
  '&[data-swipe=end]': { animation: `${swipedOut} 140ms ease-out forwards` },
});
