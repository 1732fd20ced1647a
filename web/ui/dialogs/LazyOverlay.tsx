import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { describeError } from '#web/lib/format/describe-error.ts';
import { ChunkLoadError, reloadIfReachable } from '#web/lib/lazy-with-preload.ts';
import { ErrorBoundary } from '../states/ErrorBoundary.tsx';
import { TopProgressBar } from '../states/TopProgressBar.tsx';
import { notify } from '../toasts/toast.ts';

type LazyOverlayProps = {
  /** The lazy dialog, menu or drawer; nothing while it is closed, unless `open` is passed. */
  children: ReactNode;
  /** Whether it is open, for content that stays mounted after the first time: to animate out, or to keep its input. */
  open?: boolean;
  /** Closes content that did not load. */
  onError: () => void;
  fallback?: ReactNode;
};

const rethrowOthers = (error: unknown) => {
  if (!(error instanceof ChunkLoadError)) throw error;
  return null;
};

/** Wraps a lazy dialog, menu or drawer. If it does not load, it is closed with a toast and the page stays as it is. */
export function LazyOverlay({ children, open = Boolean(children), onError, fallback = <TopProgressBar /> }: LazyOverlayProps) {
  const [state, setState] = useState<'closed' | 'mounted' | 'failed'>('closed');
  // After the commit that opens it, so that loading code does not block a navigation.
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
