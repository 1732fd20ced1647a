import { Box, Button } from '@mui/material';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useMay } from '#web/session/session.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { LiveCallList } from './list/LiveCallList.tsx';
import { RepPanel } from './panel/RepPanel.tsx';
import { CallReader } from './reader/CallReader.tsx';
import { useRunningCalls } from './use-running-calls.ts';

const layout = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 1040px)': { gridTemplateColumns: 'minmax(0, 1fr) 320px' },
} as const;

// In one column the list is below the panel: a button jumps to it. It is always rendered, so that nothing moves when a call starts.
const jumpButtonStyles = { mb: 2, '@container (min-width: 1040px)': { display: 'none' } } as const;

/** The Real-Time tab: the viewer's own call, for those who may have one, and beside it every active call. */
export function RealTime() {
  const { calls, ownCallId, error, retry, hasMore, more } = useRunningCalls();
  const mayCall = useMay('liveCall.change');
  const { opened, linkTo, close } = useDrawerParam('call');
  const listRef = useRef<HTMLElement>(null);
  // If the call ended meanwhile, its card is gone and cannot take the focus back.
  const wasOpened = useRef(false);
  useEffect(() => {
    const isOpened = opened !== null;
    if (wasOpened.current && !isOpened && document.activeElement === document.body) listRef.current?.focus({ preventScroll: true });
    wasOpened.current = isOpened;
  }, [opened]);
  const otherCount = calls?.filter(({ id }) => id !== ownCallId).length ?? 0;
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      {mayCall && (
        <Button
          variant="outlined"
          startIcon={<ArrowDown size={16} aria-hidden />}
          onClick={() => {
            listRef.current?.scrollIntoView({ block: 'start' });
            listRef.current?.focus({ preventScroll: true });
          }}
          sx={jumpButtonStyles}
        >
          {otherCount === 0 ? 'Live calls' : `${otherCount} live ${otherCount === 1 ? 'call' : 'calls'}`}
        </Button>
      )}
      <Box sx={mayCall ? layout : undefined}>
        {mayCall && <RepPanel ownCallId={calls ? ownCallId : undefined} />}
        <LiveCallList ref={listRef} calls={calls} linkTo={linkTo} more={{ hasMore, more }} />
      </Box>
      {opened && <CallReader key={opened} id={opened} onClose={close} />}
    </Box>
  );
}
