import type { TotpSetup } from '#domain/account/second-factor.ts';
import {
  AssistantUnavailable as AssistantUnavailableError,
  Conflict as ConflictError,
  type DomainError,
  Invalid as InvalidError,
  NotFound as NotFoundError,
  RegistrationClosed as RegistrationClosedError,
  SecondFactorRequired as SecondFactorRequiredError,
  SecondFactorSetupRequired as SecondFactorSetupRequiredError,
  ShopUnavailable as ShopUnavailableError,
  TooManyAttempts as TooManyAttemptsError,
  WrongPassword as WrongPasswordError,
} from '#domain/failures.ts';
import { builder } from './builder.ts';

export const TotpSetupRef = builder.objectRef<TotpSetup>('TotpSetup').implement({
  description: 'What an authenticator app is set up with. It counts once a code of it was entered.',
  fields: (t) => ({
    uri: t.exposeString('uri', { description: 'An `otpauth://` address, for an app on the same device.' }),
    secret: t.exposeString('secret', { description: 'The secret in base 32, to type into the app.' }),
    qrCode: t.exposeString('qrCode', { description: 'The address as a QR code: an SVG image as a `data:` URL.' }),
  }),
});

export const Failure = builder.interfaceRef<DomainError>('Failure').implement({
  description: 'An expected failure.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'A message to show to the user.' }) }),
});

const InvalidIssue = builder.objectRef<{ readonly path: string; readonly message: string }>('InvalidIssue').implement({
  description: 'One invalid field.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The path of the field, such as `customer.email`; empty for the whole input.' }),
    message: t.exposeString('message', { description: 'What is invalid, as a message to show next to the field.' }),
  }),
});

builder.objectType(InvalidError, {
  name: 'Invalid',
  description: 'The input is invalid. Nothing was changed.',
  interfaces: [Failure],
  fields: (t) => ({
    issues: t.field({
      type: [InvalidIssue],
      description: 'All invalid fields. `message` is that of the first.',
      resolve: ({ issues }) => [...issues],
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFound',
  description: 'It does not exist, or you may not see it.',
  interfaces: [Failure],
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'What was requested, such as `Lead`.' }),
    id: t.exposeID('id', { description: 'The requested id.' }),
  }),
});

builder.objectType(ConflictError, {
  name: 'Conflict',
  description: 'It conflicts with existing data, such as a username that is already in use.',
  interfaces: [Failure],
});

builder.objectType(WrongPasswordError, {
  name: 'WrongPassword',
  description: 'The username or password is wrong; an unknown username gets the same error. Or the current password is wrong.',
  interfaces: [Failure],
});

builder.objectType(SecondFactorRequiredError, {
  name: 'SecondFactorRequired',
  description: 'The password is right. Send it again with a `code` of your authenticator app, or a recovery code.',
  interfaces: [Failure],
});

builder.objectType(SecondFactorSetupRequiredError, {
  name: 'SecondFactorSetupRequired',
  description:
    'The password is right. Your role requires a second factor: set up an authenticator app with `setup`, then send the password again with a `code` of it.',
  interfaces: [Failure],
  fields: (t) => ({
    setup: t.field({ type: TotpSetupRef, description: 'What to set the app up with.', resolve: ({ setup }) => setup }),
  }),
});

builder.objectType(TooManyAttemptsError, {
  name: 'TooManyAttempts',
  description: 'Too many attempts; wait before the next one.',
  interfaces: [Failure],
  fields: (t) => ({ retryAfter: t.exposeInt('retryAfter', { description: 'Seconds until the next attempt may succeed.' }) }),
});

builder.objectType(RegistrationClosedError, {
  name: 'RegistrationClosed',
  description: 'Registration is closed on this server.',
  interfaces: [Failure],
});

builder.objectType(AssistantUnavailableError, {
  name: 'AssistantUnavailable',
  description: 'The assistant is unavailable. Nothing was stored.',
  interfaces: [Failure],
});

builder.objectType(ShopUnavailableError, {
  name: 'ShopUnavailable',
  description: 'The online store is unavailable. Orders synced so far are saved; the next sync resumes there.',
  interfaces: [Failure],
});
