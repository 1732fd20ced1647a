import { Box, Button, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type LoadMoreProps = {
  hasMore: boolean;
  /** Loads the next page; rejects if it could not. */
  onMore: () => Promise<unknown>;
};

type State = 'ready' | 'loading' | 'failed';

/** The distance below the window, in pixels, at which the next page is loaded. */
const AHEAD = '600px';

/** The end of the loaded pages: loads the next one when it comes near the window, or by a button. After a failure only by the button. */
export function LoadMore({ hasMore, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  // A new object each time, so that each loaded page has the end observed again.
  const [current, setState] = useState<{ state: State }>({ state: 'ready' });
  const { state } = current;
  const load = async () => {
    if (state === 'loading') return;
    setState({ state: 'loading' });
    const next: State = await onMore().then(
      () => 'ready',
      () => 'failed',
    );
    setState({ state: next });
  };
  const near = useEffectEvent(load);
  // Another search begins without the failure of the one before.
  if (!hasMore && state === 'failed') setState({ state: 'ready' });
  // The end may still be in view after a page has loaded, so it is observed again after each.
  useEffect(() => {
    if (!hasMore || current.state !== 'ready' || !end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && void near(), {
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, current]);

  if (!hasMore) return null;
  return (
    <Box ref={end} sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center', gap: 1.5, mt: 2 }}>
      {state === 'failed' && (
        <Typography role="alert" sx={{ color: 'text.secondary' }}>
          Couldn’t load more
        </Typography>
      )}
      <Button variant="outlined" onClick={load} aria-disabled={state === 'loading'}>
        {LABELS[state]}
      </Button>
    </Box>
  );
}

const LABELS: Record<State, string> = { ready: 'Show more', loading: 'Loading...', failed: 'Retry' };
