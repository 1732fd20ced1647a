import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';

const TILES = ['1', '2', '3', '4'];
const ENTRIES = ['1', '2', '3', '4', '5'];

/** The place of a customer's drawer that is still on its way. */
export function CustomerDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading customer">
      <Box sx={{ display: 'grid', gap: 2, mt: -7.5, pb: { xs: 2, sm: 3 } }}>
        <Box sx={{ display: 'flex', gap: 1.5 }}>
          <SkeletonBlock width={44} height={44} />
          <Box sx={{ display: 'grid', gap: 0.75 }}>
            <SkeletonBlock width={180} height={22} />
            <SkeletonBlock width={240} height={16} />
          </Box>
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, py: 0.75 }}>
          <SkeletonBlock width={220} height={20} />
          <SkeletonBlock width={150} height={20} />
        </Box>
        <SkeletonBlock width={216} height={36} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, pt: { xs: 2, sm: 3 }, pb: 3 }}>
        {TILES.map((key) => (
          <SkeletonBlock key={key} height={80} />
        ))}
      </Box>
      <SkeletonBlock width={72} height={20} />
      {ENTRIES.map((key) => (
        <Box key={key} sx={{ display: 'flex', gap: 1.5, mt: 2 }}>
          <SkeletonBlock width={28} height={28} />
          <Box sx={{ display: 'grid', gap: 0.75, flex: 1 }}>
            <SkeletonBlock width="70%" height={18} />
            <SkeletonBlock width="30%" height={14} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
