import { COACHING_METRIC_KEYS, type CoachingMetric } from '#contract/coaching.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import { countedCalls } from './queries.ts';
import type { CallReading } from './reading.ts';
import type { Counted } from './rules/rule.ts';

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

/** A person's numbers of one call, dated when it was; `metadata` says where they come from. */
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
