import { RECENT_SIGN_IN_MINUTES } from '#domain/account/password-confirmation.ts';
import { Conflict, Forbidden, Invalid, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import type { SignedInContext } from '#domain/request-context.ts';
import { Session, User, withSessionCookie } from './account.ts';
import { builder } from './builder.ts';

/** Description of the arguments that confirm the password. */
export const CURRENT_PASSWORD = `Your current password. Optional within ${RECENT_SIGN_IN_MINUTES} minutes of signing in.`;

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'Changes to your profile. Omitted fields stay unchanged.',
  fields: (t) => ({
    firstName: t.string({ description: 'May be empty.' }),
    lastName: t.string({ description: 'May be empty.' }),
    jobTitle: t.string({ description: 'May be empty.' }),
    email: t.string({ description: 'Email address. Must not be in use by someone else. Changing it needs `currentPassword`.' }),
    currentPassword: t.string({ description: CURRENT_PASSWORD }),
  }),
});

builder.mutationFields((t) => ({
  updateProfile: t.withAuth({ signedIn: true }).field({
    type: User,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description:
      'Change your name, job title or email address. Changing the email address needs your password, and an API token cannot do it.',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.ownAccount.updateProfile(viewer, input),
  }),
  changePassword: t.withAuth({ signedIn: true }).field({
    type: Session,
    errors: { types: [Invalid, WrongPassword, TooManyAttempts] },
    description:
      'Change your password. Ends your other sessions and sets a new cookie for this one. API tokens stay valid unless `revokeTokens` is true. An API token cannot do this.',
    args: {
      current: t.arg.string({ required: true, description: 'Your current password.' }),
      new: t.arg.string({
        required: true,
        description: '6 to 128 characters. Not a common password, and not the name of the account, the company or the product.',
      }),
      revokeTokens: t.arg.boolean({ defaultValue: false, description: 'Whether to revoke your API tokens as well.' }),
    },
    resolve: async (_root, passwords, context) =>
      withSessionCookie(context, await context.services.ownAccount.changePassword(context.viewer, passwords, deviceOf(context))),
  }),
}));

/** The request's device cookie. Refused over a WebSocket, which cannot set the new session's cookie. */
function deviceOf({ device, cookie }: SignedInContext): string | null {
  if (!cookie) throw new Forbidden('Change your password over HTTP: a WebSocket cannot give you the new cookie.');
  return device;
}
