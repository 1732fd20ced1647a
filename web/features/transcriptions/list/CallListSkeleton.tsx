import { Box } from '@mui/material';
import { CardGrid, CardItem } from '#web/ui/lists/CardGrid.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { CARD_HEIGHT, CARD_WIDTH } from './CallCard.tsx';

const CARDS = [0, 1, 2, 3];

/** The places of calls that are still on their way. */
export function CallListSkeleton() {
  return (
    <Box role="status" aria-label="Loading calls">
      <CardGrid label="Loading" width={CARD_WIDTH}>
        {CARDS.map((index) => (
          <CardItem key={index} height={CARD_HEIGHT}>
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, height: { xs: 66, sm: 20 } }}>
              <SkeletonBlock width="55%" height={20} />
              <Box sx={{ flex: 1 }} />
              <SkeletonBlock width={48} height={20} />
              <SkeletonBlock width={64} height={20} />
            </Box>
            <SkeletonBlock height={80} />
            <SkeletonBlock height={60} />
            <Box sx={{ height: { xs: 46, sm: 20 } }}>
              <SkeletonBlock width="70%" height={20} />
            </Box>
            <SkeletonBlock height={69} />
            <SkeletonBlock width="40%" height={20} />
            <Box sx={{ display: 'flex', gap: 1 }}>
              <SkeletonBlock width={112} height={36} />
              <SkeletonBlock width={180} height={36} />
            </Box>
          </CardItem>
        ))}
      </CardGrid>
    </Box>
  );
}
