import type { Pool } from 'pg';
import type { Database } from '#server/database/client.ts';

/** Months that have a table before they begin. */
const MONTHS_AHEAD = 3;

const CREATE = `
  select create_event_month((date_trunc('month', $1::timestamptz at time zone 'UTC') + ahead * interval '1 month') at time zone 'UTC')
  from generate_series(0, ${MONTHS_AHEAD}) as ahead`;

/** The condition that nobody waits for an event: every consumer of its kind has handled it, and no dead letter of it is to be replayed. */
export const NOT_AWAITED = `events.seq is not null
      and not exists (select 1 from event_consumers as consumer where events.seq > consumer.seq and events.kind = any(consumer.kinds))
      and not exists (select 1 from dead_letters as letter where letter.event_seq = events.seq and letter.replayed_at is null)`;

/** Makes the tables of this month’s events and of the next ones. */
export async function createEventMonths(pool: Pick<Pool, 'query'>, now: Date): Promise<void> {
  await pool.query(CREATE, [now]);
}

// The name is that of `create_event_month`; the oldest first.
const EXPIRED = `
  select child.relname as name from pg_inherits join pg_class as child on child.oid = inhrelid
  where inhparent = 'events_log'::regclass and child.relname ~ '^events_log_\\d{4}_\\d{2}$'
    and (to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= $1
  order by child.relname`;

/** Removes the months that ended before a moment and of which every event may go; the others lose theirs one by one. Answers how many events went. */
export async function dropEventMonths(
  { pool, transaction }: Pick<Database, 'pool' | 'transaction'>,
  before: Date,
  stays: string,
): Promise<number> {
  const { rows: months } = await pool.query<{ name: string }>(EXPIRED, [before]);
  let removed = 0;
  for (const { name } of months) {
    removed += await transaction(async (tx) => {
      await tx.$executeRawUnsafe(`set local lock_timeout = '2s'`);
      // Nobody writes to a month that is over; whoever does, waits.
      await tx.$executeRawUnsafe(`lock table "${name}" in share mode`);
      const [found] = await tx.$queryRawUnsafe<{ needed: boolean }[]>(
        `select exists (select from "${name}" as events where not (${NOT_AWAITED}) or ${stays}) as needed`,
      );
      if (found?.needed) return 0;
      const [gone] = await tx.$queryRawUnsafe<{ count: number }[]>(`
        with removed as (select kind, max(seq) as seq, count(*) as count from "${name}" group by kind),
        floors as (
          insert into event_floors (kind, seq) select kind, seq from removed
          on conflict (kind) do update set seq = greatest(event_floors.seq, excluded.seq)
        )
        select coalesce(sum(count), 0)::int as count from removed`);
      await tx.$executeRawUnsafe(`drop table "${name}"`);
      return gone?.count ?? 0;
    });
  }
  return removed;
}
