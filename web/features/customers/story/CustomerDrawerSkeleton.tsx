import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';

const TILES = ['1', '2', '3', '4'];
const ENTRIES = ['1', '2', '3', '4', '5'];

// It begins beside the button that closes the drawer, and its line goes from edge to edge, as the head's does.
const head = {
  display: 'grid',
  gap: 2,
  mt: -7,
  '@media (pointer: coarse)': { mt: -7.5 },
  mx: { xs: -2, sm: -3 },
  px: { xs: 2, sm: 3 },
  pb: { xs: 2, sm: 3 },
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;

/** The place of a customer's drawer that is still on its way. */
export function CustomerDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading customer">
      <Box sx={head}>
        <Box sx={{ display: 'flex', gap: 1.5 }}>
          <Round size={44} />
          <Box sx={{ display: 'grid', gap: 0.75 }}>
            <SkeletonBlock width={180} height={22} />
            <SkeletonBlock width={240} height={16} />
          </Box>
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, py: 0.75, '@media (pointer: coarse)': { gap: 2.5, py: 1.25 } }}>
          <SkeletonBlock width={220} height={20} />
          <SkeletonBlock width={150} height={20} />
        </Box>
        <Box sx={{ height: 36, '@media (pointer: coarse)': { height: 40 } }}>
          <SkeletonBlock width={216} height="100%" />
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, pt: { xs: 2, sm: 3 }, pb: 3 }}>
        {TILES.map((key) => (
          <SkeletonBlock key={key} height={80} />
        ))}
      </Box>
      <SkeletonBlock width={72} height={20} />
      <Box sx={{ mt: 1.5, mb: 1 }}>
        <SkeletonBlock width={110} height={16} />
      </Box>
      {ENTRIES.map((key) => (
        <Box key={key} sx={{ display: 'flex', gap: 1.5, pb: 2 }}>
          <Round size={28} />
          <Box sx={{ display: 'grid', gap: 0.5, flex: 1, pt: 0.5 }}>
            <SkeletonBlock width="70%" height={20} />
            <SkeletonBlock width="30%" height={14} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Round({ size }: { size: number }) {
  return (
    <Box sx={{ flexShrink: 0, alignSelf: 'start', borderRadius: '50%', overflow: 'hidden' }}>
      <SkeletonBlock width={size} height={size} />
    </Box>
  );
}
