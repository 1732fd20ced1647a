import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** A few numbers side by side, each under its name. */
export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="dl"
      aria-label={label}
      sx={{ display: 'grid', gap: 1, m: 0, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' } }}
    >
      {children}
    </Box>
  );
}

export function Tile({ label, detail, children }: { label: string; detail?: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', sm: 'column' },
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: { xs: 'baseline', sm: 'stretch' },
        justifyContent: { xs: 'space-between', sm: 'flex-start' },
        columnGap: 2,
        px: 1.5,
        py: 1.25,
        borderRadius: '10px',
        bgcolor: 'surface.raised',
        minWidth: 0,
      }}
    >
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box
        component="dd"
        sx={{ display: 'grid', flex: { xs: 1, sm: 'none' }, justifyItems: { xs: 'end', sm: 'start' }, m: 0, minWidth: 0 }}
      >
        <Typography variant="h5" component="div" className="tabular">
          {children}
        </Typography>
        {detail && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
