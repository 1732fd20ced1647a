import { TOKENS_EACH } from '#contract/api-token.ts';
import type { CreatedToken } from '#domain/api-token/service.ts';
import { apiToken, type TokenSummary } from '#domain/entities/internal.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { CURRENT_PASSWORD } from './own-account.ts';
import { columnFields } from './query/entity-fields.ts';

const ApiTokenScope = builder.enumType('ApiTokenScope', {
  description: 'What a token can do.',
  values: {
    read: { description: 'Query and subscribe to everything its owner can see. No changes.' },
    write: { description: 'Everything its owner can do, except sign in, sign out, change the password, and create or revoke tokens.' },
  },
});

const ApiToken = builder.objectRef<TokenSummary>('ApiToken').implement({
  description: 'One of your API tokens, sent as `Authorization: Bearer cb_…`. Only a hash of the secret is stored.',
  fields: (t) => columnFields(t, apiToken, { enums: { ApiTokenScope } }),
});

const ApiTokenConnection = connectionOf('ApiToken', ApiToken);

const CreatedApiToken = builder.objectRef<CreatedToken>('CreatedApiToken').implement({
  description: 'A token that was just created.',
  fields: (t) => ({
    token: t.field({ type: ApiToken, description: 'The token.', resolve: ({ token }) => token }),
    secret: t.exposeString('secret', { description: 'The secret to send. Shown only once: store it safely now.' }),
  }),
});

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new token.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A name for the token, such as `Nightly export`. At most 80 characters.' }),
    scope: t.field({ type: ApiTokenScope, required: true, description: 'What the token can do.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires. Omit for a token that does not expire.' }),
    currentPassword: t.string({ description: CURRENT_PASSWORD }),
  }),
});

builder.queryField('apiTokens', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ApiTokenConnection,
    description: 'Your tokens that are not revoked, newest first. Includes expired tokens.',
    args: t.arg.connectionArgs(),
    complexity: perRow,
    resolve: async (_root, page, { services, viewer }) => asConnection(await services.apiTokens.list(viewer, page)),
  }),
);

builder.mutationFields((t) => ({
  createApiToken: t.withAuth({ signedIn: true }).field({
    type: CreatedApiToken,
    errors: { types: [Invalid, Conflict, WrongPassword, TooManyAttempts] },
    description: `Create a token. You can have at most ${TOKENS_EACH}. An API token cannot do this.`,
    args: { input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The new token.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.apiTokens.create(viewer, input),
  }),
  revokeApiToken: t.withAuth({ signedIn: true }).field({
    type: ApiToken,
    errors: { types: [NotFound] },
    description: 'Revoke one of your tokens. Its requests are refused and its open connections close. An API token cannot do this.',
    args: { id: t.arg.id({ required: true, description: 'The token’s id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.apiTokens.revoke(viewer, id),
  }),
}));
