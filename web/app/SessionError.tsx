import { Box } from '@mui/material';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

/** The server did not answer the very first question. */
export function SessionError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Box component="main" sx={{ display: 'grid', placeContent: 'center', minHeight: '100dvh', p: 2 }}>
      <ErrorPanel error={error} onRetry={onRetry} />
    </Box>
  );
}
