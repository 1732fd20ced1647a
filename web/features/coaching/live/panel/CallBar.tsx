import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Indicator } from '../data/Indicator.tsx';

type CallBarProps = {
  isLive: boolean;
  timer: ReactNode;
  /** Who is on the line. */
  who?: ReactNode;
  action: ReactNode;
  /** What can be said of a call before it begins. */
  children?: ReactNode;
};

/** Whether a call runs, for how long, and the button that begins or ends it. */
export function CallBar({ isLive, timer, who, action, children }: CallBarProps) {
  return (
    <Paper component="section" aria-label="Call" sx={{ px: 2, py: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Indicator isLive={isLive} />
        <Typography
          role="timer"
          aria-label="Duration"
          variant="h5"
          component="p"
          className="tabular"
          sx={{ color: isLive ? 'text.primary' : 'text.secondary' }}
        >
          {timer}
        </Typography>
        <Box sx={caller}>{who}</Box>
        <Box sx={{ ml: 'auto' }}>{action}</Box>
      </Box>
      {children}
    </Paper>
  );
}

// On a phone it has a line of its own.
const caller = {
  flex: { sm: '1 1 80px' },
  width: { xs: '100%', sm: 'auto' },
  order: { xs: 1, sm: 0 },
  minWidth: 0,
  color: 'text.secondary',
  '&:empty': { display: 'none' },
} as const;

/** How what can be said of a call before it begins stands in the bar. */
export const aboutCall = {
  display: 'grid',
  gap: 2,
  mt: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 180px' },
} as const;
