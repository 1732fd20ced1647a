import { RESET_MINUTES, type ResetLink } from '#domain/account/password-reset.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts } from '#domain/failures.ts';
import { builder } from './builder.ts';

const PasswordResetLink = builder.objectRef<ResetLink>('PasswordResetLink').implement({
  description: 'A link by which somebody chooses a new password. It works once.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The path of the screen on this server, with the token: `/reset/…`. Shown only once.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: `When it stops working, UTC: after ${RESET_MINUTES} minutes.` }),
  }),
});

builder.mutationFields((t) => ({
  requestPasswordReset: t.boolean({
    skipTypeScopes: true,
    errors: {
      types: [Invalid, Conflict, TooManyAttempts],
      directResult: false,
      result: { name: 'RequestedPasswordReset', description: 'The request was taken.' },
      dataField: { description: 'Always true.' },
    },
    description:
      'Mail a link to choose a new password. Always true, whether or not there is such an account. `Conflict` where the server sends no mail.',
    args: { account: t.arg.string({ required: true, description: 'The username or email address.' }) },
    resolve: async (_root, input, { services, address }) => {
      await services.passwordResets.request(input, address);
      return true;
    },
  }),
  resetPassword: t.boolean({
    skipTypeScopes: true,
    errors: {
      types: [Invalid, NotFound],
      directResult: false,
      result: { name: 'ReplacedPassword', description: 'The password was replaced.' },
      dataField: { description: 'Always true.' },
    },
    description: 'Choose a new password by a link. Ends all sessions of the account and revokes its API tokens; sign in afterwards.',
    args: {
      token: t.arg.string({ required: true, description: 'The last part of the link.' }),
      password: t.arg.string({
        required: true,
        description: '6 to 128 characters. Not a common password, and not the name of the account, the company or the product.',
      }),
    },
    resolve: async (_root, input, { services }) => {
      await services.passwordResets.reset(input);
      return true;
    },
  }),
  createPasswordResetLink: t.withAuth({ signedIn: true }).field({
    type: PasswordResetLink,
    errors: { types: [NotFound] },
    description:
      'Make a link by which a person chooses a new password, to pass on to them. Earlier links of theirs stop working. Needs the permission to configure people; an API token cannot do this.',
    args: { userId: t.arg.id({ required: true, description: 'The person’s id.' }) },
    resolve: (_root, { userId }, { services, viewer }) => services.passwordResets.createLink(viewer, userId),
  }),
}));
