import { Box } from '@mui/material';
import { numberCards } from '#web/ui/NumberCard.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { CARD, columns, PARTS } from './layout.ts';

const CARDS = ['Total Leads', 'Conversion Rate', 'Total Revenue', 'AI Usage Rate'];

/** The screen while its numbers are being counted, in their size. */
export function AnalyticsSkeleton({ compared }: { compared: boolean }) {
  return (
    <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 2 }}>
      <Box sx={numberCards(4)}>
        {CARDS.map((card) => (
          <SkeletonBlock key={card} height={compared ? CARD.compared : CARD.plain} />
        ))}
      </Box>
      <Box sx={columns}>
        {PARTS.map(({ part, height }) => (
          <SkeletonBlock key={part} height={height} />
        ))}
      </Box>
    </Box>
  );
}
