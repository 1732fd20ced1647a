import { TOKEN_SCOPES } from '#contract/api-token.ts';
import { type ApiToken, type DeadLetter, type Notification, Prisma } from '#prisma/generated/client.ts';
import { enumOf, int, longText, nullable, openEnum, primaryKey, sequence, text, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

// Entities that have a list in the API, but no filters, orders, groups or exports of their own: they are not in the registry.

const OWN = [{ rule: 'ownedByViewer', column: 'user_id' }] as const;

export const notification: EntitySchema<Notification> = {
  name: 'notification',
  type: 'Notification',
  plural: 'your notifications',
  table: 'notifications',
  fields: fieldsOf(Prisma.NotificationScalarFieldEnum),
  columns: {
    id: primaryKey('The notification’s id, the same in REST and exports.'),
    kind: openEnum('Its topic: `lead`, `call`, `order` or `sync`.'),
    title: text('Short title.'),
    body: text('One sentence; may be empty.'),
    link: nullable(text('Path in the web client; null if there is none.')),
    readAt: nullable(timestamp('When you read it, UTC; null while unread.')),
    createdAt: timestamp('When it was created, UTC.'),
  },
  excluded: { userId: 'always the viewer', key: 'what makes a notification unique' },
  toOne: {},
  rowVisibility: OWN,
  primaryKey: 'id',
  oldCursorName: 'notifications',
};

/** A token without its secret and hash. */
export type TokenSummary = Omit<ApiToken, 'tokenHash' | 'userId'>;

const { tokenHash: _hash, userId: _owner, ...TOKEN_FIELDS } = Prisma.ApiTokenScalarFieldEnum;

export const apiToken: EntitySchema<TokenSummary> = {
  name: 'apiToken',
  type: 'ApiToken',
  plural: 'your API tokens',
  table: 'api_tokens',
  fields: fieldsOf(TOKEN_FIELDS),
  columns: {
    id: primaryKey('The id to revoke it by. Not the secret.'),
    name: text('The name its owner gave it.'),
    scope: enumOf('ApiTokenScope', TOKEN_SCOPES, 'What the token can do.'),
    lastFour: text('The last four characters of the secret, to tell tokens apart.'),
    createdAt: timestamp('When it was created, UTC.'),
    lastUsedAt: nullable(timestamp('When it was last used, UTC, to the minute. Null when never used.')),
    expiresAt: nullable(timestamp('When it expires, UTC. Null when it does not expire.')),
    revokedAt: nullable(timestamp('When it was revoked, UTC. Null while it is valid.')),
  },
  excluded: { userId: 'always the viewer', tokenHash: 'secret' },
  toOne: {},
  rowVisibility: OWN,
  primaryKey: 'id',
  oldCursorName: 'apiTokens',
};

export const deadLetter: EntitySchema<DeadLetter> = {
  name: 'deadLetter',
  type: 'DeadLetter',
  plural: 'dead letters',
  table: 'dead_letters',
  fields: fieldsOf(Prisma.DeadLetterScalarFieldEnum),
  columns: {
    id: primaryKey('The id to replay it by.'),
    consumer: openEnum('The consumer: `notices` writes notifications, `flow_rules` moves flows.'),
    eventCursor: sequence('The cursor of the event.', { columnName: 'event_seq' }),
    eventKind: openEnum('The kind of the event, such as `lead.moved`.'),
    error: longText('The latest error message, at most 500 characters.'),
    attempts: int('Number of attempts, including replays.'),
    firstFailedAt: timestamp('When it first failed, UTC.'),
    lastFailedAt: timestamp('When it last failed, UTC.'),
    replayedAt: nullable(timestamp('When a replay succeeded, UTC. Null until then.')),
  },
  excluded: {},
  toOne: {},
  rowVisibility: [],
  primaryKey: 'id',
  oldCursorName: 'dead_letters',
};
