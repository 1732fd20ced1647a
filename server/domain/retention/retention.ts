import { ASSIGNMENT_LIMITS } from '#contract/assignment.ts';
import { DEVICE_DAYS } from '#server/auth/known-devices.ts';
import { TIMELINE_EVENT_KINDS } from '../customer/timeline.ts';
import { EVENT_TYPES, type EventType } from '../domain-events.ts';
import { ENTITY_NAMES, entityOf } from '../entities/entities.ts';
import { NOTIFIED_KINDS } from '../notification/service.ts';
import { QUESTION_DAYS } from '../training/unanswered-questions.ts';
import { NOT_AWAITED } from './event-months.ts';

/** Settings that a retention period depends on. */
export interface RetentionSettings {
  /** Days after which events are removed. */
  readonly eventRetentionDays: number;
  /** Days after which lines of the security log are removed from the database. */
  readonly securityRetentionDays: number;
}

/** A clean-up task that deletes expired rows in batches. */
export interface RetentionRule {
  /** The clean-up task, as logs and metrics call it. */
  readonly name: string;
  /** Which rows it removes. */
  readonly what: string;
  /** The retention period as shown in the docs. */
  readonly period: string;
  /** The same as days before now: `$1` of the statement is that moment. */
  days(settings: RetentionSettings): number;
  /** A DELETE … RETURNING of at most `$2` rows that are past `$1`. */
  readonly sql: string;
}

export interface RetainedTable {
  readonly table: string;
  /** Selects the timestamp that decides when the oldest row expires; null in an empty table. Reads an index or a small table. */
  readonly oldest: string;
  readonly rules: readonly [RetentionRule, ...RetentionRule[]];
}

/** Retention periods in days that have no setting, and row limits per person. */
export const RETENTION = {
  readNotifications: 90,
  unreadNotifications: 180,
  notificationsEach: 500,
  imports: 30,
  jobRuns: 30,
  webhookDeliveries: 30,
  proposals: 180,
  revokedTokens: 90,
  invitations: 90,
  deadLetters: 90,
  assistantUsage: 400,
  liveCallUpdates: 7,
  notificationEvents: 90,
  uploads: 1,
  finishedJobs: 7,
  queuedJobs: 14,
} as const;

const rule = (name: string, what: string, days: number, sql: string): RetentionRule => ({
  name,
  what,
  period: days === 1 ? '1 day' : `${days} days`,
  days: () => days,
  sql,
});

const listed = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

/** Kinds of events that are business records and never removed: customers' timelines, stage histories of leads, counts of emails; and the marker of the demo data. */
export const RETAINED_KINDS: readonly EventType[] = [...TIMELINE_EVENT_KINDS, 'demo.begun', 'demo.seeded'];
const LIVE_CALL_KINDS: readonly EventType[] = ['live_call.updated'];
const NOTIFICATION_KINDS: readonly EventType[] = ['notification.added', 'notifications.read', ...NOTIFIED_KINDS];
const OTHER_KINDS = EVENT_TYPES.filter((kind) => ![...RETAINED_KINDS, ...LIVE_CALL_KINDS, ...NOTIFICATION_KINDS].includes(kind));

/**
 * Removes events of some kinds. The newest `seq` removed of each kind becomes its floor in the same statement, so a cursor from before it
 * gets a resync (`server/events/subscribe-from.ts`) and never skips anything unnoticed. An event stays while a consumer has yet to handle it.
 */
const removeEvents = (kinds: readonly EventType[], condition: string): string => `
  with removable as (
    select id, at, kind from events
    where kind in (${listed(kinds)}) and at < $1 and ${condition} and ${NOT_AWAITED}
    limit $2
  ), removed as (
    delete from events using removable
    where events.id = removable.id and events.at = removable.at and events.kind = removable.kind returning events.kind, events.seq
  ), floors as (
    insert into event_floors (kind, seq) select kind, max(seq) from removed group by kind
    on conflict (kind) do update set seq = greatest(event_floors.seq, excluded.seq)
  )
  select kind from removed`;

/** Each stale period of a lead writes one event, which stays while the period lasts, so that no second one is written. */
const IS_CURRENT_STALE_PERIOD = `(kind = 'lead.went_quiet' and exists (select 1 from leads where leads.id = events.subject_id
               and greatest(leads.last_contact_at, leads.created_at) = (events.data ->> 'since')::timestamptz))`;

