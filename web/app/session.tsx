import { useApolloClient, useQuery } from '@apollo/client/react';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { onSessionEnded } from '#web/apollo/session-ended.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SessionQuery } from '#web/gql/graphql.ts';
import { later } from '#web/lib/later.ts';
import { useRetryWithBackoff } from '#web/lib/use-retry-with-backoff.ts';
import { useWindowFocus } from '#web/lib/use-window-focus.ts';
import { EntryOnDemand } from './EntryOnDemand.tsx';
import { SessionError } from './SessionError.tsx';
import { Splash } from './Splash.tsx';

export const SessionDocument = graphql(`
  query Session {
    session {
      expiresAt
      user {
        id
        username
        firstName
        lastName
        displayName
        email
        jobTitle
        profileImageUrl
      }
    }
    workspace {
      companyName
      demo
      demoSignIn
      registrationOpen
      assistantEngine
    }
  }
`);

const login = later(() => import('../features/login/Login.tsx').then((m) => m.Login));

export type Viewer = NonNullable<SessionQuery['session']>['user'];
export type Workspace = SessionQuery['workspace'];

const SignedIn = createContext<{ viewer: Viewer; workspace: Workspace } | null>(null);

function useSignedIn() {
  const signedIn = use(SignedIn);
  if (!signedIn) throw new Error('Only inside the session gate is someone signed in.');
  return signedIn;
}

/** The person who is signed in. */
export const useViewer = (): Viewer => useSignedIn().viewer;

/** How the viewer is greeted; the contract's rule, without the form library that its module brings. */
export function useGreetingName(): string {
  const { firstName, username } = useViewer();
  return firstName || username;
}

/** What this installation is. */
export const useWorkspace = (): Workspace => useSignedIn().workspace;

/** Puts someone in the place of the viewer; the gate does so with the session's user. */
export function SignedInAs({ viewer, workspace, children }: { viewer: Viewer; workspace: Workspace; children: ReactNode }) {
  return <SignedIn value={{ viewer, workspace }}>{children}</SignedIn>;
}

/** Asks the server again who is here; when it is nobody, the login screen shows and all that was loaded is forgotten. */
export function useForgetSession() {
  const client = useApolloClient();
  return async () => {
    const { data } = await client.query({ query: SessionDocument, fetchPolicy: 'network-only', errorPolicy: 'all' });
    if (data && !data.session) await client.clearStore();
  };
}

type UnansweredProps = { error: unknown; onRetry: () => void; onQuietRetry: () => void };

/** The server is asked again by itself, behind what is said of it. */
function Unanswered({ error, onRetry, onQuietRetry }: UnansweredProps) {
  useRetryWithBackoff(onQuietRetry);
  return <SessionError error={error} onRetry={onRetry} />;
}

/** Lets in who is signed in; anyone else sees the login screen and nothing more. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, loading, refetch } = useQuery(SessionDocument, { notifyOnNetworkStatusChange: true });
  const forget = useForgetSession();
  useEffect(() => onSessionEnded(forget));
  // Who signed in meanwhile in another tab is signed in here, too.
  const client = useApolloClient();
  const lookAgain = () => void client.query({ query: SessionDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
  useWindowFocus(() => {
    if (data && !data.session) lookAgain();
  });

  if (loading && !data) return <Splash />;
  if (!data) return <Unanswered error={error} onRetry={() => refetch()} onQuietRetry={lookAgain} />;
  if (!data.session) {
    return <EntryOnDemand code={login}>{(Login) => <Login workspace={data.workspace} />}</EntryOnDemand>;
  }
  return (
    <SignedInAs viewer={data.session.user} workspace={data.workspace}>
      {children}
    </SignedInAs>
  );
}
