import { Box } from '@mui/material';
import type { ReactNode } from 'react';

type ListBarProps = { search?: ReactNode; children?: ReactNode };

/** The search and the filters above a list: side by side, or on a phone below each other. */
export function ListToolbar({ search, children }: ListBarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      {search && <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 280px' }, minWidth: 0, maxWidth: { sm: 480 } }}>{search}</Box>}
      {children}
    </Box>
  );
}
