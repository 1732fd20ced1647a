import { ROLE_KEYS } from '#contract/access.ts';
import { RECOVERY_CODES, type SecondFactorStatus } from '#domain/account/second-factor.ts';
import { Conflict, Invalid, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import { builder } from './builder.ts';
import { TotpSetupRef } from './failures.ts';
import { CURRENT_PASSWORD } from './own-account.ts';

const SecondFactor = builder.objectRef<SecondFactorStatus>('SecondFactor').implement({
  description: 'Your second factor.',
  fields: (t) => ({
    totp: t.exposeBoolean('totp', { description: 'Whether an authenticator app is set up.' }),
    recoveryCodesLeft: t.exposeInt('recoveryCodesLeft', { description: `How many of the ${RECOVERY_CODES} recovery codes are unused.` }),
    required: t.exposeBoolean('required', { description: 'Whether your role requires a second factor.' }),
    available: t.exposeBoolean('available', {
      description: 'Whether an authenticator app can be set up: the operator has set `IDENTITY_SECRET`.',
    }),
  }),
});

const RecoveryCodes = builder.objectRef<readonly string[]>('RecoveryCodes').implement({
  description: 'Codes for signing in without the authenticator app. Each works once.',
  fields: (t) => ({
    codes: t.stringList({ description: 'Shown only once: store them safely now.', resolve: (codes) => [...codes] }),
  }),
});

builder.queryField('secondFactor', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: SecondFactor,
    description: 'Your second factor.',
    resolve: (_root, _args, { services, viewer }) => services.secondFactor.status(viewer),
  }),
);

builder.mutationFields((t) => ({
  enrollTotp: t.withAuth({ signedIn: true }).field({
    type: TotpSetupRef,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: 'Begin to set up an authenticator app; `confirmTotp` ends it. An API token cannot do this.',
    args: { currentPassword: t.arg.string({ description: CURRENT_PASSWORD }) },
    resolve: (_root, input, { services, viewer }) => services.secondFactor.enroll(viewer, input),
  }),
  confirmTotp: t.withAuth({ signedIn: true }).field({
    type: RecoveryCodes,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: 'Finish setting up the authenticator app. From then on, signing in with the password needs a code.',
    args: { code: t.arg.string({ required: true, description: 'A code of the app.' }) },
    resolve: (_root, input, { services, viewer }) => services.secondFactor.confirm(viewer, input),
  }),
  renewRecoveryCodes: t.withAuth({ signedIn: true }).field({
    type: RecoveryCodes,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: 'Replace your recovery codes; earlier ones stop working. An API token cannot do this.',
    args: { currentPassword: t.arg.string({ description: CURRENT_PASSWORD }) },
    resolve: (_root, input, { services, viewer }) => services.secondFactor.renewRecoveryCodes(viewer, input),
  }),
  disableTotp: t.withAuth({ signedIn: true }).field({
    type: SecondFactor,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: 'Remove the authenticator app and the recovery codes. `Conflict` where your role requires a second factor.',
    args: { password: t.arg.string({ required: true, description: 'Your password.' }) },
    resolve: async (_root, input, { services, viewer }) => {
      await services.secondFactor.disable(viewer, input);
      return services.secondFactor.status(viewer);
    },
  }),
  setSecondFactorRequired: t.withAuth({ signedIn: true }).boolean({
    errors: {
      types: [Invalid, Conflict],
      directResult: false,
      result: { name: 'SecondFactorRequirement', description: 'Whether the role requires a second factor now.' },
      dataField: { description: 'Whether it does.' },
    },
    description:
      'Set whether people of a role need a second factor to sign in with a password. Their sessions without one end. Needs the permission to configure people; an API token cannot do this.',
    args: {
      role: t.arg.string({ required: true, description: `One of ${ROLE_KEYS.map((key) => `\`${key}\``).join(', ')}.` }),
      required: t.arg.boolean({ required: true, description: 'True to require it.' }),
    },
    resolve: async (_root, input, { services, viewer }) => {
      await services.secondFactor.setRequired(viewer, input);
      return input.required;
    },
  }),
}));
