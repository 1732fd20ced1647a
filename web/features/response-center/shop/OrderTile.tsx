import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { inset } from '../inset.ts';

/** One number over the orders, under its name. */
export function OrderTile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={[inset, { px: 1.5, py: 1.25 }]}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography variant="h5" component="p" className="tabular" noWrap>
        {children}
      </Typography>
    </Box>
  );
}
