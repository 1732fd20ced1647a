import { keyframes } from '@emotion/react';
import { Box } from '@mui/material';

const breathe = keyframes`50% { opacity: 0.4; }`;

/** Stands for something that is still on its way, in its size; also inside a line of text. */
export function SkeletonBlock({ width = '100%', height }: { width?: number | string; height: number | string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'block',
        width,
        height,
        borderRadius: 1,
        bgcolor: 'surface.hover',
        animation: `${breathe} 2s ease-in-out 0.5s infinite`,
        '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
      }}
    />
  );
}
