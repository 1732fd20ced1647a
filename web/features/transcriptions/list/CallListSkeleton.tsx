import { Box } from '@mui/material';
import { CardGrid, CardItem } from '#web/ui/CardGrid.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';

const PLACES = [0, 1, 2, 3];

/** The places of calls that are still on their way. */
export function CallListSkeleton() {
  return (
    <Box role="status" aria-label="Loading calls">
      <CardGrid label="Loading" width={400}>
        {PLACES.map((place) => (
          <CardItem key={place} height={372}>
            <Box sx={{ display: 'flex', gap: 1 }}>
              <SkeletonBlock width="55%" height={20} />
              <Box sx={{ flex: 1 }} />
              <SkeletonBlock width={48} height={20} />
              <SkeletonBlock width={64} height={20} />
            </Box>
            <SkeletonBlock height={56} />
            <SkeletonBlock height={76} />
            <SkeletonBlock width="70%" height={20} />
            <SkeletonBlock height={56} />
            <Box sx={{ display: 'flex', gap: 1 }}>
              <SkeletonBlock width={96} height={36} />
              <SkeletonBlock width={160} height={36} />
            </Box>
          </CardItem>
        ))}
      </CardGrid>
    </Box>
  );
}
