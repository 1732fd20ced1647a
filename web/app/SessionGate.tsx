import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, CircularProgress, Typography } from '@mui/material';
import { type ReactNode, Suspense, useDeferredValue, useEffect } from 'react';
import { onResync, onSessionEnded } from '#web/apollo/session-signals.ts';
import { useRetryWithBackoff } from '#web/lib/back-off.ts';
import { configureFormats } from '#web/lib/format/formats.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useWindowFocus } from '#web/lib/use-window-focus.ts';
import { SessionDocument, SignedInAs, useForgetSession } from '#web/session/session.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

// Loaded only for those who have a colour of their own; the splash screen stays until then.
const AccentColor = lazyWithPreload(() => import('#web/theme/AccentColor.tsx').then((m) => m.AccentColor));
const Login = lazyWithPreload(() => import('#web/features/login/Login.tsx').then((m) => m.Login));

/** Links that work whoever is signed in: to accept an invitation, and to choose a new password. */
const LINK = /^\/(invitation|reset)\/./;

/** Shows the app to a signed-in user, and the login screen to anyone else. */
export function SessionGate({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(error, retry) => <SessionError error={error} onRetry={retry} />}>
      <Suspense fallback={<Splash />}>
        <Gate>{children}</Gate>
      </Suspense>
    </ErrorBoundary>
  );
}

function Gate({ children }: { children: ReactNode }) {
  const { data, error, loading, refetch } = useQuery(SessionDocument, { notifyOnNetworkStatusChange: true });
  const forget = useForgetSession();
  useEffect(() => onSessionEnded(forget));
  // A sign-in in another tab applies here, too.
  const client = useApolloClient();
  const ask = () => void client.query({ query: SessionDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
  useWindowFocus(() => {
    if (data && !data.session) ask();
  });
  // What is offered follows a new role at once.
  useEffect(() => onResync(ask));
  // The splash screen stays until the code of the next screen is loaded.
  const known = useDeferredValue(data);

  if (!data && !loading) return <ServerUnavailable error={error} onRetry={() => refetch()} onQuietRetry={ask} />;
  if (!known) return <Splash />;
  configureFormats(known.workspace);
  const { pathname } = window.location;
  const { accentColor } = known.workspace;
  return (
    <>
      {accentColor && <AccentColor hex={accentColor} />}
      {known.session && !LINK.test(pathname) ? (
        <SignedInAs {...known.session} viewer={known.session.user} workspace={known.workspace}>
          {children}
        </SignedInAs>
      ) : (
        <Login workspace={known.workspace} path={pathname} />
      )}
    </>
  );
}

/** Shown until the session is known. */
function Splash() {
  return (
    <Box
      component="main"
      role="status"
      sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, minHeight: '100dvh' }}
    >
      <CircularProgress size={28} thickness={4} aria-hidden />
      <Typography sx={{ color: 'text.secondary' }}>Loading...</Typography>
    </Box>
  );
}

/** The very first request failed, or the code after it did not load. */
function SessionError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Box component="main" sx={{ display: 'grid', placeContent: 'center', minHeight: '100dvh', p: 2 }}>
      <ErrorPanel error={error} onRetry={onRetry} />
    </Box>
  );
}

type ServerUnavailableProps = { error: unknown; onRetry: () => void; onQuietRetry: () => void };

/** Retries automatically while the message is shown. */
function ServerUnavailable({ error, onRetry, onQuietRetry }: ServerUnavailableProps) {
  useRetryWithBackoff(onQuietRetry);
  return <SessionError error={error} onRetry={onRetry} />;
}
