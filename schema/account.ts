import { OWNED_NOUNS } from '#contract/access.ts';
import type { ReadScope as ReadScopeShape } from '#domain/access/access.ts';
import type { SignedIn, Visitor } from '#domain/account/service.ts';
import {
  Conflict,
  Forbidden,
  Invalid,
  RegistrationClosed,
  SecondFactorRequired,
  SecondFactorSetupRequired,
  TooManyAttempts,
  WrongPassword,
} from '#domain/failures.ts';
import { ColumnRead, reads } from '#domain/query/field-reads.ts';
import type { Context, Workspace as WorkspaceShape } from '#domain/request-context.ts';
import { MAX_ASSIGNEES } from '#domain/user/service.ts';
import { displayName } from '#domain/viewer.ts';
import type { User as UserRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { AccessNoun, AccessScope } from './people/permission.ts';
import { Team } from './people/team.ts';
import { logoUrl, WeekStart } from './workspace-settings.ts';

/** The public columns of a user: never the password's hash. */
type Person = Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'jobTitle' | 'profileImageUrl'>;

export const User = builder.objectRef<Person>('User').implement({
  description: 'A person with an account on this server.',
  fields: (t) => ({
    id: t.exposeID('id', { extensions: reads(new ColumnRead('id')), description: 'The user’s id, the same in REST and exports.' }),
    username: t.exposeString('username', {
      extensions: reads(new ColumnRead('username')),
      description: 'The name used to sign in. Unique.',
    }),
    displayName: t.string({ description: 'First and last name, or the username when both are empty.', resolve: displayName }),
    firstName: t.exposeString('firstName', { extensions: reads(new ColumnRead('firstName')), description: 'Empty when not given.' }),
    lastName: t.exposeString('lastName', { extensions: reads(new ColumnRead('lastName')), description: 'Empty when not given.' }),
    email: t.exposeString('email', { extensions: reads(new ColumnRead('email')), description: 'Email address.' }),
    jobTitle: t.exposeString('jobTitle', {
      extensions: reads(new ColumnRead('jobTitle')),
      description: 'Job title, such as `Account executive`. Empty when not given.',
    }),
    profileImageUrl: t.exposeString('profileImageUrl', {
      nullable: true,
      description: 'URL of the profile picture; null when there is none.',
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description: 'Their team; null when they are in none.',
      resolve: ({ id }, _args, { loaders }) => loaders.teamOf(id),
    }),
  }),
});

const ReadScope = builder.objectRef<ReadScopeShape>('ReadScope').implement({
  description: 'Whose rows of a noun somebody may read.',
  fields: (t) => ({
    noun: t.expose('noun', { type: AccessNoun, description: 'A noun whose rows have an owner.' }),
    scope: t.expose('scope', {
      type: AccessScope,
      description: 'Whose rows, as it is now: `all` where the setting `recordScope` says so, and `own` for a team of nobody else.',
    }),
  }),
});

interface SessionShape {
  readonly user: Person;
  readonly expiresAt: Date | null;
  readonly recoveryCodes?: readonly string[] | null;
}

export const Session = builder.objectRef<SessionShape>('Session').implement({
  description: 'The current sign-in: a browser session or an API token.',
  fields: (t) => ({
    permissions: t.stringList({
      description: 'What the user’s role lets them do, with some rows at least: a noun and an action, such as `lead.export`.',
      resolve: async ({ user }, _args, { services, viewer }) => [...(await services.access.permissionsOf(user.id, viewer))],
    }),
    readScopes: t.field({
      type: [ReadScope],
      complexity: { field: OWNED_NOUNS.length },
      description: 'Whose rows the user may read, by noun. Without the nouns that they may not read at all.',
      resolve: async ({ user }, _args, { services, viewer }) => [...(await services.access.readScopesOf(user.id, viewer))],
    }),
    hasTeammates: t.boolean({
      description: 'Whether anybody else is in the user’s team or a team below it.',
      resolve: ({ user }, _args, { services, viewer }) => services.access.hasTeammates(user.id, viewer),
    }),
    user: t.field({ type: User, description: 'The signed-in user.', resolve: ({ user }) => user }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session or API token expires, UTC. Using a session extends it. Null for an API token without an expiry date.',
    }),
    recoveryCodes: t.stringList({
      nullable: true,
      description: 'The recovery codes of an authenticator app that was set up by this `signIn`. Shown only once; null otherwise.',
      resolve: ({ recoveryCodes }) => (recoveryCodes ? [...recoveryCodes] : null),
    }),
  }),
});

