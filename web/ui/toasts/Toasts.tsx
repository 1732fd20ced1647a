import { Box, Button } from '@mui/material';
import { Suspense, useEffect, useState } from 'react';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { ErrorBoundary } from '../states/ErrorBoundary.tsx';
import { dismiss, TOAST_DURATION, type Toast, useToast } from './toast.ts';
import { toastSurface, toastViewport } from './toast-styles.ts';

const LazyToaster = lazyWithPreload(() => import('./Toaster.tsx').then((m) => m.Toaster));

// Any of these may lead to a toast, which F8 must reach.
const FIRST_INPUT = ['pointermove', 'pointerdown', 'keydown'] as const;

/** The toaster, loaded at the first input or toast so that it does not delay the first screen. If it does not load, toasts are shown plainly. */
export function Toasts({ Toaster = LazyToaster }: { Toaster?: typeof LazyToaster }) {
  const [used, setUsed] = useState(false);
  const toast = useToast();
  usePreloadWhenIdle(Toaster);
  useEffect(() => {
    const done = new AbortController();
    const onInput = () => {
      done.abort();
      setUsed(true);
    };
    for (const event of FIRST_INPUT) document.addEventListener(event, onInput, { signal: done.signal, capture: true });
    return () => done.abort();
  }, []);
  return (
    <ErrorBoundary fallback={() => toast?.open && <PlainToast key={toast.id} toast={toast} />}>
      <Suspense>{(used || toast) && <Toaster />}</Suspense>
    </ErrorBoundary>
  );
}

/** A toast without swipe and shortcut. */
function PlainToast({ toast: { id, tone, title, description, action, aboveDialog } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), TOAST_DURATION);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <Box sx={toastViewport}>
      <Box role={tone === 'error' ? 'alert' : 'status'} data-tone={tone} data-above-dialog={aboveDialog || undefined} sx={toastSurface}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {title && <strong>{title}: </strong>}
          {description}
        </Box>
        {action && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
        <Button size="small" onClick={() => dismiss(id)}>
          Dismiss
        </Button>
      </Box>
    </Box>
  );
}
