import { Box, Skeleton } from '@mui/material';
import { statCardGrid } from '#web/ui/values/StatCard.tsx';
import { CARD, columns, LONG_PARTS, PARTS, stack } from './layout.ts';

const CARDS = ['Total Leads', 'Conversion Rate', 'Total Revenue', 'AI Usage Rate'];

/** The screen while its numbers are being counted, in their size. */
export function AnalyticsSkeleton({ compared }: { compared: boolean }) {
  return (
    <Box role="status" aria-label="Loading" sx={stack}>
      <Box sx={statCardGrid(4)}>
        {CARDS.map((card) => (
          <Placeholder key={card} height={compared ? CARD.compared : CARD.plain} />
        ))}
      </Box>
      <Box sx={columns}>
        {PARTS.map(({ part, height }) => (
          <Placeholder key={part} height={height} />
        ))}
      </Box>
      {LONG_PARTS.map(({ part, height }) => (
        <Placeholder key={part} height={height} />
      ))}
    </Box>
  );
}

/** Pixels, by how wide the window is. */
const Placeholder = ({ height }: { height: { xs: number; sm?: number; lg?: number } }) => (
  <Box sx={{ height }}>
    <Skeleton height="100%" />
  </Box>
);
