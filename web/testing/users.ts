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
  user: maya,
} as const;