const Workspace = builder.objectRef<WorkspaceShape>('Workspace').implement({
  description: 'Public settings of this server. Needs no sign-in.',
  fields: (t) => ({
    companyName: t.string({
      description: 'The company’s name: as an admin set it, or else `COMPANY_NAME`.',
      resolve: ({ settings }) => settings().values.companyName,
    }),
    logoUrl: t.string({
      nullable: true,
      description: 'Path of the company’s logo; null without one.',
      resolve: ({ settings }) => logoUrl(settings()),
    }),
    accentColor: t.string({
      nullable: true,
      description: 'The color of buttons and links, such as `#0F766E`; null for Callboard’s own.',
      resolve: ({ settings }) => settings().values.accentColor,
    }),
    currency: t.string({
      description: 'The currency of leads and calls, an ISO 4217 code.',
      resolve: ({ settings }) => settings().values.currency,
    }),
    timeZone: t.string({
      nullable: true,
      description: 'The time zone of analytics and dates, an IANA name; null for that of each browser.',
      resolve: ({ settings }) => settings().values.timeZone,
    }),
    weekStart: t.field({
      type: WeekStart,
      description: 'The first day of the week.',
      resolve: ({ settings }) => settings().values.weekStart,
    }),
    locale: t.string({
      nullable: true,
      description: 'The language of dates and numbers, a BCP 47 tag; null for that of each browser.',
      resolve: ({ settings }) => settings().values.locale,
    }),
    demo: t.exposeBoolean('demo', { description: 'Whether this server runs on the demo data.' }),
    demoSignIn: t.boolean({
      description: 'Whether the demo sign-in still works: `demo` with the password `callboard`.',
      resolve: (_workspace, _args, { services }) => services.demoSignIn.works(),
    }),
    registrationOpen: t.boolean({
      description: 'Whether one can create an account without an invitation: with any address, or with one at the company’s domain.',
      resolve: (_workspace, _args, { services }) => services.accounts.registrationOpen(),
    }),
    registrationHint: t.string({
      nullable: true,
      description: 'How one gets an account, as a sentence for the sign-in page; null where anyone can register or nobody can.',
      resolve: (_workspace, _args, { services }) => services.accounts.registrationHint(),
    }),
    passwordResetByMail: t.exposeBoolean('passwordResetByMail', {
      description: 'Whether `requestPasswordReset` mails a link. If false, an admin makes the link.',
    }),
    oidcSignIn: t.exposeBoolean('oidcSignIn', {
      description: 'Whether `/auth/oidc` signs in with the company’s identity provider.',
    }),
    assistantEngine: t.exposeString('assistantEngine', { description: 'What writes replies: `offline`, or the name of the model.' }),
  }),
});

export const RegisterInput = builder.inputType('RegisterInput', {
  description: 'A new account.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description:
        'At least one character, and unique. No invisible characters, and letters of a single script, such as Latin or Cyrillic.',
    }),
    password: t.string({
      required: true,
      description: '6 to 128 characters. Not a common password, and not the name of the account, the company or the product.',
    }),
    email: t.string({
      description:
        'Default: the username if it is an email address, otherwise the username at the company’s domain. A username that is not valid in an address, such as `Ada Lovelace`, is converted: `ada.lovelace.1f2e3d4c@company.com`.',
    }),
    firstName: t.string({ description: 'Optional.' }),
    lastName: t.string({ description: 'Optional.' }),
  }),
});

builder.queryFields((t) => ({
  session: t.field({
    type: Session,
    nullable: true,
    skipTypeScopes: true,
    description: 'The current sign-in; null when not signed in.',
    resolve: (_root, _args, { viewer }) => viewer && { user: viewer, expiresAt: viewer.credential.expiresAt },
  }),
  assignees: t.withAuth({ signedIn: true }).field({
    type: [User],
    description: `People who may be given leads and customers: active accounts by name, at most ${MAX_ASSIGNEES}.`,
    args: {
      search: t.arg.string({ description: 'Part of their name, username or email address, ignoring case. Omitted: everyone.' }),
    },
    complexity: { field: 1, multiplier: MAX_ASSIGNEES },
    resolve: async (_root, { search }, { services, viewer }) => [...(await services.users.assignees(viewer, search ?? ''))],
  }),
  workspace: t.field({
    type: Workspace,
    skipTypeScopes: true,
    description: 'Public settings of this server. Needs no sign-in.',
    resolve: (_root, _args, { workspace }) => workspace,
  }),
}));

builder.mutationFields((t) => ({
  register: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, Conflict, RegistrationClosed, TooManyAttempts] },
    description: 'Create an account and sign in. Sets the session cookie.',
    args: { input: t.arg({ type: RegisterInput, required: true, description: 'The new account.' }) },
    resolve: async (_root, { input }, context) =>
      withSessionCookie(context, await context.services.accounts.register(input, visitor(context))),
  }),
  signIn: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, WrongPassword, SecondFactorRequired, SecondFactorSetupRequired, TooManyAttempts] },
    description: 'Sign in. Sets the session cookie. With an authenticator app it takes two steps: the second one has `code`, too.',
    args: {
      username: t.arg.string({ required: true, description: 'The username.' }),
      password: t.arg.string({ required: true, description: 'The password.' }),
      code: t.arg.string({ description: 'A code of the authenticator app, or a recovery code. Each works once.' }),
    },
    resolve: async (_root, credentials, context) =>
      withSessionCookie(context, await context.services.accounts.signIn(credentials, visitor(context))),
  }),
  signOut: t.boolean({
    skipTypeScopes: true,
    description: 'Sign out and close the session’s WebSockets. True if someone was signed in.',
    resolve: async (_root, _args, { viewer, services, cookie }) => {
      if (viewer) await services.accounts.signOut(viewer);
      cookie?.clear();
      return viewer !== null;
    },
  }),
}));

/** The request that signs in. Refused over a WebSocket: it cannot set the cookie, and would end the previous session for nothing. */
export function visitor({ address, userAgent, device, viewer, cookie }: Context): Visitor {
  if (!cookie) throw new Forbidden('Register and sign in over HTTP: a WebSocket cannot give you the cookie.');
  return { address, userAgent, device, previous: viewer };
}

/** Sets the session cookie and returns the session. */
export function withSessionCookie({ cookie }: Context, { user, session, device, recoveryCodes }: SignedIn) {
  cookie?.set(session, device);
  return { user, expiresAt: session.expiresAt, recoveryCodes };
}
