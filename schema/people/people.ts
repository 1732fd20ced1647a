import { ACTIONS_OF, DEFAULT_ROLES, PEOPLE_LIMITS, ROLE_KEYS, roleKeyOf, TEAM_LIMITS } from '#contract/access.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { PersonRow, DeactivationPreview as Preview } from '#domain/people/accounts.ts';
import type { Permission } from '#domain/people/service.ts';
import type { Role as RoleRow } from '#prisma/generated/client.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { AccessAction, AccessNoun, AccessScope } from './permission.ts';
import { Team } from './team.ts';

/** Permissions of a role, at most. */
const PERMISSIONS = Object.values(ACTIONS_OF).flat().length;

export const RoleKey = builder.enumType('RoleKey', {
  description: 'A role. What it may do is in `roles`; the values say what it may do until an admin changes it.',
  values: Object.fromEntries(ROLE_KEYS.map((key) => [key, { value: key, description: DEFAULT_ROLES[key].description }])),
});

const RolePermission = builder.objectRef<Permission>('RolePermission').implement({
  description: 'An action that a role may do with a noun.',
  fields: (t) => ({
    noun: t.expose('noun', { type: AccessNoun, description: 'What it is given for.' }),
    action: t.expose('action', { type: AccessAction, description: 'What one may do.' }),
    scope: t.expose('scope', { type: AccessScope, description: 'With whose rows. `all` where rows belong to nobody.' }),
  }),
});

const Role = builder.objectRef<RoleRow>('Role').implement({
  description: 'What people with it may do.',
  fields: (t) => ({
    key: t.field({ type: RoleKey, description: 'The role.', resolve: ({ key }) => roleKeyOf(key) }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    description: t.exposeString('description', { description: 'What it is for, in a sentence.' }),
    requiresSecondFactor: t.exposeBoolean('requiresSecondFactor', {
      description: 'Whether its people need a second factor to sign in with a password.',
    }),
    permissions: t.field({
      type: [RolePermission],
      complexity: { field: PERMISSIONS },
      description: 'What it may do, by noun and action. What is missing is not allowed.',
      resolve: async ({ key }, _args, { services }) => [...(await services.people.permissions(key))],
    }),
  }),
});

export const Person = builder.objectRef<PersonRow>('Person').implement({
  description: 'An account as an admin sees it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The user’s id.' }),
    user: t.field({ type: User, description: 'Names and addresses.', resolve: (person) => person }),
    role: t.expose('roleKey', { type: RoleKey, description: 'Their role.' }),
    teamId: t.exposeID('teamId', { nullable: true, description: 'The id of their team; null for none.' }),
    teamName: t.exposeString('teamName', { nullable: true, description: 'The name of their team; null for none.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether they may sign in.' }),
    absentFrom: t.expose('absentFrom', { type: 'DateTime', nullable: true, description: 'When their absence begins, UTC; null for none.' }),
    absentUntil: t.expose('absentUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends, UTC; null for until further notice, and for no absence.',
    }),
    capacity: t.exposeInt('capacity', {
      nullable: true,
      description: 'How many open leads may be assigned to them; null for no limit.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created, UTC.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they last used Callboard in a browser that is still signed in, UTC, to the minute; null where there is none.',
    }),
    sessions: t.exposeInt('sessions', { description: 'How many browsers they are signed in with.' }),
    tokens: t.exposeInt('tokens', { description: 'How many valid API tokens they have.' }),
    hasAuthenticatorApp: t.exposeBoolean('hasAuthenticatorApp', { description: 'Whether an authenticator app is set up.' }),
    passkeys: t.exposeInt('passkeys', { description: 'How many passkeys they have.' }),
    usesIdentityProvider: t.exposeBoolean('usesIdentityProvider', {
      description: 'Whether they sign in with the company’s identity provider.',
    }),
    secondFactorExempt: t.exposeBoolean('secondFactorExempt', {
      description: 'Whether this is the operator’s emergency account, which signs in without the second factor that its role requires.',
    }),
  }),
});

const People = builder.objectRef<{ readonly rows: readonly PersonRow[]; readonly count: number }>('People').implement({
  description: 'The first of the people who match.',
  fields: (t) => ({
    nodes: t.field({ type: [Person], description: 'Open accounts first, then by username.', resolve: ({ rows }) => [...rows] }),
    totalCount: t.exposeInt('count', { description: 'How many match.' }),
  }),
});

