import { ACCESS_NOUNS, ACTIONS_OF, DEFAULT_ROLES, type Permissions, type RoleKey } from '#contract/access.ts';
import type { Viewer, Workspace } from '#web/session/session.tsx';

export const maya: Viewer = {
  __typename: 'User',
  id: 'u1',
  username: 'maya',
  firstName: 'Maya',
  lastName: 'Chen',
  displayName: 'Maya Chen',
  email: 'maya@example.com',
  jobTitle: 'Sales Manager',
  profileImageUrl: null,
};

export const workspace: Workspace = {
  __typename: 'Workspace',
  companyName: 'Northwind',
  logoUrl: null,
  accentColor: null,
  currency: 'USD',
  timeZone: null,
  weekStart: 'monday',
  locale: null,
  demo: false,
  demoSignIn: false,
  registrationOpen: true,
  registrationHint: null,
  assistantEngine: 'offline',
  passwordResetByMail: false,
  oidcSignIn: false,
};

export const session = {
  __typename: 'Session',
  expiresAt: '2030-01-01T00:00:00.000Z',
  permissions: ['workspace.configure', 'people.configure'],
  readScopes: [],
  hasTeammates: false,
  user: maya,
} as const;

/** What a role may do by default, as its session lists it: `lead.export`. */
export function permissionsOf(role: RoleKey): readonly string[] {
  const granted: Permissions = DEFAULT_ROLES[role].permissions;
  return ACCESS_NOUNS.flatMap((noun) => ACTIONS_OF[noun].filter((action) => granted[noun]?.[action]).map((action) => `${noun}.${action}`));
}
