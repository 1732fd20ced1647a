import { Button, Paper } from '@mui/material';
import { CloudAlert } from 'lucide-react';
import { describeError } from '#web/lib/format/describe-error.ts';
import { EmptyState } from './EmptyState.tsx';

/** Says what went wrong and offers another try. */
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
