import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, CircularProgress, Typography } from '@mui/material';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { refetchFailedQueries } from '#web/apollo/connection-state.ts';
import { onResync, onSessionEnded, onSignedOut } from '#web/apollo/session-signals.ts';
import type { SessionQuery } from '#web/gql/graphql.ts';
import { useRetryWithBackoff } from '#web/lib/back-off.ts';
import { configureFormats } from '#web/lib/format/formats.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useWindowFocus } from '#web/lib/use-window-focus.ts';
import { SessionDocument, SignedInAs } from '#web/session/session.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

// Loaded only for those who have a colour of their own; the splash screen stays until then.
const AccentColor = lazyWithPreload(() => import('#web/theme/AccentColor.tsx').then((m) => m.AccentColor));
const Login = lazyWithPreload(() => import('#web/features/login/Login.tsx').then((m) => m.Login));
const SignInDialog = lazyWithPreload(() => import('#web/features/login/SignInDialog.tsx').then((m) => m.SignInDialog));

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

type KnownSession = NonNullable<SessionQuery['session']>;

function Gate({ children }: { children: ReactNode }) {
  const { data, error, loading, refetch } = useQuery(SessionDocument, { notifyOnNetworkStatusChange: true });
  const client = useApolloClient();
  const ask = () => client.query({ query: SessionDocument, fetchPolicy: 'network-only' }).catch(() => null);
  // The screen of a session that ended stays, for what is typed on it, until the person signs in again or leaves.
  const [last, setLast] = useState<KnownSession | null>(null);
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    if ((await ask())?.data?.session === null) await client.clearStore();
    else setLeaving(false);
  };
  useEffect(() => onSessionEnded(ask));
  useEffect(() => onSignedOut(leave));
  // A sign-in in another tab applies here, too.
  useWindowFocus(() => {
    if (data && !data.session) void resume();
  });
  const resume = async () => {
    if ((await ask())?.data?.session) await refetchFailedQueries(client);
  };
  // What is offered follows a new role at once.
  useEffect(() => onResync(ask));
  // The splash screen stays until the code of the next screen is loaded.
  const known = useDeferredValue(data);
  const session = known?.session ?? null;
  const isSomeoneElse = session !== null && last !== null && session.user.id !== last.user.id;
  // Nothing that belongs to one person is shown to another.
  useEffect(() => {
    if (isSomeoneElse) window.location.reload();
  }, [isSomeoneElse]);
  if (session && session !== last && !isSomeoneElse) {
    setLast(session);
    setLeaving(false);
  }

  if (!data && !loading) return <ServerUnavailable error={error} onRetry={() => refetch()} onQuietRetry={ask} />;
  if (!known || isSomeoneElse) return <Splash />;
  configureFormats(known.workspace);
  const { pathname } = window.location;
  const { accentColor } = known.workspace;
  const shown = session ?? (leaving ? null : last);
  return (
    <>
      {accentColor && <AccentColor hex={accentColor} />}
      {shown && !LINK.test(pathname) ? (
        <SignedInAs {...shown} viewer={shown.user} workspace={known.workspace}>
          {children}
          {!session && (
            <Suspense>
              <SignInDialog username={shown.user.username} oidc={known.workspace.oidcSignIn} onSignedIn={resume} onLeave={leave} />
            </Suspense>
          )}
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
