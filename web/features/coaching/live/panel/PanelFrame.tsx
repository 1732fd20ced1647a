import { Box } from '@mui/material';
import type { ReactNode } from 'react';

// What comes up during a call stands beside the box, or below it, so that nobody's line moves away while they type; the
// numbers, which keep their size, stand above what grows.
const frame = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 640px)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(240px, 38%)',
    gridTemplateRows: 'auto auto 1fr',
    gridTemplateAreas: '"bar bar" "words figures" "words coaching"',
  },
} as const;

const area = (gridArea: string) => ({ minWidth: 0, '@container (min-width: 640px)': { gridArea } });

type PanelFrameProps = { bar: ReactNode; words: ReactNode; coaching: ReactNode; figures: ReactNode };

/** Where the parts of the rep's panel stand, before, during and after a call. */
export function PanelFrame({ bar, words, coaching, figures }: PanelFrameProps) {
  return (
    <Box component="section" aria-label="My call" sx={{ containerType: 'inline-size', minWidth: 0 }}>
      <Box sx={frame}>
        <Box sx={area('bar')}>{bar}</Box>
        <Box sx={area('words')}>{words}</Box>
        <Box sx={{ ...area('coaching'), display: 'grid', gap: 2 }}>{coaching}</Box>
        <Box sx={area('figures')}>{figures}</Box>
      </Box>
    </Box>
  );
}
