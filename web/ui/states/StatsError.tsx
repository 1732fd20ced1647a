import { Button, Paper, Typography } from '@mui/material';

type NotCountedProps = { what: string; onRetry: () => void };

/** Stands for numbers that could not be had; what is below them may well be there. */
export function StatsError({ what, onRetry }: NotCountedProps) {
  return (
    <Paper role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 2 }}>
      <Typography sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>{`The ${what} could not be counted.`}</Typography>
      <Button variant="outlined" onClick={onRetry}>
        Count again
      </Button>
    </Paper>
  );
}
