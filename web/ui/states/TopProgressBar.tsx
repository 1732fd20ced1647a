import { keyframes } from '@emotion/react';
import { Box } from '@mui/material';
import { createPortal } from 'react-dom';
import { visuallyHidden } from '#web/ui/styles.ts';

const REGION = 'top-progress';

const appear = keyframes`from { visibility: hidden; }`;
const run = keyframes`from { transform: translateX(-100%); } to { transform: translateX(300%); }`;

// Content that loads quickly needs no bar.
const bar = {
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

/** Where the progress bar appears, at the top of the window: a live region must be there before its content. */
export const TopProgressRegion = () => (
  <Box id={REGION} role="status" sx={{ position: 'fixed', inset: '0 0 auto', zIndex: 'tooltip', pointerEvents: 'none' }} />
);

/** A line at the top of the window while something that was opened is loading. */
export function TopProgressBar() {
  const region = document.getElementById(REGION);
  return (
    region &&
    createPortal(
      <Box sx={bar}>
        <Box component="span" sx={visuallyHidden}>
          Loading...
        </Box>
      </Box>,
      region,
    )
  );
}
