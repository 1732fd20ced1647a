import type { LeadStage } from '#contract/lead.ts';
import type { LostReason } from '#contract/lost-reasons.ts';
import { type EntityName, entityOf } from '../entities/entities.ts';
import { createSqlBuilder, rowVisibility } from '../query/sql-builder.ts';
import type { Reader } from '../viewer.ts';
import type { DateRange } from './date-ranges.ts';

// Each statement counts one table per time bucket. A bucket is one range of a covering index, so that no row is looked up in
// its table; all other arithmetic runs on the few rows returned.

/** A statement that counts rows. It is prepared where it has a name: those that are the same for everybody. */
export interface CountStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Whose rows are counted, and how a statement that counts is run. */
export interface Count {
  readonly reader: Reader;
  run<Row extends Counted>(statement: CountStatement): Promise<readonly Row[]>;
}

/** Counts within one time bucket; `bucket` is its index among the requested ones. */
export interface Counted {
  readonly bucket: number;
  readonly count: number;
}

export interface CountedLeads extends Counted {
  readonly stage: LeadStage;
}

export interface CountedLost extends Counted {
  readonly reason: LostReason;
  /** What they were worth, exact; US dollars. */
  readonly value: string;
}

export interface CountedOrders extends Counted {
  readonly currency: string;
  /** How many of them were cancelled or refunded. */
  readonly undone: number;
  /** What the others come to, exact; null where there are none. */
  readonly revenue: string | null;
}

export interface CountedCalls extends Counted {
  readonly type: string;
  readonly sentiment: string | null;
}

export interface CountedReplies extends Counted {
  readonly used: number;
}

/** The states of an order that brings no revenue. */
export const UNDONE = ['cancelled', 'refunded'] as const;

const BUCKETS = `from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as buckets(since, until, position)`;
const WITHIN = 'created_at >= since and created_at < until';

const LEADS = (mayRead: string) => `select (position - 1)::int as bucket, counted.* ${BUCKETS} cross join lateral (
  select stage, count(*)::int as count from leads where ${mayRead} and ${WITHIN} group by stage
) as counted`;

const WON = (mayRead: string) => `select (position - 1)::int as bucket, counted.* ${BUCKETS} cross join lateral (
  select count(*)::int as count from leads where ${mayRead} and stage = 'won' and stage_changed_at >= since and stage_changed_at < until
) as counted where count > 0`;

const LOST = (mayRead: string) => `select (position - 1)::int as bucket, counted.* ${BUCKETS} cross join lateral (
  select lost_reason as reason, count(*)::int as count, coalesce(sum(value), 0)::numeric(16, 2)::text as value
  from leads where ${mayRead} and lost_at >= since and lost_at < until group by lost_reason
) as counted`;

const ORDERS = (mayRead: string) => `select (position - 1)::int as bucket, counted.* ${BUCKETS} cross join lateral (
  select currency, count(*)::int as count, count(*) filter (where status = any($3::text[]))::int as undone,
    (sum(total_price) filter (where status <> all($3::text[])))::text as revenue
  from shopify_orders where ${mayRead} and ${WITHIN} group by currency
) as counted`;

const CALLS = (mayRead: string) => `select (position - 1)::int as bucket, counted.* ${BUCKETS} cross join lateral (
  select type, sentiment, count(*)::int as count from transcriptions where ${mayRead} and ${WITHIN} group by type, sentiment
) as counted`;

const REPLIES = (mayRead: string) => `select (position - 1)::int as bucket, counted.* ${BUCKETS} cross join lateral (
  select count(*)::int as count, count(*) filter (where used)::int as used from ai_responses where ${mayRead} and ${WITHIN}
) as counted where count > 0`;

const bordersOf = (buckets: readonly DateRange[]) => [
  buckets.map(({ from }) => from?.toISOString() ?? '-infinity'),
  buckets.map(({ to }) => to?.toISOString() ?? 'infinity'),
];

const counting =
  <Row extends Counted>(name: string, entity: EntityName, text: (mayRead: string) => string, ...more: readonly unknown[]) =>
  ({ reader, run }: Count, buckets: readonly DateRange[]): Promise<readonly Row[]> => {
    const builder = createSqlBuilder({ viewer: reader, now: new Date(0) });
    builder.values.push(...bordersOf(buckets), ...more);
    const conditions = rowVisibility(entityOf(entity), entityOf(entity).table, builder);
    const mayRead = conditions.length > 0 ? conditions.join(' and ') : 'true';
    return run<Row>({ ...(conditions.length === 0 && { name }), text: text(mayRead), values: builder.values });
  };

/** Leads by when they came in and the stage they are in now. */
export const countLeads = counting<CountedLeads>('analytics-leads', 'lead', LEADS);

/** Leads that are won, by when they were. */
export const countWon = counting<Counted>('analytics-won', 'lead', WON);

/** Leads that are lost, by when they were and why. */
export const countLost = counting<CountedLost>('analytics-lost', 'lead', LOST);

/** Orders by date and currency. */
export const countOrders = counting<CountedOrders>('analytics-orders', 'order', ORDERS, [...UNDONE]);

/** Calls by when they were, their type and how they sounded. */
export const countCalls = counting<CountedCalls>('analytics-calls', 'transcription', CALLS);

/** The assistant's answers by when they were written. */
export const countReplies = counting<CountedReplies>('analytics-replies', 'aiResponse', REPLIES);
