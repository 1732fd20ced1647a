import { Box, Skeleton } from '@mui/material';
import { CardGrid, CardItem } from '#web/ui/lists/CardGrid.tsx';
import { CARD_HEIGHT, CARD_WIDTH } from './CallCard.tsx';

const PLACES = [0, 1, 2, 3];

/** The places of calls that are still on their way. */
export function CallListSkeleton() {
  return (
    <Box role="status" aria-label="Loading calls">
      <CardGrid label="Loading" width={CARD_WIDTH}>
        {PLACES.map((place) => (
          <CardItem key={place} height={CARD_HEIGHT}>
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, height: { xs: 66, sm: 20 } }}>
              <Skeleton width="55%" height={20} />
              <Box sx={{ flex: 1 }} />
              <Skeleton width={48} height={20} />
              <Skeleton width={64} height={20} />
            </Box>
            <Skeleton height={80} />
            <Skeleton height={60} />
            <Box sx={{ height: { xs: 46, sm: 20 } }}>
              <Skeleton width="70%" height={20} />
            </Box>
            <Skeleton height={69} />
            <Skeleton width="40%" height={20} />
            <Box sx={{ display: 'flex', gap: 1 }}>
              <Skeleton width={112} height={36} />
              <Skeleton width={180} height={36} />
            </Box>
          </CardItem>
        ))}
      </CardGrid>
    </Box>
  );
}
