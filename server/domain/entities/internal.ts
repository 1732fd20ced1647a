import { type ApiToken, type DeadLetter, type Notification, Prisma } from '#prisma/generated/client.ts';
import { nullable, primaryKey, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

// Entities that have a list in the API, but no filters, orders, groups or exports of their own: they are not in the registry.

const OWN = [{ rule: 'ownedByViewer', column: 'user_id' }] as const;

export const notification: EntitySchema<Notification> = {
  name: 'notification',
  type: 'Notification',
  plural: 'your notifications',
  table: 'notifications',
  fields: fieldsOf(Prisma.NotificationScalarFieldEnum),
  columns: { id: primaryKey('The notification’s id.') },
  excluded: {},
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
  columns: { id: primaryKey('The token’s id.'), revokedAt: nullable(timestamp('When it was revoked, UTC.')) },
  excluded: {},
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
  columns: { id: primaryKey('The dead letter’s id.'), replayedAt: nullable(timestamp('When it was replayed, UTC.')) },
  excluded: {},
  toOne: {},
  rowVisibility: [],
  primaryKey: 'id',
  oldCursorName: 'dead_letters',
};
