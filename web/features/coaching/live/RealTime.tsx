import { Box } from '@mui/material';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { useRunningCalls } from './data/use-running-calls.ts';
import { RepPanel } from './panel/RepPanel.tsx';
import { CallReader } from './reader/CallReader.tsx';
import { useOpenedCall } from './reader/use-opened-call.ts';
import { Wall } from './wall/Wall.tsx';

const layout = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 1040px)': { gridTemplateColumns: 'minmax(0, 1fr) 320px' },
} as const;

/** The Real-Time tab: the viewer's own call, and beside it every call that runs. */
export function RealTime() {
  const { calls, own, error, retry, hasMore, loadingMore, more } = useRunningCalls();
  const opened = useOpenedCall();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box sx={layout}>
        <RepPanel own={calls ? own : undefined} />
        <Wall calls={calls} opened={opened} more={{ hasMore, loadingMore, more }} />
      </Box>
      {opened.id && <CallReader key={opened.id} id={opened.id} onClose={opened.close} />}
    </Box>
  );
}
