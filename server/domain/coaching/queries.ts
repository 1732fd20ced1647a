import type { Pool } from 'pg';
import type { CoachingMetric } from '#contract/coaching.ts';
import type { Tx } from '#server/database/client.ts';

/** A number to be followed since a moment. */
export interface Since {
  readonly id: string;
  readonly metric: CoachingMetric;
  readonly at: Date;
}

/** What became of it: the mean of the calls since, and how many they are. */
export interface Present {
  readonly id: string;
  readonly now: number;
  readonly calls: number;
}

// One row a call and number, whoever wrote it: a review, or a live call that was completed.
const PRESENT = `
  select asked.id, avg(metric.value)::float8 as now, count(*)::int as calls
  from unnest($2::text[], $3::text[], $4::timestamptz[]) as asked(id, metric, since)
  join performance_metrics metric on metric.user_id = $1 and metric.metric_type = asked.metric and metric.period = 'call' and metric.date > asked.since
  group by asked.id`;

/** How a person's numbers stand in the calls they had since, by the ids asked with; what no call has counted since is left out. */
export async function presentNumbers(
  pool: Pick<Pool, 'query'>,
  userId: string,
  asked: readonly Since[],
): Promise<ReadonlyMap<string, Present>> {
  const values = [userId, asked.map(({ id }) => id), asked.map(({ metric }) => metric), asked.map(({ at }) => at)];
  const { rows } = await pool.query<Present>({ name: 'coaching-present-numbers', text: PRESENT, values });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keeps other reviews of the same person from counting the same calls until the transaction ends. Answers which of these calls count already. */
export async function countedCalls(tx: Tx, userId: string, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  await tx.$executeRaw`select 1 from users where id = ${userId} for no key update`;
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    select asked.id from unnest(${[...callIds]}::text[]) as asked(id)
    where exists (
      select from performance_metrics
      where user_id = ${userId} and period = 'call' and asked.id in (metadata ->> 'callId', metadata ->> 'transcriptionId')
    )`;
  return new Set(rows.map(({ id }) => id));
}
