/** What permissions are given for. `coaching` is sessions, insights and metrics together; `people` is accounts, teams, roles and the audit. */
export const ACCESS_NOUNS = [
  'lead',
  'customer',
  'transcription',
  'liveCall',
  'order',
  'interactionFlow',
  'aiResponse',
  'task',
  'coaching',
  'trainingItem',
  'emailTemplate',
  'coachingRule',
  'integration',
  'people',
  'workspace',
] as const;
export type AccessNoun = (typeof ACCESS_NOUNS)[number];

export const ACCESS_NOUN_LABELS = {
  lead: 'Leads',
  customer: 'Customers',
  transcription: 'Calls',
  liveCall: 'Live calls',
  order: 'Orders',
  interactionFlow: 'Flows',
  aiResponse: 'Replies',
  task: 'Tasks',
  coaching: 'Coaching',
  trainingItem: 'Training items',
  emailTemplate: 'Email templates',
  coachingRule: 'Coaching rules',
  integration: 'Integrations',
  people: 'People',
  workspace: 'Workspace settings',
} as const satisfies Record<AccessNoun, string>;

export const ACCESS_ACTIONS = ['read', 'change', 'delete', 'export', 'import', 'configure'] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** Whose rows: one’s own, those of one’s team and the teams below it, or all. Nouns without an owner know `all` only. */
export const ACCESS_SCOPES = ['own', 'team', 'all'] as const;
export type AccessScope = (typeof ACCESS_SCOPES)[number];

/** The nouns whose rows have an owner; orders have that of their customer. */
export const OWNED_NOUNS = [
  'lead',
  'customer',
  'transcription',
  'liveCall',
  'order',
  'interactionFlow',
  'aiResponse',
  'task',
  'coaching',
] as const satisfies readonly AccessNoun[];
export type OwnedNoun = (typeof OWNED_NOUNS)[number];

/** What a noun can be asked for; `people`, `workspace`, `integration` and `coachingRule` are read and configured. */
export const ACTIONS_OF = {
  lead: ['read', 'change', 'delete', 'export', 'import'],
  customer: ['read', 'change', 'delete', 'export', 'import'],
  transcription: ['read', 'change', 'delete', 'export', 'import'],
  liveCall: ['read', 'change', 'export'],
  order: ['read', 'export', 'import'],
  interactionFlow: ['read', 'change', 'export'],
  aiResponse: ['read', 'change', 'export'],
  task: ['read', 'change', 'delete', 'export'],
  coaching: ['read', 'change', 'export'],
  trainingItem: ['read', 'change', 'delete', 'export', 'import'],
  emailTemplate: ['read', 'change', 'delete', 'export'],
  coachingRule: ['read', 'configure'],
  integration: ['read', 'configure'],
  people: ['read', 'configure'],
  workspace: ['read', 'configure'],
} as const satisfies Record<AccessNoun, readonly AccessAction[]>;

export const ROLE_KEYS = ['admin', 'manager', 'coach', 'rep', 'analyst', 'read_only'] as const;
export type RoleKey = (typeof ROLE_KEYS)[number];

export const isRoleKey = (key: string): key is RoleKey => ROLE_KEYS.some((known) => known === key);
/** The role of a stored key; one from a later version may only read. */
export const roleKeyOf = (key: string): RoleKey => (isRoleKey(key) ? key : 'read_only');

/** Whether every account sees all rows that its role may see at all, or only those in the scope of its role. */
export const RECORD_SCOPES = ['everyone', 'by_role'] as const;
export type RecordScope = (typeof RECORD_SCOPES)[number];

/**
 * Who may register: nobody; nobody, and the sign-in page says to ask for an invitation; whoever has an address at the company’s email
 * domain; or anyone. Invitations work with each of them.
 */
export const REGISTRATION_MODES = ['closed', 'invitation', 'domain', 'open'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** Days after which an invitation expires. */
export const INVITATION_DAYS = 7;

/** What a role may do: the scope of each action it has. */
export type Permissions = { readonly [Noun in AccessNoun]?: { readonly [Action in AccessAction]?: AccessScope } };

interface RoleDefaults {
  readonly name: string;
  readonly description: string;
  readonly permissions: Permissions;
}

const granted = (nouns: readonly AccessNoun[], scope: AccessScope, actions: readonly AccessAction[] = ACCESS_ACTIONS): Permissions =>
  Object.fromEntries(
    nouns.map((noun) => [
      noun,
      Object.fromEntries(ACTIONS_OF[noun].filter((action) => actions.includes(action)).map((action) => [action, scope])),
    ]),
  );

const RECORDS = OWNED_NOUNS.filter((noun) => noun !== 'coaching');
const SHARED = ['trainingItem', 'emailTemplate'] as const;
const SETTINGS = ['coachingRule', 'integration'] as const;

/** The roles a workspace starts with. An admin may change what each of them may do, except the admin role itself. */
export const DEFAULT_ROLES = {
  admin: {
    name: 'Admin',
    description: 'Everything, including people, roles and settings.',
    permissions: granted(ACCESS_NOUNS, 'all'),
  },
  manager: {
    name: 'Manager',
    description: 'Everything of their teams, and the shared training items and templates.',
    permissions: {
      ...granted([...RECORDS, 'coaching'], 'team'),
      ...granted([...SHARED, ...SETTINGS], 'all'),
      ...granted(['people', 'workspace'], 'all', ['read']),
    },
  },
  coach: {
    name: 'Coach',
    description: 'Sees calls, live calls and coaching of their teams; works on their own.',
    permissions: {
      ...granted(RECORDS, 'team', ['read']),
      ...granted(['transcription', 'liveCall', 'coaching'], 'team', ['read', 'change', 'export']),
      task: { read: 'team', change: 'own', delete: 'own', export: 'own' },
      ...granted(SHARED, 'all'),
      ...granted(['coachingRule'], 'all'),
      ...granted(['integration', 'people', 'workspace'], 'all', ['read']),
    },
  },
  rep: {
    name: 'Rep',
    description: 'Works on their own leads, customers and calls.',
    permissions: {
      ...granted([...RECORDS, 'coaching'], 'own'),
      ...granted([...SHARED, ...SETTINGS], 'all'),
      ...granted(['people', 'workspace'], 'all', ['read']),
    },
  },
  analyst: {
    name: 'Analyst',
    description: 'Reads and exports everything, and changes nothing.',
    permissions: {
      ...granted([...RECORDS, ...SHARED], 'all', ['read', 'export']),
      ...granted([...SETTINGS, 'people', 'workspace'], 'all', ['read']),
    },
  },
  read_only: {
    name: 'Read-only',
    description: 'Reads everything; exports and changes nothing.',
    permissions: granted([...RECORDS, ...SHARED, ...SETTINGS, 'people', 'workspace'], 'all', ['read']),
  },
} as const satisfies Record<RoleKey, RoleDefaults>;

/** Length of a team’s name in characters, and how many teams there may be. */
export const TEAM_LIMITS = { name: 100, teams: 500 } as const;

/** How many people a list has by default and at most, how many invitations it has, and the largest capacity in open leads. */
export const PEOPLE_LIMITS = { page: 50, people: 1000, invitations: 200, capacity: 100_000 } as const;
