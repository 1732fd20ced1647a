import { Conflict, Forbidden, Invalid, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import { Session, User, welcome } from './account.ts';
import { builder } from './builder.ts';
import type { SignedInContext } from './context.ts';

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'What changes about you; what is left out stays as it is.',
  fields: (t) => ({
    firstName: t.string({ description: 'May be empty.' }),
    lastName: t.string({ description: 'May be empty.' }),
    jobTitle: t.string({ description: 'May be empty. Shown on your card.' }),
    email: t.string({ description: 'Email address; not another person’s.' }),
  }),
});

builder.mutationFields((t) => ({
  updateProfile: t.withAuth({ signedIn: true }).field({
    type: User,
    errors: { types: [Invalid, Conflict] },
    description: 'Change your own name, job title or email address.',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'What changes.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.ownAccount.updateProfile(viewer, input),
  }),
  changePassword: t.withAuth({ signedIn: true }).field({
    type: Session,
    errors: { types: [Invalid, WrongPassword, TooManyAttempts] },
    description:
      'Change your own password. Your other sessions end, and this one goes on with a new cookie; API tokens stay. Only a signed-in person may; a token may not.',
    args: {
      current: t.arg.string({ required: true, description: 'The password you have.' }),
      new: t.arg.string({ required: true, description: '6 to 128 characters, none of the commonest passwords.' }),
    },
    resolve: async (_root, passwords, context) =>
      welcome(context, await context.services.ownAccount.changePassword(context.viewer, passwords, addressOf(context))),
  }),
}));

/** Where the request comes from, if its answer can carry the new cookie: over a WebSocket the session would be lost. */
function addressOf({ address, cookie }: SignedInContext): string {
  if (!cookie) throw new Forbidden('Change your password over HTTP: a WebSocket cannot give you the new cookie.');
  return address;
}
