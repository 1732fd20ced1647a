import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';

type MoreBelowProps = { hasMore: boolean; loading: boolean; onMore: () => void };

/** The distance below the window, in pixels, at which the next page is loaded. */
const AHEAD = '600px';

/** The end of the loaded pages: loads the next one when it comes near the window, or by a button. */
export function LoadMore({ hasMore, loading, onMore }: MoreBelowProps) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => {
    if (!loading) onMore();
  });
  // The end may still be in view after a page has loaded, so it is observed again after each.
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
