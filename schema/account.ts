import type { SignedIn, Visitor } from '#domain/account/service.ts';
import { Conflict, Forbidden, Invalid, RegistrationClosed, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import type { Context, Workspace as WorkspaceShape } from '#domain/request-context.ts';
import { displayName } from '#domain/viewer.ts';
import type { User as UserRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';

/** What others may know of a person; the password's hash is not among it. */
type Person = Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'jobTitle' | 'profileImageUrl'>;

export const User = builder.objectRef<Person>('User').implement({
  description: 'Someone who works here.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    username: t.exposeString('username', { description: 'What they sign in with.' }),
    displayName: t.string({ description: 'How others see them: first and last name, or else the username.', resolve: displayName }),
    firstName: t.exposeString('firstName', { description: 'Empty when not given.' }),
    lastName: t.exposeString('lastName', { description: 'Empty when not given.' }),
    email: t.exposeString('email', { description: 'Email address.' }),
    jobTitle: t.exposeString('jobTitle', { description: 'Shown on the person’s card.' }),
    profileImageUrl: t.exposeString('profileImageUrl', { nullable: true, description: 'A picture, where there is one.' }),
  }),
});

export const Session = builder.objectRef<{ readonly user: Person; readonly expiresAt: Date | null }>('Session').implement({
  description: 'Someone is signed in.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'Who.', resolve: ({ user }) => user }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when, unless it is used before; null for an API token that does not expire.',
    }),
  }),
});

const Workspace = builder.objectRef<WorkspaceShape>('Workspace').implement({
  description: 'What anyone may know about this installation.',
  fields: (t) => ({
    companyName: t.exposeString('companyName', { description: 'Whose CRM this is.' }),
    demo: t.exposeBoolean('demo', { description: 'Whether this is the demo world, with invented people.' }),
    demoSignIn: t.boolean({
      description: 'Whether the sign-in of the demo world still lets one in: `demo` with the password `callboard`.',
      resolve: (_workspace, _args, { services }) => services.demoSignIn.works(),
    }),
    registrationOpen: t.exposeBoolean('registrationOpen', { description: 'Whether anyone may make an account.' }),
    assistantEngine: t.exposeString('assistantEngine', { description: 'Who answers customers: `offline`, or the name of the model.' }),
  }),
});

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'A new account.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description: 'At least one character; not taken. No invisible characters, and letters of one script only, such as Latin or Cyrillic.',
    }),
    password: t.string({
      required: true,
      description: '6 to 128 characters; none of the commonest passwords, and not the name of the account, the company or the product.',
    }),
    email: t.string({
      description:
        'Left out: the username where it is an address, else the username at the company’s domain. A username that gives no valid address, such as `Ada Lovelace`, becomes one that is: `ada.lovelace.1f2e3d4c@company.com`.',
    }),
    firstName: t.string({ description: 'May be left out.' }),
    lastName: t.string({ description: 'May be left out.' }),
  }),
});

builder.queryFields((t) => ({
  session: t.field({
    type: Session,
    nullable: true,
    skipTypeScopes: true,
    description: 'Who is signed in; null for nobody.',
    resolve: (_root, _args, { viewer }) => viewer && { user: viewer, expiresAt: viewer.credential.expiresAt },
  }),
  workspace: t.field({
    type: Workspace,
    skipTypeScopes: true,
    description: 'What anyone may know about this installation.',
    resolve: (_root, _args, { workspace }) => workspace,
  }),
}));

builder.mutationFields((t) => ({
  register: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, Conflict, RegistrationClosed, TooManyAttempts] },
    description: 'Make an account and sign in. The session comes as a cookie.',
    args: { input: t.arg({ type: RegisterInput, required: true, description: 'The new account.' }) },
    resolve: async (_root, { input }, context) => welcome(context, await context.services.accounts.register(input, visitor(context))),
  }),
  signIn: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, WrongPassword, TooManyAttempts] },
    description: 'Sign in. The session comes as a cookie.',
    args: {
      username: t.arg.string({ required: true, description: 'The username.' }),
      password: t.arg.string({ required: true, description: 'The password.' }),
    },
    resolve: async (_root, credentials, context) => welcome(context, await context.services.accounts.signIn(credentials, visitor(context))),
  }),
  signOut: t.boolean({
    skipTypeScopes: true,
    description: 'Sign out. Open sockets of this session close. True when someone was signed in.',
    resolve: async (_root, _args, { viewer, services, cookie }) => {
      if (viewer) await services.accounts.signOut(viewer);
      cookie?.clear();
      return viewer !== null;
    },
  }),
}));

/** Who comes to the door. A session is given as a cookie, and a WebSocket can give none: it would end one for nothing. */
function visitor({ address, userAgent, device, viewer, cookie }: Context): Visitor {
  if (!cookie) throw new Forbidden('Register and sign in over HTTP: a WebSocket cannot give you the cookie.');
  return { address, userAgent, device, previous: viewer };
}

/** Gives the browser its session, and says whose it is. */
export function welcome({ cookie }: Context, { user, session, device }: SignedIn) {
  cookie?.set(session, device);
  return { user, expiresAt: session.expiresAt };
}
