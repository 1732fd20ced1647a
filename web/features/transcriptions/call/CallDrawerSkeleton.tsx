import { Box, Paper } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { callAside, callColumns } from './call-layout.ts';

const MOMENTS = [1, 2, 3, 4, 5];
const TURNS = [1, 2, 3, 4, 5, 6];
const part = { display: 'grid', gap: 1.5 } as const;

/** The index of a call that is still on its way. */
export function CallDrawerSkeleton() {
  return (
    <Box role="status" aria-label="Loading call">
      <Box sx={{ display: 'grid', gap: 1.25, px: { xs: 2, sm: 3 }, pt: 2.5, pb: 3 }}>
        <SkeletonBlock width="60%" height={28} />
        <SkeletonBlock width="48%" height={20} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <SkeletonBlock width={178} height={36} />
          <SkeletonBlock width={124} height={36} />
        </Box>
      </Box>
      <Box sx={callColumns}>
        <Box sx={{ ...part, gridArea: 'notes' }}>
          <SkeletonBlock width={72} height={20} />
          <SkeletonBlock height={60} />
          <SkeletonBlock width={96} height={20} />
          {MOMENTS.map((index) => (
            <Box key={index} sx={{ display: 'flex', gap: 1.5 }}>
              <SkeletonBlock width={72} height={20} />
              <SkeletonBlock height={20} />
            </Box>
          ))}
        </Box>
        <Box sx={callAside}>
          <Paper sx={{ ...part, p: 2 }}>
            <SkeletonBlock width={56} height={20} />
            <SkeletonBlock height={116} />
          </Paper>
          <Paper sx={{ ...part, p: 2 }}>
            <SkeletonBlock width={96} height={20} />
            <SkeletonBlock height={360} />
          </Paper>
        </Box>
        <Box sx={{ ...part, gridArea: 'dialogue' }}>
          <SkeletonBlock width={72} height={20} />
          {TURNS.map((index) => (
            <Box key={index} sx={{ display: 'flex', gap: 1.5 }}>
              <SkeletonBlock width={64} height={20} />
              <SkeletonBlock height={index % 2 ? 20 : 40} />
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
