import { ACCESS_NOUNS } from '#contract/access.ts';
import { TOKENS_EACH, type TokenPermission } from '#contract/api-token.ts';
import { readTokenPermissions } from '#contract/api-token-input.ts';
import type { CreatedToken } from '#domain/api-token/service.ts';
import { apiToken, type TokenSummary } from '#domain/entities/internal.ts';
import { Conflict, Invalid, NotFound, TooManyAttempts, WrongPassword } from '#domain/failures.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { CURRENT_PASSWORD } from './own-account.ts';
import { AccessAction, AccessNoun, AccessScope } from './people/permission.ts';
import { columnFields } from './query/entity-fields.ts';

const ApiTokenScope = builder.enumType('ApiTokenScope', {
  description: 'What a token can do.',
  values: {
    read: { description: 'Query, subscribe to and export what its owner can see, or what `permissions` say of it. No changes.' },
    write: {
      description:
        'Everything its owner can do, or what `permissions` say of it, except sign in, sign out, change the password, create or revoke tokens, and change people, roles and workspace settings.',
    },
  },
});

const PERMISSION = {
  noun: 'What it is given for. Each noun at most once.',
  actions: 'What the token may do, of what its owner may. `read` is one of them.',
  scope: 'With whose rows, of those that its owner may. `all` where rows belong to nobody.',
} as const;
const CHOSEN =
  'What the token may do at most. It never may more than its owner, whose role may change. Null for everything of its owner, as far as `scope` goes. With chosen permissions a token has no notifications and cannot change the profile.';

const ApiTokenPermission = builder.objectRef<TokenPermission>('ApiTokenPermission').implement({
  description: 'What a token may do with the rows of a noun.',
  fields: (t) => ({
    noun: t.expose('noun', { type: AccessNoun, description: PERMISSION.noun }),
    actions: t.field({ type: [AccessAction], description: PERMISSION.actions, resolve: ({ actions }) => [...actions] }),
    scope: t.expose('scope', { type: AccessScope, description: PERMISSION.scope }),
  }),
});

const ApiToken = builder.objectRef<TokenSummary>('ApiToken').implement({
  description: 'One of your API tokens, sent as `Authorization: Bearer cb_…`. Only a hash of the secret is stored.',
  fields: (t) => ({
    ...columnFields(t, apiToken, { enums: { ApiTokenScope } }),
    permissions: t.field({
      type: [ApiTokenPermission],
      nullable: true,
      complexity: { field: ACCESS_NOUNS.length },
      description: CHOSEN,
      resolve: ({ permissions }) => {
        const chosen = readTokenPermissions(permissions);
        return chosen && [...chosen];
      },
    }),
  }),
});

const ApiTokenConnection = connectionOf('ApiToken', ApiToken);

const CreatedApiToken = builder.objectRef<CreatedToken>('CreatedApiToken').implement({
  description: 'A token that was just created.',
  fields: (t) => ({
    token: t.field({ type: ApiToken, description: 'The token.', resolve: ({ token }) => token }),
    secret: t.exposeString('secret', { description: 'The secret to send. Shown only once: store it safely now.' }),
  }),
});

const ApiTokenPermissionInput = builder.inputType('ApiTokenPermissionInput', {
  description: 'What a new token may do with the rows of a noun.',
  fields: (t) => ({
    noun: t.field({ type: AccessNoun, required: true, description: PERMISSION.noun }),
    actions: t.field({ type: [AccessAction], required: true, description: PERMISSION.actions }),
    scope: t.field({ type: AccessScope, required: true, description: PERMISSION.scope }),
  }),
});

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new token.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A name for the token, such as `Nightly export`. At most 80 characters.' }),
    scope: t.field({ type: ApiTokenScope, required: true, description: 'What the token can do.' }),
    permissions: t.field({ type: [ApiTokenPermissionInput], description: CHOSEN }),
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
