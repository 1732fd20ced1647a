import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';

export interface EventLag {
  /** Age of the oldest event without a `seq` in seconds; 0 when all have one. */
  readonly unsequencedSeconds: number;
  readonly consumers: readonly {
    readonly name: string;
    /** Events it has not handled yet, counted up to MAX_COUNTED. */
    readonly events: number;
    /** Age of the oldest of them in seconds; 0 when there is none. */
    readonly seconds: number;
  }[];
  /** Dead letters that were not replayed, by consumer. */
  readonly deadLetters: readonly { readonly consumer: string; readonly count: number }[];
}

/** A larger lag is reported as this number: counting millions of events would slow down handling them. */
const MAX_COUNTED = 100_000;

const UNSEQUENCED = 'select at from events where seq is null order by id limit 1';
const CONSUMERS = `
  select consumer.name, waiting.events, waiting.oldest from event_consumers as consumer cross join lateral (
    select count(*)::int as events, min(at) as oldest from (
      select at from events where seq > consumer.seq and id > consumer.since_id and kind = any(consumer.kinds) limit ${MAX_COUNTED}
    ) as counted
  ) as waiting order by consumer.name`;
const DEAD_LETTERS = `
  select consumer.name as consumer, count(letter.id)::int as count
  from event_consumers as consumer left join dead_letters as letter on letter.consumer = consumer.name and letter.replayed_at is null
  group by consumer.name order by consumer.name`;

/** How far sequencing and consumers are behind, on all instances together. */
export async function readEventLag(pool: Pick<Pool, 'query'>, clock: Clock): Promise<EventLag> {
  const since = (at: Date | null | undefined) => (at ? Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000) : 0);
  const { rows: unsequenced } = await pool.query<{ at: Date }>(UNSEQUENCED);
  const { rows: consumers } = await pool.query<{ name: string; events: number; oldest: Date | null }>(CONSUMERS);
  const { rows: deadLetters } = await pool.query<{ consumer: string; count: number }>(DEAD_LETTERS);
  return {
    unsequencedSeconds: since(unsequenced[0]?.at),
    consumers: consumers.map(({ name, events, oldest }) => ({ name, events, seconds: since(oldest) })),
    deadLetters,
  };
}
