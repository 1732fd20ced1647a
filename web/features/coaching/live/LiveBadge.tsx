import { keyframes } from '@emotion/react';
import { Box } from '@mui/material';

const pulse = keyframes`50% { opacity: 0.35; }`;

/** LIVE during a call, else Ready. */
export function LiveBadge({ isLive }: { isLive: boolean }) {
  const tone = isLive ? 'error' : 'neutral';
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1,
        minHeight: 24,
        borderRadius: '6px',
        typography: 'caption',
        fontWeight: 600,
        color: theme.vars.palette.tone[tone].ink,
        bgcolor: theme.vars.palette.tone[tone].surface,
        '&::before': {
          content: '""',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: theme.vars.palette.tone[tone].main,
          animation: isLive ? `${pulse} 2s ease-in-out infinite` : 'none',
        },
      })}
    >
      {isLive ? 'LIVE' : 'Ready'}
    </Box>
  );
}
