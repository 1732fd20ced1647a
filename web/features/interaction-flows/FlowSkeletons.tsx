import { Box, Paper, Skeleton } from '@mui/material';

const WIDE = '@container (min-width: 720px)';

const stages = { height: 372, [WIDE]: { height: 82 } } as const;
const below = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', [WIDE]: { gridTemplateColumns: '1fr 1fr' } } as const;

export function FlowSkeleton() {
  return (
    <Box role="status" aria-label="Loading flow" sx={{ containerType: 'inline-size' }}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Box sx={stages}>
          <Skeleton height="100%" />
        </Box>
        <Skeleton height={34} />
        <Box sx={below}>
          <Skeleton height={166} />
          <Skeleton height={166} />
        </Box>
      </Box>
    </Box>
  );
}

export function AllFlowsSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {[1, 2, 3].map((card) => (
        <Paper key={card} sx={{ display: 'grid', gap: 2.5, p: 2 }}>
          <Skeleton width={240} height={20} />
          <FlowSkeleton />
        </Paper>
      ))}
    </Box>
  );
}
