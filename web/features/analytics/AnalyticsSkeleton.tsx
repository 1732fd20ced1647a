import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { CARD_HEIGHT } from './cards/FigureCard.tsx';
import { cards, columns, PARTS } from './layout.ts';

const CARDS = ['Total Leads', 'Conversion Rate', 'Total Revenue', 'AI Usage Rate'];

/** The screen while its numbers are being counted, in their size. */
export function AnalyticsSkeleton() {
  return (
    <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 2 }}>
      <Box sx={cards}>
        {CARDS.map((card) => (
          <SkeletonBlock key={card} height={CARD_HEIGHT} />
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
