import { useApolloClient } from '@apollo/client/react';
import { createContext, type ReactNode, use } from 'react';
import type { ACTIONS_OF, AccessNoun } from '#contract/access.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SessionQuery } from '#web/gql/graphql.ts';

export const SessionDocument = graphql(`
  query Session {
    session {
      expiresAt
      permissions
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
      logoUrl
      accentColor
      currency
      timeZone
      weekStart
      locale
      demo
      demoSignIn
      registrationOpen
      registrationHint
      assistantEngine
      passwordResetByMail
      oidcSignIn
    }
  }
`);

export type Viewer = NonNullable<SessionQuery['session']>['user'];
export type Workspace = SessionQuery['workspace'];

/** An action on a noun, such as `lead.change`. */
export type Permission = { [Noun in AccessNoun]: `${Noun}.${(typeof ACTIONS_OF)[Noun][number]}` }[AccessNoun];

/** Without `permissions` it is not known what the viewer may do. */
type SignedInState = { viewer: Viewer; workspace: Workspace; permissions?: readonly string[] };

const SignedIn = createContext<SignedInState | null>(null);

function useSignedIn() {
  const signedIn = use(SignedIn);
  if (!signedIn) throw new Error('Only inside the session gate is someone signed in.');
  return signedIn;
}

/** The signed-in user. */
export const useViewer = (): Viewer => useSignedIn().viewer;

/** How the viewer is greeted; the contract's rule, without the form library that its module brings. */
export function useGreetingName(): string {
  const { firstName, username } = useViewer();
  return firstName || username;
}

/** The settings of this installation. */
export const useWorkspace = (): Workspace => useSignedIn().workspace;

/** What the viewer may do, such as `workspace.configure`. */
export const usePermissions = (): readonly string[] => useSignedIn().permissions ?? NO_PERMISSIONS;

const NO_PERMISSIONS: readonly string[] = [];

/** Whether the viewer may do something with some rows at least. What they may not do is not offered; the server decides. */
export function useMay(permission: Permission): boolean {
  const permissions = use(SignedIn)?.permissions;
  return permissions === undefined || permissions.includes(permission);
}

/** Shows what somebody needs a permission for to those who have it. */
export const Permitted = ({ to, children }: { to: Permission; children: ReactNode }) => (useMay(to) ? children : null);

type SignedInAsProps = SignedInState & { children: ReactNode };

/** Provides the viewer; the session gate passes the session's user. */
export function SignedInAs({ viewer, workspace, permissions, children }: SignedInAsProps) {
  return <SignedIn value={{ viewer, workspace, permissions }}>{children}</SignedIn>;
}

/** Refetches the session; if it has ended, shows the login screen and clears the cache. */
export function useForgetSession() {
  const client = useApolloClient();
  return async () => {
    const { data } = await client.query({ query: SessionDocument, fetchPolicy: 'network-only', errorPolicy: 'all' });
    if (data && !data.session) await client.clearStore();
  };
}
