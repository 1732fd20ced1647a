import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';

/** The place of a flow that is still on its way. */
export function FlowSkeleton() {
  return (
    <Box role="status" aria-label="Loading flow" sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ height: { xs: 372, md: 78 } }}>
        <SkeletonBlock height="100%" />
      </Box>
      <SkeletonBlock height={34} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <SkeletonBlock height={190} />
        <SkeletonBlock height={190} />
      </Box>
    </Box>
  );
}
