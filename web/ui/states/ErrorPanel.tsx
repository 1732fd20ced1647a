import { Button, Paper, Typography } from '@mui/material';
import { CloudAlert } from 'lucide-react';
import { describeError } from '#web/lib/format/describe-error.ts';
import { EmptyState } from './EmptyState.tsx';

/** An error message with a retry button. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, hint } = describeError(error);
  return (
    <Paper role="alert">
      <EmptyState
        icon={<CloudAlert size={18} />}
        title={title}
        hint={hint}
        action={
          <Button variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Paper>
  );
}

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
