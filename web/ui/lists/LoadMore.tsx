import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';

type MoreBelowProps = { hasMore: boolean; loading: boolean; onMore: () => void };

/** Pixels below the window at which the next page is asked for already. */
const AHEAD = '600px';

/** The end of what is loaded: coming near it loads the next page, and a button does so for whoever does not scroll. */
export function LoadMore({ hasMore, loading, onMore }: MoreBelowProps) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => {
    if (!loading) onMore();
  });
  // A page that came may leave the end in sight still: it is looked at anew after each.
  useEffect(() => {
    if (!hasMore || loading || !end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && near(), { rootMargin: AHEAD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, loading]);

  if (!hasMore) return null;
  return (
    <Box ref={end} sx={{ display: 'flex', justifyContent: 'center', mt: 2 }}>
      <Button variant="outlined" onClick={onMore} aria-disabled={loading}>
        {loading ? 'Loading...' : 'Show more'}
      </Button>
    </Box>
  );
}
