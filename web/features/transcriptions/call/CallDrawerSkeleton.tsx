import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';

/** The place of a call that is still on its way. */
export function CallDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading call" sx={{ display: 'grid', gap: 2 }}>
      <SkeletonBlock width="60%" height={28} />
      <SkeletonBlock width="40%" height={20} />
      <SkeletonBlock height={96} />
      <SkeletonBlock height={420} />
    </Box>
  );
}
