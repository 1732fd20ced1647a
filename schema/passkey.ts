import { PASSKEYS_PER_PERSON } from '#domain/account/passkeys.ts';
import { Conflict, Forbidden, Invalid, NotFound, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import type { Context } from '#domain/request-context.ts';
import type { Passkey as PasskeyRow } from '#prisma/generated/client.ts';
import { Session, visitor, withSessionCookie } from './account.ts';
import { builder } from './builder.ts';
import { CURRENT_PASSWORD } from './own-account.ts';

const Passkey = builder.objectRef<PasskeyRow>('Passkey').implement({
  description: 'One of your passkeys: a sign-in without username and password.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id to remove it by.' }),
    name: t.exposeString('name', { description: 'The name you gave it, such as `Laptop`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made, UTC.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you last signed in with it, UTC; null if never.',
    }),
  }),
});

const PasskeyOptions = builder.objectRef<{ readonly options: unknown }>('PasskeyOptions').implement({
  description: 'What the browser makes or finds a passkey with. It works once, for ten minutes.',
  fields: (t) => ({
    options: t.expose('options', {
      type: 'JSON',
      description: 'The options for `navigator.credentials`, as WebAuthn writes them in JSON.',
    }),
  }),
});

builder.queryField('passkeys', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [Passkey],
    complexity: { field: PASSKEYS_PER_PERSON },
    description: `Your passkeys, oldest first. At most ${PASSKEYS_PER_PERSON}.`,
    resolve: (_root, _args, { services, viewer }) => services.passkeys.list(viewer),
  }),
);

builder.mutationFields((t) => ({
  beginPasskeyRegistration: t.withAuth({ signedIn: true }).field({
    type: PasskeyOptions,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: 'Begin to make a passkey. An API token cannot do this.',
    args: { currentPassword: t.arg.string({ description: CURRENT_PASSWORD }) },
    resolve: async (_root, input, context) => ({
      options: await context.services.passkeys.registrationOptions(context.viewer, input, relyingParty(context)),
    }),
  }),
  registerPasskey: t.withAuth({ signedIn: true }).field({
    type: Passkey,
    errors: { types: [Invalid, Conflict, WrongPassword] },
    description: 'Store the passkey that the browser made. An API token cannot do this.',
    args: {
      name: t.arg.string({ required: true, description: 'A name for it, such as `Laptop`. At most 80 characters.' }),
      response: t.arg({ type: 'JSON', required: true, description: 'What the browser answered, as WebAuthn writes it in JSON.' }),
    },
    resolve: (_root, input, context) => context.services.passkeys.register(context.viewer, input, relyingParty(context)),
  }),
  removePasskey: t.withAuth({ signedIn: true }).field({
    type: Passkey,
    errors: { types: [NotFound] },
    description: 'Remove one of your passkeys. Nobody can sign in with it any more. An API token cannot do this.',
    args: { id: t.arg.id({ required: true, description: 'The passkey’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.passkeys.remove(viewer, id),
  }),
  beginPasskeySignIn: t.field({
    type: PasskeyOptions,
    skipTypeScopes: true,
    errors: { types: [TooManyAttempts] },
    description: 'Begin to sign in with a passkey.',
    resolve: async (_root, _args, context) => ({
      options: await context.services.passkeys.signInOptions(context.address, relyingParty(context)),
    }),
  }),
  signInWithPasskey: t.field({
    type: Session,
    skipTypeScopes: true,
    errors: { types: [Invalid, WrongPassword] },
    description: 'Sign in with a passkey, without username and password. Sets the session cookie.',
    args: { response: t.arg({ type: 'JSON', required: true, description: 'What the browser answered, as WebAuthn writes it in JSON.' }) },
    resolve: async (_root, input, context) =>
      withSessionCookie(context, await context.services.passkeys.signIn(input, visitor(context), relyingParty(context))),
  }),
}));

/** The page that passkeys belong to. Refused over a WebSocket and on a host that is neither PUBLIC_URL nor this machine. */
function relyingParty(context: Context) {
  const found = context.relyingParty();
  if (!found) throw new Forbidden('Passkeys work over HTTP at the address in PUBLIC_URL, or on this machine.');
  return found;
}
