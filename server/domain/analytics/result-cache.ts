import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';
import type { EventType } from '../domain-events.ts';
import { singleFlight } from '../single-flight.ts';

// The newest event of each kind is one step in the index (kind, seq), however long the log is. A committed event that has no
// number yet counts as a change.
const NEWEST = `
  select coalesce(max(newest.seq), 0)::text as seq, exists (select 1 from events where seq is null and kind = any($1::text[])) as pending
  from unnest($1::text[]) as wanted(kind) cross join lateral (select max(seq) as seq from events where events.kind = wanted.kind) as newest`;

/** How long a result is served at most, in milliseconds: some of what it holds depends on the time of day. */
export const MAX_AGE_MS = 5_000;

/** Results that one cache keeps; the one used longest ago is dropped. One takes at most some 50 kB: the figures of 53 weeks. */
const MAX_RESULTS = 100;

interface Entry<Result> {
  readonly compute: () => Promise<Result>;
  /** The newest event that the result is known to hold; null where there is no result. */
  newest: string | null;
  expiresAt: number;
  result: Result | null;
}

interface CacheOptions<Question, Result> {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  /** The kinds of events that can change the result of a question. */
  readonly kinds: (question: Question) => readonly EventType[];
  readonly keyOf: (question: Question) => string;
  readonly compute: (question: Question) => Promise<Result>;
}

/**
 * Gives the same result to the same question until an event of these kinds is written, on whichever instance. The log is read
 * before each answer, so a person always sees their own write; events of other kinds change nothing.
 */
export function cacheUntilEvent<Question, Result>({ pool, clock, kinds, keyOf, compute }: CacheOptions<Question, Result>) {
  const entries = new LRUCache<string, Entry<Result>>({ max: MAX_RESULTS });

  const entryOf = (question: Question): Entry<Result> => {
    const key = keyOf(question);
    const entry = entries.get(key) ?? { compute: singleFlight(() => compute(question)), newest: null, expiresAt: 0, result: null };
    entries.set(key, entry);
    return entry;
  };

  return async (question: Question): Promise<Result> => {
    const entry = entryOf(question);
    // The log first: the result then includes at least what the log had.
    const { rows } = await pool.query<{ seq: string; pending: boolean }>({
      name: 'events-newest',
      text: NEWEST,
      values: [kinds(question)],
    });
    const [log] = rows;
    const now = clock.now().getTime();
    if (entry.result !== null && log && !log.pending && entry.newest === log.seq && now < entry.expiresAt) return entry.result;
    const result = await entry.compute();
    Object.assign(entry, { newest: log?.seq ?? null, expiresAt: now + MAX_AGE_MS, result });
    return result;
  };
}
