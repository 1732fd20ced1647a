import { Box, Button } from '@mui/material';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { useRunningCalls } from './data/use-running-calls.ts';
import { LiveCallList } from './list/LiveCallList.tsx';
import { RepPanel } from './panel/RepPanel.tsx';
import { CallReader } from './reader/CallReader.tsx';

const layout = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 1040px)': { gridTemplateColumns: 'minmax(0, 1fr) 320px' },
} as const;

// Where the wall stands below the panel, whoever coaches is led there. It is there before any call is: nothing moves when one comes.
const toTheWall = { mb: 2, '@container (min-width: 1040px)': { display: 'none' } } as const;

/** The Real-Time tab: the viewer's own call, and beside it every call that runs. */
export function RealTime() {
  const { calls, own, error, retry, hasMore, loadingMore, more } = useRunningCalls();
  const { opened, linkTo, close } = useDrawerParam('call');
  const wall = useRef<HTMLElement>(null);
  // Closed after its call left the wall, the reader has no card to give the focus back to.
  const wasOpened = useRef(false);
  useEffect(() => {
    const isOpened = opened !== null;
    if (wasOpened.current && !isOpened && document.activeElement === document.body) wall.current?.focus({ preventScroll: true });
    wasOpened.current = isOpened;
  }, [opened]);
  const others = calls?.filter(({ id }) => id !== own).length ?? 0;
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Button
        variant="outlined"
        startIcon={<ArrowDown size={16} aria-hidden />}
        onClick={() => {
          wall.current?.scrollIntoView({ block: 'start' });
          wall.current?.focus({ preventScroll: true });
        }}
        sx={toTheWall}
      >
        {others === 0 ? 'Running calls' : `${others} running ${others === 1 ? 'call' : 'calls'}`}
      </Button>
      <Box sx={layout}>
        <RepPanel own={calls ? own : undefined} />
        <LiveCallList ref={wall} calls={calls} linkTo={linkTo} more={{ hasMore, loadingMore, more }} />
      </Box>
      {opened && <CallReader key={opened} id={opened} onClose={close} />}
    </Box>
  );
}
