import { RECENT_SIGN_IN_MINUTES } from '#domain/account/password-confirmation.ts';
import { Conflict, Forbidden, Invalid, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import type { SignedInContext } from '#domain/request-context.ts';
import { Session, User, welcome } from './account.ts';
import { builder } from './builder.ts';

/** Of the argument that asks for the password again. */
export const CURRENT_PASSWORD = `Your password. May be left out within ${RECENT_SIGN_IN_MINUTES} minutes of signing in.`;

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'What changes about you; what is left out stays as it is.',
  fields: (t) => ({
    firstName: t.string({ description: 'May be empty.' }),
    lastName: t.string({ description: 'May be empty.' }),
    jobTitle: t.string({ description: 'May be empty. Shown on your card.' }),
    email: t.string({ description: 'Email address; not another person’s. Another one than you have needs `currentPassword`.' }),
    currentPassword: t.string({ description: CURRENT_PASSWORD }),
  }),
});

builder.mutationFields((t) => ({
  updateProfile: t.withAuth({ signedIn: true }).field({
    type: User,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description:
      'Change your own name, job title or email address. The email address needs your password, and an API token may not change it.',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'What changes.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.ownAccount.updateProfile(viewer, input),
  }),
  changePassword: t.withAuth({ signedIn: true }).field({
    type: Session,
    errors: { types: [Invalid, WrongPassword, TooManyAttempts] },
    description:
      'Change your own password. Your other sessions end, and this one goes on with a new cookie; API tokens stay unless `revokeTokens` says otherwise. Only a signed-in person may; a token may not.',
    args: {
      current: t.arg.string({ required: true, description: 'The password you have.' }),
      new: t.arg.string({
        required: true,
        description: '6 to 128 characters, none of the commonest passwords, and not the name of the account, the company or the product.',
      }),
      revokeTokens: t.arg.boolean({ defaultValue: false, description: 'Whether your API tokens are revoked, too.' }),
    },
    resolve: async (_root, passwords, context) =>
      welcome(context, await context.services.ownAccount.changePassword(context.viewer, passwords, deviceOf(context))),
  }),
}));

/** The device cookie that came along, if the answer can carry the new session: over a WebSocket it would be lost. */
function deviceOf({ device, cookie }: SignedInContext): string | null {
  if (!cookie) throw new Forbidden('Change your password over HTTP: a WebSocket cannot give you the new cookie.');
  return device;
}