const DeactivationPreview = builder.objectRef<Preview>('DeactivationPreview').implement({
  description: 'What somebody has that is handed over or ends when their account is deactivated.',
  fields: (t) => ({
    leads: t.exposeInt('leads', { description: 'Leads that are neither won nor lost: handed over.' }),
    customers: t.exposeInt('customers', { description: 'Customers: handed over.' }),
    flows: t.exposeInt('flows', { description: 'Flows that are not completed: handed over.' }),
    tasks: t.exposeInt('tasks', { description: 'Open tasks: handed over.' }),
    liveCalls: t.exposeInt('liveCalls', { description: 'Live calls under way: they stay and are closed once they are silent.' }),
    sessions: t.exposeInt('sessions', { description: 'Browsers they are signed in with: signed out.' }),
    tokens: t.exposeInt('tokens', { description: 'Valid API tokens: revoked.' }),
  }),
});

const PersonInput = builder.inputType('ChangePersonInput', {
  description: 'What is changed of an account. What is left out stays as it is.',
  fields: (t) => ({
    role: t.field({ type: RoleKey, description: 'Another role; null leaves it as it is.' }),
    teamId: t.id({ description: 'Another team; null for none.' }),
    absentFrom: t.field({ type: 'DateTime', description: 'When an absence begins; null for none.' }),
    absentUntil: t.field({ type: 'DateTime', description: 'When it ends; null for until further notice.' }),
    capacity: t.int({ description: `How many open leads may be assigned to them, at most ${PEOPLE_LIMITS.capacity}; null for no limit.` }),
  }),
});

const TeamInput = builder.inputType('TeamInput', {
  description: 'A team.',
  fields: (t) => ({
    name: t.string({ required: true, description: `Its name, at most ${TEAM_LIMITS.name} characters. Unique.` }),
    parentId: t.id({ description: 'The team above; null for none.' }),
  }),
});

const PermissionInput = builder.inputType('PermissionInput', {
  description: 'One cell of the permission table.',
  fields: (t) => ({
    role: t.field({ type: RoleKey, required: true, description: 'The role; the admin role cannot be changed.' }),
    noun: t.field({ type: AccessNoun, required: true, description: 'What it is given for.' }),
    action: t.field({ type: AccessAction, required: true, description: 'What one may do.' }),
    scope: t.field({ type: AccessScope, description: 'With whose rows; null takes the permission away.' }),
  }),
});

const ADMIN_ONLY = 'For admins who are signed in: an API token cannot.';
const idOf = 'The id of the account.';

