import type { Pool } from 'pg';
import { COACHING_METRIC_KEYS, type CoachingMetric, isCoachingMetric, type Verdict, verdictOf } from '#contract/coaching.ts';
import type { CoachingInsight, Prisma } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import type { CallReading } from './call-metrics.ts';
import type { Counted } from './rules.ts';

/** A number to be followed since a moment. */
interface Since {
  readonly id: string;
  readonly metric: CoachingMetric;
  readonly at: Date;
}

/** What became of it: the mean of the calls since, and how many they are. */
interface Present {
  readonly id: string;
  readonly now: number;
  readonly calls: number;
}

// One row for each call and metric, written by a review or by a completed live call.
const PRESENT = `
  select requested.id, avg(metric.value)::float8 as now, count(*)::int as calls
  from unnest($2::text[], $3::text[], $4::timestamptz[]) as requested(id, metric, since)
  join performance_metrics metric on metric.user_id = $1 and metric.metric_type = requested.metric and metric.period = 'call' and metric.date > requested.since
  group by requested.id`;

/** A person's metrics in the calls after each insight, by insight id; metrics that no later call has are left out. */
export async function presentNumbers(
  pool: Pick<Pool, 'query'>,
  userId: string,
  requested: readonly Since[],
): Promise<ReadonlyMap<string, Present>> {
  const values = [userId, requested.map(({ id }) => id), requested.map(({ metric }) => metric), requested.map(({ at }) => at)];
  const { rows } = await pool.query<Present>({ name: 'coaching-present-numbers', text: PRESENT, values });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keeps other reviews of the same person from counting the same calls until the transaction ends. Answers which of these calls count already. */
async function countedCalls(tx: Tx, userId: string, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  await tx.$executeRaw`select 1 from users where id = ${userId} for no key update`;
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    select requested.id from unnest(${[...callIds]}::text[]) as requested(id)
    where exists (
      select from performance_metrics
      where user_id = ${userId} and period = 'call' and requested.id in (metadata ->> 'callId', metadata ->> 'transcriptionId')
    )`;
  return new Set(rows.map(({ id }) => id));
}

interface Counting {
  readonly userId: string;
  readonly now: Date;
  readonly newId: NewId;
}

type Row = Prisma.PerformanceMetricCreateManyInput;

const DECIMALS = 4;
/** The largest number its column holds. */
const MOST = 999_999.9999;

const rowOf =
  ({ userId, now, newId }: Counting) =>
  (metric: CoachingMetric, value: number, rest: Pick<Row, 'period' | 'date' | 'metadata'>): Row => ({
    id: newId(),
    userId,
    metricType: metric,
    value: Math.max(-MOST, Math.min(MOST, value)).toFixed(DECIMALS),
    createdAt: now,
    ...rest,
  });

/** A person's metrics of one call, dated by the call; `metadata` names their source. */
export const callNumbers = (
  { call, values }: CallReading,
  counting: Counting,
  metadata: Readonly<Record<string, string>>,
): readonly Row[] =>
  COACHING_METRIC_KEYS.flatMap((metric) => {
    const value = values[metric];
    const rest = { period: 'call', date: call.at, metadata: { ...metadata, callId: call.id } };
    return value === null ? [] : [rowOf(counting)(metric, value, rest)];
  });

/** A person's numbers of a review: one row a number for the review, dated today, and one for each call that does not count yet, dated when it was. */
export async function storeNumbers(
  tx: Tx,
  readings: readonly CallReading[],
  numbers: readonly Counted[],
  { sessionId, ...counting }: Counting & { readonly sessionId: string },
): Promise<void> {
  const { userId, now } = counting;
  const row = rowOf(counting);
  const known = await countedCalls(
    tx,
    userId,
    readings.map(({ call }) => call.id),
  );
  const ofSession = numbers.map(({ metric, value, calls }) =>
    row(metric, value, { period: 'session', date: now, metadata: { sessionId, calls } }),
  );
  const ofCalls = readings.filter(({ call }) => !known.has(call.id)).flatMap((reading) => callNumbers(reading, counting, { sessionId }));
  await tx.performanceMetric.createMany({ data: [...ofSession, ...ofCalls] });
}

/** What became of the number an insight is about. */
export interface FollowUp {
  readonly metric: CoachingMetric;
  readonly before: number;
  /** The mean of the calls since; null where there was none. */
  readonly now: number | null;
  /** How many calls there were since. */
  readonly calls: number;
  readonly verdict: Verdict;
}

type Followed = Pick<CoachingInsight, 'metric' | 'metricValue'>;

/** The number an insight is about, with what it was then; null where it is about none. */
export function followedNumber({ metric, metricValue }: Followed): { readonly metric: CoachingMetric; readonly before: number } | null {
  return metric !== null && isCoachingMetric(metric) && metricValue !== null ? { metric, before: metricValue.toNumber() } : null;
}

/** Holds what a number was against what it is. */
export function followUpOf(insight: Followed, present: Present | undefined): FollowUp | null {
  const followed = followedNumber(insight);
  if (followed === null) return null;
  const now = present?.now ?? null;
  return { ...followed, now, calls: present?.calls ?? 0, verdict: verdictOf(followed.metric, followed.before, now) };
}
