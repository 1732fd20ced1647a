import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';

/** The place of an order that is still on its way. */
export function OrderDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading order" sx={{ display: 'grid', gap: 3, mt: -4 }}>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <SkeletonBlock width={180} height={24} />
        <SkeletonBlock width={140} height={36} />
        <SkeletonBlock width={220} height={18} />
      </Box>
      <SkeletonBlock height={168} />
      <SkeletonBlock height={104} />
      <SkeletonBlock height={120} />
    </Box>
  );
}
