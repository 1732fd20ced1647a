import { Button, Paper, Typography } from '@mui/material';

type StatsErrorProps = { what: string; onRetry: () => void };

/** Replaces stat cards that could not be loaded; the rest of the screen may be fine. */
export function StatsError({ what, onRetry }: StatsErrorProps) {
  return (
    <Paper role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 2 }}>
      <Typography sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>{`The ${what} could not be counted.`}</Typography>
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    </Paper>
  );
}
