import { Box, Paper } from '@mui/material';
import type { ReactNode } from 'react';

type CardGridProps = {
  label: string;
  children: ReactNode /** Pixels a card needs at least. */;
  width?: number /** What is shown is being replaced. */;
  fading?: boolean;
};

/** Cards side by side, as many as fit. The browser lays out only those near the window, however long the list is. */
export function CardGrid({ label, children, width = 320, fading = false }: CardGridProps) {
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={fading}
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))`,
        gap: 2,
        listStyle: 'none',
        m: 0,
        p: 0,
        opacity: fading ? 0.6 : 1,
        transition: 'opacity 140ms ease-out',
      }}
    >
      {children}
    </Box>
  );
}

/** One card of a grid. `height` is its estimated height, so that the scroll bar is right while it is not rendered. */
export function CardItem({ children, height = 180, label }: { children: ReactNode; height?: number; label?: string }) {
  return (
    <Paper
      component="li"
      aria-label={label}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        p: 2,
        minWidth: 0,
        contentVisibility: 'auto',
        containIntrinsicSize: `auto ${height}px`,
      }}
    >
      {children}
    </Paper>
  );
}
