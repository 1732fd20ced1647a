import {
  AssistantUnavailable as AssistantUnavailableError,
  Conflict as ConflictError,
  type DomainError,
  Invalid as InvalidError,
  NotFound as NotFoundError,
  RegistrationClosed as RegistrationClosedError,
  ShopUnavailable as ShopUnavailableError,
  TooManyAttempts as TooManyAttemptsError,
  WrongPassword as WrongPasswordError,
} from '#domain/failures.ts';
import { builder } from './builder.ts';

export const Failure = builder.interfaceRef<DomainError>('Failure').implement({
  description: 'Something expected went wrong.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'A sentence for the person who asked.' }) }),
});

const InvalidIssue = builder.objectRef<{ readonly path: string; readonly message: string }>('InvalidIssue').implement({
  description: 'One rule that was broken.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field, dotted; empty for the whole.' }),
    message: t.exposeString('message', { description: 'What is wrong with it.' }),
  }),
});

builder.objectType(InvalidError, {
  name: 'Invalid',
  description: 'What was sent breaks a rule. Nothing was changed.',
  interfaces: [Failure],
  fields: (t) => ({
    issues: t.field({
      type: [InvalidIssue],
      description: 'Every broken rule; the message is that of the first.',
      resolve: ({ issues }) => [...issues],
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFound',
  description: 'There is no such thing, or none you may see.',
  interfaces: [Failure],
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'What was looked for.' }),
    id: t.exposeID('id', { description: 'The id it was looked for with.' }),
  }),
});

builder.objectType(ConflictError, {
  name: 'Conflict',
  description: 'It clashes with what is already there.',
  interfaces: [Failure],
});

builder.objectType(WrongPasswordError, {
  name: 'WrongPassword',
  description: 'Username or password do not match, and an unknown username gets the same answer; or the current password is another.',
  interfaces: [Failure],
});

builder.objectType(TooManyAttemptsError, {
  name: 'TooManyAttempts',
  description: 'Too many attempts for now.',
  interfaces: [Failure],
  fields: (t) => ({ retryAfter: t.exposeInt('retryAfter', { description: 'Seconds until the next try may succeed.' }) }),
});

builder.objectType(RegistrationClosedError, {
  name: 'RegistrationClosed',
  description: 'This server takes no new accounts.',
  interfaces: [Failure],
});

builder.objectType(AssistantUnavailableError, {
  name: 'AssistantUnavailable',
  description: 'The assistant could not answer. Nothing was stored.',
  interfaces: [Failure],
});

builder.objectType(ShopUnavailableError, {
  name: 'ShopUnavailable',
  description: 'The online store could not be read. What was read before is kept; the next sync goes on from there.',
  interfaces: [Failure],
});
