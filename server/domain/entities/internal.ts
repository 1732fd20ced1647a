import { TOKEN_SCOPES } from '#contract/api-token.ts';
import { type ApiToken, type DeadLetter, type Notification, Prisma } from '#prisma/generated/client.ts';
import { enumOf, id, int, longText, nullable, openEnum, primaryKey, sequence, text, timestamp } from './column-types.ts';
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
    kind: openEnum('Its topic: `lead`, `call`, `order`, `task` or `sync`.'),
    title: text('Short title.'),
    body: text('One sentence; may be empty.'),
    link: nullable(text('Path in the web client; null if there is none.')),
    readAt: nullable(timestamp('When you read it, UTC; null while unread.')),
    createdAt: timestamp('When it was created, UTC.'),
  },
  excluded: {
    userId: 'the viewer, or null for everybody',
    exceptUserId: 'decides who may see it',
    noun: 'decides who may see it',
    key: 'what makes a notification unique',
    subjectType: 'decides who may still see it',
    subjectId: 'in the link',
  },
  toOne: {},
  rowVisibility: [
    { rule: 'audience' },
    { rule: 'subjectVisible', column: 'subject_type', idColumn: 'subject_id', entities: ['lead', 'transcription', 'liveCall', 'task'] },
  ],
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
  excluded: { userId: 'always the viewer', tokenHash: 'secret', permissions: 'a list, described with the type' },
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

/** An entry of the audit: an event, or a line of the security log. */
export interface AuditEntry {
  readonly id: string;
  readonly kind: string;
  readonly actorId: string | null;
  readonly username: string | null;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly credentialId: string | null;
  readonly address: string | null;
  readonly transport: string | null;
  readonly userAgent: string | null;
  /** JSON text. */
  readonly details: string;
  readonly at: Date;
}

export const auditEntry: EntitySchema<AuditEntry> = {
  name: 'auditEntry',
  type: 'AuditEntry',
  plural: 'audit entries',
  table: 'audit_entries',
  fields: [
    ...(['id', 'kind', 'actorId', 'username', 'subjectType', 'subjectId', 'credentialId', 'address', 'transport', 'userAgent'] as const),
    ...(['details', 'at'] as const),
  ],
  columns: {
    at: timestamp('When it happened, UTC.'),
    kind: openEnum('What happened: an event such as `lead.moved`, or a line of the security log such as `sign_in.failed`.'),
    actorId: nullable(id('The id of the person who did it; null for the server itself, and where nobody was signed in.')),
    username: nullable(text('The username as it was then or as it was typed; null for events.')),
    subjectType: openEnum('What it happened to: `lead`, `user`, `role`, `export` …; `security` for a line of the security log.'),
    subjectId: nullable(id('The id of what it happened to; null for none.')),
    address: nullable(text('The IP address of the person; null for the server’s own work, and for events from before it was noted.')),
    credentialId: nullable(id('The id of the session or API token; null where there was none.')),
    transport: nullable(text('How the request came in, such as `graphql` or `rest`; null for events.')),
    userAgent: nullable(text('The `User-Agent` header, at most 120 characters; null for events, and where there was none.')),
    details: longText('Further values, as JSON.'),
    id: primaryKey('The entry’s id.'),
  },
  excluded: {},
  toOne: {},
  rowVisibility: [],
  access: { noun: 'people', owner: null },
  primaryKey: 'id',
  defaultSort: 'at',
};
