import { TOKENS_EACH } from '#contract/api-token.ts';
import type { CreatedToken, TokenSummary } from '#domain/api-token/service.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { CURRENT_PASSWORD } from './own-account.ts';

const ApiTokenScope = builder.enumType('ApiTokenScope', {
  description: 'What a token may do.',
  values: {
    read: { description: 'Ask and follow everything its owner may see; change nothing.' },
    write: { description: 'Everything its owner may do, but not sign in, sign out, change the password, or make and revoke tokens.' },
  },
});

const ApiToken = builder.objectRef<TokenSummary>('ApiToken').implement({
  description: 'A key of yours for a program, sent as `Authorization: Bearer cb_…`. Its secret is stored nowhere.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'What it is revoked by; not the secret.' }),
    name: t.exposeString('name', { description: 'What it is for, in its owner’s words.' }),
    scope: t.expose('scope', { type: ApiTokenScope, description: 'What it may do.' }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters of the secret, to tell tokens apart.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null for never.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends by itself; null for never.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked; null while it is not.' }),
  }),
});

const ApiTokenConnection = connectionOf('ApiToken', ApiToken);

const CreatedApiToken = builder.objectRef<CreatedToken>('CreatedApiToken').implement({
  description: 'A token that was just made.',
  fields: (t) => ({
    token: t.field({ type: ApiToken, description: 'The token.', resolve: ({ token }) => token }),
    secret: t.exposeString('secret', { description: 'What programs send. It is told this once: keep it now, safely.' }),
  }),
});

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new token.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is for, at most 80 characters.' }),
    scope: t.field({ type: ApiTokenScope, required: true, description: 'What it may do.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends by itself; left out: never.' }),
    currentPassword: t.string({ description: CURRENT_PASSWORD }),
  }),
});

builder.queryField('apiTokens', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ApiTokenConnection,
    description: 'Your tokens that were not revoked, newest first; those that expired are among them.',
    args: t.arg.connectionArgs(),
    complexity: perRow,
    resolve: async (_root, page, { services, viewer }) => asConnection(await services.apiTokens.list(viewer, page)),
  }),
);

builder.mutationFields((t) => ({
  createApiToken: t.withAuth({ signedIn: true }).field({
    type: CreatedApiToken,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: `Make a token, at most ${TOKENS_EACH} at once. Only a signed-in person may; a token may not.`,
    args: { input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The new token.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.apiTokens.create(viewer, input),
  }),
  revokeApiToken: t.withAuth({ signedIn: true }).field({
    type: ApiToken,
    errors: { types: [NotFound] },
    description:
      'Revoke a token of yours. Its next request is refused, and what is open with it ends. Only a signed-in person may; a token may not.',
    args: { id: t.arg.id({ required: true, description: 'The token’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.apiTokens.revoke(viewer, id),
  }),
}));
