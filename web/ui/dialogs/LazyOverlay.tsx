import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { describeError } from '#web/lib/format/describe-error.ts';
import { ChunkLoadError, reloadIfReachable } from '#web/lib/lazy-with-preload.ts';
import { ErrorBoundary } from '../states/ErrorBoundary.tsx';
import { TopProgressBar } from '../states/TopProgressBar.tsx';
import { notify } from '../toasts/toast.ts';

type LazyOverlayProps = {
  /** The lazy dialog, menu or drawer; nothing while it is closed, unless `open` says so. */
  children: ReactNode;
  /** For what stays mounted once it was open: to animate out, or to keep what was typed. */
  open?: boolean;
  /** Closes what could not be loaded. */
  onError: () => void;
  fallback?: ReactNode;
};

const rethrowOthers = (error: unknown) => {
  if (!(error instanceof ChunkLoadError)) throw error;
  return null;
};

/** Around a lazy dialog, menu or drawer. If it does not load it is closed with a toast, and the page stays as it is. */
export function LazyOverlay({ children, open = Boolean(children), onError, fallback = <TopProgressBar /> }: LazyOverlayProps) {
  const [state, setState] = useState<'closed' | 'mounted' | 'failed'>('closed');
  // After the commit that opens it: a navigation is not held up by code that is still loading.
  useLayoutEffect(() => {
    if (open && state === 'closed') setState('mounted');
    if (!open && state === 'failed') setState('closed');
  }, [open, state]);

  const close = (error: unknown) => {
    if (!(error instanceof ChunkLoadError)) return;
    const { title, hint } = describeError(error);
    notify({ title, description: hint, tone: 'error', action: { label: 'Reload', run: reloadIfReachable } });
    setState('failed');
    onError();
  };
  if (state !== 'mounted') return null;
  return (
    <ErrorBoundary onError={close} fallback={rethrowOthers}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
