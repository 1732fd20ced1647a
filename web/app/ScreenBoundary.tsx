import { useApolloClient } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type ReactNode, Suspense, useEffect } from 'react';
import { onReconnect, refetchFailedQueries } from '#web/apollo/connection-state.ts';
import { ChunkLoadError } from '#web/lib/lazy-with-preload.ts';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

const frame = { maxWidth: 1440, mx: 'auto', px: { xs: 2, sm: 3 }, py: 3 } as const;

/** Suspense and error boundary of a screen, so that the rest of the page stays. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const client = useApolloClient();
  return (
    <ErrorBoundary fallback={(error, retry) => <ScreenError error={error} onRetry={retry} />} onRetry={() => refetchFailedQueries(client)}>
      <Suspense fallback={<ScreenLoading />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The error of a screen. Code that did not load is reloaded when the server is back. */
function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => {
    if (error instanceof ChunkLoadError) return onReconnect(onRetry);
  }, [error, onRetry]);
  return (
    <Box sx={frame}>
      <ErrorPanel error={error} onRetry={onRetry} />
    </Box>
  );
}

/** The frame of a screen whose code or first data is still loading. */
function ScreenLoading() {
  return <DetailSkeleton label="Loading" blocks={[320]} sx={frame} />;
}
