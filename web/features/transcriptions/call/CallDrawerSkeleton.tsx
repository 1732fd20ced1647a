import { Box, Paper, Skeleton } from '@mui/material';
import { callAside, callColumns } from './call-layout.ts';

const MOMENTS = [1, 2, 3, 4, 5];
const TURNS = [1, 2, 3, 4, 5, 6];
const part = { display: 'grid', gap: 1.5 } as const;

/** The place of a call that is still on its way. */
export function CallDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading call">
      <Box sx={{ display: 'grid', gap: 1.25, px: { xs: 2, sm: 3 }, pt: 2.5, pb: 3 }}>
        <Skeleton width="60%" height={28} />
        <Skeleton width="48%" height={20} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Skeleton width={178} height={36} />
          <Skeleton width={124} height={36} />
        </Box>
      </Box>
      <Box sx={callColumns}>
        <Box sx={{ ...part, gridArea: 'notes' }}>
          <Skeleton width={72} height={20} />
          <Skeleton height={60} />
          <Skeleton width={96} height={20} />
          {MOMENTS.map((place) => (
            <Box key={place} sx={{ display: 'flex', gap: 1.5 }}>
              <Skeleton width={72} height={20} />
              <Skeleton height={20} />
            </Box>
          ))}
        </Box>
        <Box sx={callAside}>
          <Paper sx={{ ...part, p: 2 }}>
            <Skeleton width={56} height={20} />
            <Skeleton height={116} />
          </Paper>
          <Paper sx={{ ...part, p: 2 }}>
            <Skeleton width={96} height={20} />
            <Skeleton height={360} />
          </Paper>
        </Box>
        <Box sx={{ ...part, gridArea: 'dialogue' }}>
          <Skeleton width={72} height={20} />
          {TURNS.map((place) => (
            <Box key={place} sx={{ display: 'flex', gap: 1.5 }}>
              <Skeleton width={64} height={20} />
              <Skeleton height={place % 2 ? 20 : 40} />
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
