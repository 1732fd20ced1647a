import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** A plain list with a hairline between its rows. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: '1px solid', borderColor: 'divider' } }}
    >
      {children}
    </Box>
  );
}

type RowProps = { title: ReactNode; badge?: ReactNode; detail?: ReactNode; figure?: ReactNode; aside?: ReactNode };

/** One thing: its name and what is known of it, on the right its figure and its age. */
export function Row({ title, badge, detail, figure, aside }: RowProps) {
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, px: 2, py: 1.5 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontWeight: 500 }}>
            {title}
          </Typography>
          {badge}
        </Box>
        {detail && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {detail}
          </Typography>
        )}
      </Box>
      <Box sx={{ textAlign: { sm: 'right' } }}>
        {figure && <Typography sx={{ fontWeight: 500 }}>{figure}</Typography>}
        {aside && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {aside}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