builder.queryFields((t) => ({
  people: t.withAuth({ signedIn: true }).field({
    type: People,
    complexity: ({ first }) => ({ field: first ?? PEOPLE_LIMITS.page }),
    description: `Accounts, open ones first, then by username. ${ADMIN_ONLY}`,
    args: {
      search: t.arg.string({ description: 'Part of a name, a username or an email address.' }),
      role: t.arg({ type: RoleKey, description: 'Only those with this role.' }),
      teamId: t.arg.id({ description: 'Only those in this team.' }),
      isActive: t.arg.boolean({ description: 'Only open (true) or deactivated (false) accounts.' }),
      first: t.arg.int({ defaultValue: PEOPLE_LIMITS.page, description: `How many, at most ${PEOPLE_LIMITS.people}.` }),
    },
    resolve: (_root, question, { services, viewer }) => services.accountsOfOthers.list(viewer, question),
  }),
  deactivationPreview: t.withAuth({ signedIn: true }).field({
    type: DeactivationPreview,
    errors: { types: [NotFound] },
    description: `What is handed over or ends when an account is deactivated. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: idOf }) },
    resolve: (_root, { id }, { services, viewer }) => services.accountsOfOthers.deactivationPreview(viewer, id),
  }),
  teams: t.withAuth({ signedIn: true }).field({
    type: [Team],
    complexity: { field: TEAM_LIMITS.teams },
    description: `All teams by name, at most ${TEAM_LIMITS.teams}.`,
    resolve: async (_root, _args, { services, viewer }) => [...(await services.people.teams(viewer))],
  }),
  roles: t.withAuth({ signedIn: true }).field({
    type: [Role],
    complexity: { field: ROLE_KEYS.length },
    description: 'All roles, those that may do most first.',
    resolve: async (_root, _args, { services, viewer }) => [...(await services.people.roles(viewer))],
  }),
}));

builder.mutationFields((t) => ({
  changePerson: t.withAuth({ signedIn: true }).field({
    type: Person,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: `Give an account another role, team, absence or capacity. The last admin stays one. ${ADMIN_ONLY}`,
    args: {
      id: t.arg.id({ required: true, description: idOf }),
      input: t.arg({ type: PersonInput, required: true, description: 'What is changed.' }),
    },
    resolve: async (_root, { id, input }, { services, viewer }) => {
      await services.people.changePerson(viewer, id, input);
      return services.accountsOfOthers.person(viewer, id);
    },
  }),
  deactivatePerson: t.withAuth({ signedIn: true }).field({
    type: Person,
    errors: { types: [NotFound, Conflict] },
    description: `Close an account: open leads, customers, open flows and open tasks are handed over, sessions end, API tokens and open invitations are revoked, all at once. The last admin and oneself cannot be deactivated. ${ADMIN_ONLY}`,
    args: {
      id: t.arg.id({ required: true, description: idOf }),
      handOverTo: t.arg.id({ description: 'Who owns their open leads, customers, open flows and open tasks then; null for nobody.' }),
    },
    resolve: (_root, { id, handOverTo }, { services, viewer }) => services.accountsOfOthers.deactivate(viewer, id, handOverTo ?? null),
  }),
  reactivatePerson: t.withAuth({ signedIn: true }).field({
    type: Person,
    errors: { types: [NotFound] },
    description: `Open an account again. What was handed over stays there, and revoked tokens stay revoked. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: idOf }) },
    resolve: (_root, { id }, { services, viewer }) => services.accountsOfOthers.reactivate(viewer, id),
  }),
  endSessionsOf: t.withAuth({ signedIn: true }).field({
    type: Person,
    errors: { types: [NotFound] },
    description: `Sign somebody out of every browser; their open WebSockets close. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: idOf }) },
    resolve: (_root, { id }, { services, viewer }) => services.accountsOfOthers.endSessions(viewer, id),
  }),
  removeSecondFactorsOf: t.withAuth({ signedIn: true }).field({
    type: Person,
    errors: { types: [NotFound, Conflict] },
    description: `Remove the authenticator app, the recovery codes and the passkeys of somebody who lost their device, and sign them out everywhere. Not your own. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: idOf }) },
    resolve: (_root, { id }, { services, viewer }) => services.accountsOfOthers.removeSecondFactors(viewer, id),
  }),
  revokeTokensOf: t.withAuth({ signedIn: true }).field({
    type: Person,
    errors: { types: [NotFound] },
    description: `Revoke all API tokens of somebody. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: idOf }) },
    resolve: (_root, { id }, { services, viewer }) => services.accountsOfOthers.revokeTokens(viewer, id),
  }),
  createTeam: t.withAuth({ signedIn: true }).field({
    type: Team,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: `Create a team. ${ADMIN_ONLY}`,
    args: { input: t.arg({ type: TeamInput, required: true, description: 'The new team.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.people.createTeam(viewer, input),
  }),
  updateTeam: t.withAuth({ signedIn: true }).field({
    type: Team,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: `Rename a team or put it below another one. ${ADMIN_ONLY}`,
    args: {
      id: t.arg.id({ required: true, description: 'The team’s id.' }),
      input: t.arg({ type: TeamInput, required: true, description: 'Its name and the team above.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.people.updateTeam(viewer, id, input),
  }),
  deleteTeam: t.withAuth({ signedIn: true }).field({
    type: Team,
    errors: { types: [NotFound, Conflict] },
    description: `Delete a team without teams below it; its people are in no team then. ${ADMIN_ONLY}`,
    args: { id: t.arg.id({ required: true, description: 'The team’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.people.deleteTeam(viewer, id),
  }),
  setPermission: t.withAuth({ signedIn: true }).field({
    type: Role,
    errors: { types: [Invalid] },
    description: `Set one cell of the permission table. Who is signed in obeys it at once. ${ADMIN_ONLY}`,
    args: { input: t.arg({ type: PermissionInput, required: true, description: 'The cell.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.people.setPermission(viewer, { ...input, scope: input.scope ?? null }),
  }),
}));
