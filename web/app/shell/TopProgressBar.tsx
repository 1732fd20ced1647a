import { keyframes } from '@emotion/react';
import { Box } from '@mui/material';
import { useAwaited } from '#web/ui/on-demand/awaited.ts';
import { visuallyHidden } from '#web/ui/visually-hidden.ts';

const appear = keyframes`from { visibility: hidden; }`;
const run = keyframes`from { transform: translateX(-100%); } to { transform: translateX(300%); }`;

// What comes at once needs no sign.
const line = {
  height: 2,
  overflow: 'hidden',
  animation: `${appear} 150ms step-end`,
  '&::before': {
    content: '""',
    display: 'block',
    width: '33%',
    height: 1,
    bgcolor: 'primary.main',
    animation: `${run} 1.2s ease-in-out infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&::before': { width: 1, animation: 'none' } },
} as const;

/** A line at the top of the window while something that was opened is still on its way. */
export function TopProgressBar() {
  const awaited = useAwaited();
  return (
    <Box role="status" sx={{ position: 'fixed', inset: '0 0 auto', zIndex: 'tooltip', pointerEvents: 'none' }}>
      {awaited && (
        <Box sx={line}>
          <Box component="span" sx={visuallyHidden}>
            Loading...
          </Box>
        </Box>
      )}
    </Box>
  );
}
