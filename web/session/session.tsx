import { createContext, type ReactNode, use } from 'react';
import type { ACTIONS_OF, AccessNoun } from '#contract/access.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SessionQuery } from '#web/gql/graphql.ts';

export const SessionDocument = graphql(`
  query Session {
    session {
      expiresAt
      permissions
      readScopes {
        noun
        scope
      }
      hasTeammates
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

/** What a session says of the viewer's access. Absent: not known. */
type SessionAccess = {
  /** What they may do, such as `lead.export`. */
  permissions?: readonly string[];
  /** Whose rows they see, by noun; without the nouns that they may not read. */
  readScopes?: Readonly<NonNullable<SessionQuery['session']>['readScopes']>;
  /** Whether anybody else is in their team. */
  hasTeammates?: boolean;
};

type SignedInState = SessionAccess & { viewer: Viewer; workspace: Workspace };

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

/**
 * Whether the viewer may do one of these with some rows at least; what needs no permission, everybody may. What they may not do is
 * not offered; the server decides.
 */
export function useMay(...anyOf: readonly Permission[]): boolean {
  const permissions = use(SignedIn)?.permissions;
  return permissions === undefined || anyOf.length === 0 || anyOf.some((permission) => permissions.includes(permission));
}

type PermittedProps = { to: Permission | readonly Permission[]; children: ReactNode /** What the others see. */; otherwise?: ReactNode };

/** Shows what needs a permission, or one of several, to those who have it. */
export const Permitted = ({ to, children, otherwise = null }: PermittedProps) => (useMay(...[to].flat()) ? children : otherwise);

/** Whose rows the viewer may read; empty while that is not known. */
export const useSessionAccess = (): SessionAccess => use(SignedIn) ?? NOT_KNOWN;

const NOT_KNOWN: SessionAccess = {};

type SignedInAsProps = SignedInState & { children: ReactNode };

/** Provides the viewer; the session gate passes the session's user. */
export function SignedInAs({ children, ...state }: SignedInAsProps) {
  return <SignedIn value={state}>{children}</SignedIn>;
}
