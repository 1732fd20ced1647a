import { TOKENS_EACH } from '#contract/api-token.ts';
import type { CreatedToken, TokenSummary } from '#domain/api-token/service.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { CURRENT_PASSWORD } from './own-account.ts';

const ApiTokenScope = builder.enumType('ApiTokenScope', {
  description: 'What a token may do.',
  values: {
    read: { description: 'Read and subscribe to everything its owner can see. No changes.' },
    write: { description: 'Everything its owner can do, except sign in, sign out, change the password, or create and revoke tokens.' },
  },
});

const ApiToken = builder.objectRef<TokenSummary>('ApiToken').implement({
  description: 'An API token of yours, sent as `Authorization: Bearer cb_…`. Only a hash of its secret is stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id to revoke it by; not the secret.' }),
    name: t.exposeString('name', { description: 'Its name, such as “Nightly export”.' }),
    scope: t.expose('scope', { type: ApiTokenScope, description: 'What it may do.' }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters of the secret, to recognize it by.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created, UTC.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, UTC, to the minute; null if never.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it expires, UTC; null if never.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked, UTC; null if it was not.' }),
  }),
});

const ApiTokenConnection = connectionOf('ApiToken', ApiToken);

const CreatedApiToken = builder.objectRef<CreatedToken>('CreatedApiToken').implement({
  description: 'A token that was just created.',
  fields: (t) => ({
    token: t.field({ type: ApiToken, description: 'The token.', resolve: ({ token }) => token }),
    secret: t.exposeString('secret', { description: 'The secret to send. Shown only once: store it safely.' }),
  }),
});

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new token.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name, at most 80 characters.' }),
    scope: t.field({ type: ApiTokenScope, required: true, description: 'What it may do.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires. Default: never.' }),
    currentPassword: t.string({ description: CURRENT_PASSWORD }),
  }),
});

builder.queryField('apiTokens', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ApiTokenConnection,
    description: 'Your tokens that were not revoked, including expired ones, newest first.',
    args: t.arg.connectionArgs(),
    complexity: perRow,
    resolve: async (_root, page, { services, viewer }) => asConnection(await services.apiTokens.list(viewer, page)),
  }),
);

builder.mutationFields((t) => ({
  createApiToken: t.withAuth({ signedIn: true }).field({
    type: CreatedApiToken,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: `Create a token; you can have at most ${TOKENS_EACH}. Not available to API tokens.`,
    args: { input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The new token.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.apiTokens.create(viewer, input),
  }),
  revokeApiToken: t.withAuth({ signedIn: true }).field({
    type: ApiToken,
    errors: { types: [NotFound] },
    description: 'Revoke one of your tokens. Rejects its next request and closes its open connections. Not available to API tokens.',
    args: { id: t.arg.id({ required: true, description: 'The token’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.apiTokens.revoke(viewer, id),
  }),
}));
