import { Box, LinearProgress, Typography } from '@mui/material';

/** The overall score of a review as a percentage, and as far along a bar. */
export function Score({ score }: { score: number | null }) {
  const percent = score === null ? null : Math.round(score * 100);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mb: 0.5 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Overall score
        </Typography>
        <Typography className="tabular" sx={{ fontWeight: 600 }}>
          {percent === null ? 'Not enough to count' : `${percent}%`}
        </Typography>
      </Box>
      {percent !== null && <LinearProgress variant="determinate" value={percent} aria-label="Overall score" />}
    </Box>
  );
}
