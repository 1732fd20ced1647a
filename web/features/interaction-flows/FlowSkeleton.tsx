import { Box, Paper } from '@mui/material';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';

/** A flow that is loading. As in the flow, the stages and what is below them are side by side from 720 pixels on. */
export const FlowSkeleton = () => (
  <Box sx={{ containerType: 'inline-size' }}>
    <DetailSkeleton
      label="Loading flow"
      blocks={[
        { '@': 320, '@720': 30 },
        { '@': 348, '@720': 166 },
      ]}
    />
  </Box>
);

/** A list of flows that is loading. */
export function AllFlowsSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {[1, 2, 3].map((card) => (
        <Paper key={card} sx={{ p: 2 }}>
          <FlowSkeleton />
        </Paper>
      ))}
    </Box>
  );
}
