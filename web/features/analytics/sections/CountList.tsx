import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Tone } from '#web/theme/theme.ts';

type CountListProps = { label: string; rowHeight: number; children: ReactNode };

/** Counts under each other, each with its share of all; names, counts and shares in columns. */
export function CountList({ label, rowHeight, children }: CountListProps) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto auto',
        gridAutoRows: rowHeight,
        columnGap: 2,
        alignItems: 'center',
        flexShrink: 0,
        minWidth: { xs: 190, sm: 240 },
        listStyle: 'none',
        m: 0,
        p: 0,
      }}
    >
      {children}
    </Box>
  );
}

/** `tone` is the colour it has in the picture. */
export function CountRow({ label, share, tone, children }: { label: string; share: number; tone?: Tone; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid', alignItems: 'center', height: '100%' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {tone && <Box aria-hidden sx={{ flexShrink: 0, width: 10, height: 10, borderRadius: '3px', bgcolor: `tone.${tone}.main` }} />}
        <Box component="span">{label}</Box>
      </Box>
      <Box sx={{ textAlign: 'right', fontWeight: 500 }}>{children}</Box>
      <Box className="tabular" sx={{ textAlign: 'right', minWidth: 48, color: 'text.secondary' }}>
        {share.toFixed(1)}%
      </Box>
    </Box>
  );
}
