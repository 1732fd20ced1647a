import { RECENT_SIGN_IN_MINUTES } from '#domain/account/password-confirmation.ts';
import { Conflict, Forbidden, Invalid, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import type { SignedInContext } from '#domain/request-context.ts';
import { Session, User, welcome } from './account.ts';
import { builder } from './builder.ts';

/** Of the argument that asks for the password again. */
export const CURRENT_PASSWORD = `Your password. May be left out within ${RECENT_SIGN_IN_MINUTES} minutes of signing in.`;

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'Changes of your profile. Omitted fields stay as they are.',
  fields: (t) => ({
    firstName: t.string({ description: 'Can be empty.' }),
    lastName: t.string({ description: 'Can be empty.' }),
    jobTitle: t.string({ description: 'Can be empty. Shown on your profile card.' }),
    email: t.string({ description: 'Email address; must not belong to another user. Changing it requires `currentPassword`.' }),
    currentPassword: t.string({ description: CURRENT_PASSWORD }),
  }),
});

builder.mutationFields((t) => ({
  updateProfile: t.withAuth({ signedIn: true }).field({
    type: User,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description:
      'Change your name, job title or email address. Changing the email address requires your password and is not available to API tokens.',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.ownAccount.updateProfile(viewer, input),
  }),
  changePassword: t.withAuth({ signedIn: true }).field({
    type: Session,
    errors: { types: [Invalid, WrongPassword, TooManyAttempts] },
    description:
      'Change your password. Ends your other sessions and gives this one a new cookie. API tokens stay valid unless `revokeTokens` is true. Not available to API tokens.',
    args: {
      current: t.arg.string({ required: true, description: 'Your current password.' }),
      new: t.arg.string({
        required: true,
        description: '6 to 128 characters. Not a common password, and not the username, the company name or the product name.',
      }),
      revokeTokens: t.arg.boolean({ defaultValue: false, description: 'Whether to revoke your API tokens, too.' }),
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
