import { Box, LinearProgress, Typography } from '@mui/material';
import { FLOW_STAGES, type FlowType, progress } from '#contract/flow.ts';

/** How far along a flow is, as a percentage with a bar. */
export function FlowProgress({ type, stage }: { type: FlowType; stage: string }) {
  const percent = Math.round(progress(type, stage));
  const number = FLOW_STAGES[type].length;
  const reached = Math.round((percent / 100) * number);
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h3" sx={{ flex: 1 }}>
          Progress
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Stage {reached} of {number}
        </Typography>
        <Typography className="tabular" sx={{ fontWeight: 600 }}>
          {percent}%
        </Typography>
      </Box>
      <LinearProgress variant="determinate" value={percent} aria-label="Progress" />
    </Box>
  );
}
