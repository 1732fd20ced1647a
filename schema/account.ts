import type { SignedIn, Visitor } from '#domain/account/service.ts';
import { Conflict, Forbidden, Invalid, RegistrationClosed, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import type { Context, Workspace as WorkspaceShape } from '#domain/request-context.ts';
import { displayName } from '#domain/viewer.ts';
import type { User as UserRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';

/** What others may know of a person; the password's hash is not among it. */
type Person = Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'jobTitle' | 'profileImageUrl'>;

export const User = builder.objectRef<Person>('User').implement({
  description: 'A user of this installation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, the same in REST and exports.' }),
    username: t.exposeString('username', { description: 'The name they sign in with.' }),
    displayName: t.string({ description: 'First and last name, or the username when both are empty.', resolve: displayName }),
    firstName: t.exposeString('firstName', { description: 'Empty when not given.' }),
    lastName: t.exposeString('lastName', { description: 'Empty when not given.' }),
    email: t.exposeString('email', { description: 'Email address.' }),
    jobTitle: t.exposeString('jobTitle', { description: 'Shown on the profile card; empty when not given.' }),
    profileImageUrl: t.exposeString('profileImageUrl', { nullable: true, description: 'URL of the profile image; null if there is none.' }),
  }),
});

export const Session = builder.objectRef<{ readonly user: Person; readonly expiresAt: Date | null }>('Session').implement({
  description: 'The current session.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'The signed-in user.', resolve: ({ user }) => user }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires, UTC; each use extends it. Null for an API token that does not expire.',
    }),
  }),
});

const Workspace = builder.objectRef<WorkspaceShape>('Workspace').implement({
  description: 'Public information about this installation.',
  fields: (t) => ({
    companyName: t.exposeString('companyName', { description: 'Name of the company that uses it.' }),
    demo: t.exposeBoolean('demo', { description: 'Whether it contains demo data.' }),
    demoSignIn: t.boolean({
      description: 'Whether the demo account can sign in: `demo` with the password `callboard`.',
      resolve: (_workspace, _args, { services }) => services.demoSignIn.works(),
    }),
    registrationOpen: t.exposeBoolean('registrationOpen', { description: 'Whether anyone can register.' }),
    assistantEngine: t.exposeString('assistantEngine', { description: 'What writes replies: `offline`, or the name of the model.' }),
  }),
});

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'A new account.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description:
        'At least one character; must not be in use. No invisible characters, and letters of one script only, such as Latin or Cyrillic.',
    }),
    password: t.string({
      required: true,
      description: '6 to 128 characters. Not a common password, and not the username, the company name or the product name.',
    }),
    email: t.string({
      description:
        'Email address. Default: the username if it is an address, else the username at the company’s domain. A username that makes no valid address, such as `Ada Lovelace`, becomes `ada.lovelace.1f2e3d4c@company.com`.',
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
    description: 'The current session; null when signed out.',
    resolve: (_root, _args, { viewer }) => viewer && { user: viewer, expiresAt: viewer.credential.expiresAt },
  }),
  workspace: t.field({
    type: Workspace,
    skipTypeScopes: true,
    description: 'Public information about this installation.',
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
    resolve: async (_root, { input }, context) => welcome(context, await context.services.accounts.register(input, visitor(context))),
  }),
  signIn: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, WrongPassword, TooManyAttempts] },
    description: 'Sign in. Sets the session cookie.',
    args: {
      username: t.arg.string({ required: true, description: 'The username.' }),
      password: t.arg.string({ required: true, description: 'The password.' }),
    },
    resolve: async (_root, credentials, context) => welcome(context, await context.services.accounts.signIn(credentials, visitor(context))),
  }),
  signOut: t.boolean({
    skipTypeScopes: true,
    description: 'Sign out and close the open sockets of this session. Returns false if nobody was signed in.',
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
