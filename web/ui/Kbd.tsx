import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <Box
      component="kbd"
      sx={(theme) => ({
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: 20,
        height: 20,
        px: 0.5,
        borderRadius: '5px',
        border: `1px solid ${theme.vars.palette.divider}`,
        bgcolor: theme.vars.palette.surface.raised,
        color: 'text.secondary',
        font: 'inherit',
        fontSize: 12,
        lineHeight: 1,
      })}
    >
      {children}
    </Box>
  );
}

/** The name of the modifier key on this machine. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