/** The condition that an event stays, whatever its age. */
export const STAYS = `(events.kind in (${listed(RETAINED_KINDS)}) or ${IS_CURRENT_STALE_PERIOD})`;

/** Of each kind the oldest, by the index `events_removable`. Excludes stale-lead events, which stay as long as the lead is stale. */
const OLDEST_EVENT = `select min(oldest.at) from unnest(array[${listed([...OTHER_KINDS, ...LIVE_CALL_KINDS, ...NOTIFICATION_KINDS].filter((kind) => kind !== 'lead.went_quiet'))}]) as kinds(kind)
  cross join lateral (select at from events where events.kind = kinds.kind and events.kind <> all (array[${listed(RETAINED_KINDS)}]) order by at limit 1) as oldest`;

/** Every table with automatic clean-up. `docs/operating.md` shows the same table; a test compares them. */
export const RETAINED_TABLES: readonly RetainedTable[] = [
  {
    table: 'sessions',
    oldest: 'select min(expires_at) from sessions',
    rules: [
      rule(
        'sessions',
        'Sign-ins that have expired',
        0,
        'delete from sessions where id in (select id from sessions where expires_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'known_devices',
    oldest: 'select min(last_used_at) from known_devices',
    rules: [
      rule(
        'known_devices',
        'Browsers, counted from the last sign-in with them',
        DEVICE_DAYS,
        'delete from known_devices where device_hash in (select device_hash from known_devices where last_used_at < $1 limit $2) and last_used_at < $1 returning device_hash',
      ),
    ],
  },
  {
    table: 'password_resets',
    oldest: 'select min(expires_at) from password_resets',
    rules: [
      rule(
        'password_resets',
        'Links to choose a new password that have expired',
        0,
        'delete from password_resets where token_hash in (select token_hash from password_resets where expires_at < $1 limit $2) returning token_hash',
      ),
    ],
  },
  {
    table: 'auth_challenges',
    oldest: 'select min(expires_at) from auth_challenges',
    rules: [
      rule(
        'auth_challenges',
        'Sign-ins with a passkey or the identity provider that were begun and not finished',
        0,
        'delete from auth_challenges where id in (select id from auth_challenges where expires_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'throttles',
    oldest: 'select to_timestamp(min(expire) / 1000.0) from throttles',
    rules: [
      rule(
        'throttles',
        'Rate-limit counters whose window is over',
        0,
        `delete from throttles where key in (
           select key from throttles where expire < extract(epoch from $1::timestamptz) * 1000 limit $2) returning key`,
      ),
    ],
  },
  {
    table: 'api_tokens',
    oldest: 'select min(revoked_at) from api_tokens',
    rules: [
      rule(
        'api_tokens',
        'API tokens, counted from when they were revoked',
        RETENTION.revokedTokens,
        'delete from api_tokens where id in (select id from api_tokens where revoked_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'invitations',
    oldest: 'select min(expires_at) from invitations',
    rules: [
      rule(
        'invitations',
        'Invitations, counted from when they expire',
        RETENTION.invitations,
        'delete from invitations where id in (select id from invitations where expires_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'notifications',
    oldest: 'select created_at from notifications order by id limit 1',
    rules: [
      rule(
        'notifications_read',
        'Notifications, counted from when they were read',
        RETENTION.readNotifications,
        'delete from notifications where id in (select id from notifications where read_at < $1 limit $2) returning id',
      ),
      rule(
        'notifications_unread',
        'Notifications that their person did not read, and those for everybody',
        RETENTION.unreadNotifications,
        `delete from notifications where id in (
           select id from notifications where read_at is null and created_at < $1 limit $2) returning id`,
      ),
      {
        ...rule(
          'notifications_each',
          'Notifications of one person, read or not',
          0,
          `delete from notifications where id in (
             select surplus.id from users cross join lateral (
               select id from notifications where user_id = users.id order by id desc offset ${RETENTION.notificationsEach}
             ) as surplus where $1::timestamptz is not null limit $2) returning id`,
        ),
        period: `the newest ${RETENTION.notificationsEach}`,
      },
    ],
  },
  {
    table: 'imports',
    oldest: 'select min(created_at) from imports',
    rules: [
      // Rows first: an import has up to 200,000, too many to cascade in one batch.
      rule(
        'import_rows',
        'Rows of imported files, counted from the upload',
        RETENTION.imports,
        `delete from import_rows where (import_id, number) in (
           select old.import_id, old.number from imports cross join lateral (
             select import_id, number from import_rows where import_id = imports.id limit $2
           ) as old where imports.created_at < $1 and ${importIsIdle()} limit $2) returning number`,
      ),
      rule(
        'imports',
        'Imported files, counted from the upload; until then an import can be undone',
        RETENTION.imports,
        `delete from imports where id in (
           select id from imports where created_at < $1 and ${importIsIdle()}
             and not exists (select 1 from import_rows where import_id = imports.id) limit $2) returning id`,
      ),
    ],
  },
  {
    table: 'webhook_deliveries',
    oldest: 'select min(received_at) from webhook_deliveries',
    rules: [
      rule(
        'webhook_deliveries',
        'Webhook deliveries, remembered so that a repeated one counts once',
        RETENTION.webhookDeliveries,
        `delete from webhook_deliveries where (provider, delivery_id) in (
           select provider, delivery_id from webhook_deliveries where received_at < $1 limit $2) returning delivery_id`,
      ),
    ],
  },
  {
    table: 'job_runs',
    oldest: 'select min(finished_at) from job_runs',
    rules: [
      rule(
        'job_runs',
        'Background work, counted from its end',
        RETENTION.jobRuns,
        'delete from job_runs where id in (select id from job_runs where finished_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'assistant_usage',
    oldest: 'select min(created_at) from assistant_usage',
    rules: [
      rule(
        'assistant_usage',
        'What each answer of a model took and cost',
        RETENTION.assistantUsage,
        'delete from assistant_usage where id in (select id from assistant_usage where created_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'reply_questions',
    oldest: 'select min(asked_at) from reply_questions',
    rules: [
      rule(
        'reply_questions',
        'Questions of customers’ messages, answered or not, counted from the reply',
        QUESTION_DAYS,
        'delete from reply_questions where id in (select id from reply_questions where asked_at < $1 limit $2) returning id',
      ),
    ],
  },
  {
    table: 'question_dismissals',
    oldest: 'select min(dismissed_at) from question_dismissals',
    rules: [
      rule(
        'question_dismissals',
        'Unanswered questions that were dismissed, counted from then',
        QUESTION_DAYS,
        'delete from question_dismissals where normalized in (select normalized from question_dismissals where dismissed_at < $1 limit $2) and dismissed_at < $1 returning normalized',
      ),
    ],
  },
  {
    table: 'training_phrasing_proposals',
    oldest: `select min(updated_at) from training_phrasing_proposals where state <> 'declined'`,
    rules: [
      rule(
        'training_phrasing_proposals',
        'Proposed phrasings that were accepted or that nobody decided on, counted from the last change; declined ones stay with their item',
        RETENTION.proposals,
        `delete from training_phrasing_proposals where id in (
           select id from training_phrasing_proposals where state <> 'declined' and updated_at < $1 limit $2) returning id`,
      ),
    ],
  },
  {
    table: 'events',
    oldest: OLDEST_EVENT,
    rules: [
      rule(
        'events_live_call',
        'Updates of live calls (`live_call.updated`), once the call is over; when it is stored, all go that a replay does not need',
        RETENTION.liveCallUpdates,
        removeEvents(
          LIVE_CALL_KINDS,
          `not exists (select 1 from real_time_insights as live where live.id = events.subject_id and live.status = 'active')`,
        ),
      ),
      {
        ...rule(
          'events_notification',
          `Events of notifications (${NOTIFICATION_KINDS.map((kind) => `\`${kind}\``).join(', ')})`,
          RETENTION.notificationEvents,
          removeEvents(NOTIFICATION_KINDS, 'true'),
        ),
        period: `${RETENTION.notificationEvents} days, or \`EVENT_RETENTION_DAYS\` where that is less`,
        days: ({ eventRetentionDays }) => Math.min(RETENTION.notificationEvents, eventRetentionDays),
      },
      {
        ...rule(
          'events',
          'All other events, but for those that are business records (below)',
          0,
          removeEvents(OTHER_KINDS, `not ${IS_CURRENT_STALE_PERIOD}`),
        ),
        period: '`EVENT_RETENTION_DAYS`: 400 days',
        days: ({ eventRetentionDays }) => eventRetentionDays,
      },
    ],
  },
  {
    table: 'security_events',
    oldest: 'select min(at) from security_events',
    rules: [
      {
        ...rule(
          'security_events',
          'Lines of the security log, which the audit shows',
          0,
          'delete from security_events where id in (select id from security_events where at < $1 limit $2) returning id',
        ),
        period: '`SECURITY_RETENTION_DAYS`: 400 days',
        days: ({ securityRetentionDays }) => securityRetentionDays,
      },
    ],
  },
  {
    table: 'dead_letters',
    oldest: 'select min(last_failed_at) from dead_letters',
    rules: [
      rule(
        'dead_letters_replayed',
        'Dead letters, counted from their replay',
        RETENTION.deadLetters,
        'delete from dead_letters where id in (select id from dead_letters where replayed_at < $1 limit $2) returning id',
      ),
      {
        ...rule(
          'dead_letters',
          'Dead letters that were not replayed, counted from the newest failure',
          0,
          `delete from dead_letters where id in (
             select id from dead_letters where replayed_at is null and last_failed_at < $1 limit $2) returning id`,
        ),
        period: '`EVENT_RETENTION_DAYS`: 400 days',
        days: ({ eventRetentionDays }) => eventRetentionDays,
      },
    ],
  },
];

/** Cleaned up outside `server/domain/retention/cleanup.ts`'s statements. */
export const OTHER_RETENTION: readonly { readonly where: string; readonly what: string; readonly period: string }[] = [
  {
    where: 'files `callboard-import-*`',
    what: 'Uploads that a killed server left in the folder for temporary files',
    period: `${RETENTION.uploads} day`,
  },
  {
    where: '`pgboss.job`',
    what: 'Background work on its way, removed by pg-boss itself, counted from its end',
    period: `${RETENTION.finishedJobs} days`,
  },
  {
    where: '`pgboss.job`',
    what: 'Background work that was never begun, removed by pg-boss itself',
    period: `${RETENTION.queuedJobs} days`,
  },
];

const BUSINESS_RECORD = 'business record';

/** Tables whose rows stay: the entities without a rule above, what belongs to their rows, and tables with a fixed number of rows. */
export const UNLIMITED_TABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ENTITY_NAMES.map((name) => entityOf(name).table)
      .filter((name) => RETAINED_TABLES.every(({ table }) => table !== name))
      .map((table) => [table, BUSINESS_RECORD]),
  ),
  ai_response_citations: BUSINESS_RECORD,
  ai_response_sources: BUSINESS_RECORD,
  training_phrasings: BUSINESS_RECORD,
  response_templates: BUSINESS_RECORD,
  live_call_segments: BUSINESS_RECORD,
  live_call_notes: BUSINESS_RECORD,
  import_rows: 'removed with its import (above)',
  notification_reads: 'removed with its notification (above)',
  coaching_rules: 'one row a rule',
  teams: BUSINESS_RECORD,
  assignment_rules: `settings; at most ${ASSIGNMENT_LIMITS.rules} rows`,
  roles: 'one row a role',
  role_permissions: 'one row a role, noun and action',
  workspace_settings: 'one row',
  training_embeddings: 'one row a training item',
  totp_credentials: 'one row a person',
  recovery_codes: 'ten rows a person',
  passkeys: 'twenty rows a person',
  oidc_identities: 'one row a person',
  integration_state: 'one row a service',
  lead_stage_totals: 'one row an owner and stage; changes since then are merged within the hour',
  event_head: 'one row',
  event_floors: 'one row a kind of events',
  event_consumers: 'one row a consumer',
  _prisma_migrations: 'one row a migration',
};

/** No job is running for the import. */
function importIsIdle(): string {
  return `not exists (select 1 from job_runs where job_runs.name = 'import.work' and job_runs.key = imports.id
    and job_runs.state in ('queued', 'running', 'waiting'))`;
}

/** The table of `docs/operating.md`. */
export function retentionAsMarkdown(): string {
  const rows = [
    ...RETAINED_TABLES.flatMap(({ table, rules }) =>
      rules.map(({ name, what, period }) => [
        `\`${name === 'import_rows' ? name : table}\``,
        what,
        period === '0 days' ? 'removed within the hour' : period,
      ]),
    ),
    ...OTHER_RETENTION.map(({ where, what, period }) => [where, what, period]),
    ['`events`', `Business records: ${RETAINED_KINDS.map((kind) => `\`${kind}\``).join(', ')}`, 'kept'],
    ...Object.entries(UNLIMITED_TABLES)
      .filter(([, why]) => why !== BUSINESS_RECORD)
      .map(([table, why]) => [`\`${table}\``, '', `kept: ${why}`]),
    ['all other tables', 'What people work with: customers, leads, calls, orders …', `kept: ${BUSINESS_RECORD}`],
  ];
  return ['| where | what | kept for |', '| --- | --- | --- |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}
