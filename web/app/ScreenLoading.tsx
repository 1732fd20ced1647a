import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';

/** The frame of a screen whose code or first data is still on its way. */
export function ScreenLoading() {
  return (
    <Box role="status" aria-label="Loading" sx={{ maxWidth: 1440, mx: 'auto', px: { xs: 2, sm: 3 }, py: 3 }}>
      <SkeletonBlock width={220} height={28} />
      <Box sx={{ height: 4 }} />
      <SkeletonBlock width={320} height={20} />
      <Box sx={{ height: 24 }} />
      <SkeletonBlock height={320} />
    </Box>
  );
}
