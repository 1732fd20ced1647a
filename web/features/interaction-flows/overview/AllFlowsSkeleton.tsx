import { Box, Paper } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { FlowSkeleton } from '../flow/FlowSkeleton.tsx';

/** The place of the cards of the overview that are still on their way. */
export function AllFlowsSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {[1, 2, 3].map((card) => (
        <Paper key={card} sx={{ display: 'grid', gap: 2.5, p: 2 }}>
          <SkeletonBlock width={240} height={20} />
          <FlowSkeleton />
        </Paper>
      ))}
    </Box>
  );
}
