import type { Pool } from 'pg';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import { runUnmetered } from '#server/database/read-meter.ts';
import type { Logger } from '#server/logger.ts';

/** Windows are whole minutes of the clock, so all instances have the same. */
const WINDOW_MS = 60_000;
/** Consumed points are shared with the other instances this often, or immediately beyond this fraction of a limit. */
const FLUSH_INTERVAL_MS = 1_000;
const FLUSH_FRACTION = 1 / 50;
/** Interval for deleting the counters of past windows. */
const CLEANUP_INTERVAL_MS = 3_600_000;

export interface Balance {
  /** Points a minute. */
  readonly limit: number;
  /** Points left in this minute. */
  readonly remaining: number;
  /** When the next minute begins, ISO 8601. */
  readonly resetAt: string;
  /** Seconds until then. */
  readonly resetIn: number;
}

/** Whose limit counts: a user, with all sessions and tokens. Null (not signed in) is not limited here. */
export type Principal = Pick<Viewer, 'id'> & { readonly credential: Pick<Viewer['credential'], 'kind'> };

export interface CostRateLimiter {
  /** The balance of this minute. For a token, the tighter of its owner's two limits. */
  peek(principal: Principal | null): Balance;
  /** Consumes points. Returns false, and consumes none, when not enough are left. */
  tryConsume(principal: Principal | null, points: number): boolean;
  /** Consumes points for work already done, even when not enough are left. */
  consume(principal: Principal | null, points: number): void;
  /** Shares pending points with the other instances now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Counter {
  /** Points of all instances, as of the last flush. */
  known: number;
  /** Points of this instance since then. */
  pending: number;
}

interface CostRateLimiterOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Points per minute: of a user in total, and the part of it that all their tokens together can use. */
  readonly limits: { readonly person: number; readonly tokens: number };
}

// Points of a past window are not added to the current one. Keys are sorted so that instances cannot deadlock.
const FLUSH = `
  insert into throttles as known (key, points, expire)
  select 'cost:' || spent.key, spent.points, $3 from unnest($1::text[], $2::int[]) as spent(key, points) order by 1
  on conflict (key) do update set
    points = case when known.expire = $3 then known.points + excluded.points when known.expire < $3 then excluded.points else known.points end,
    expire = greatest(known.expire, $3)
  returning substr(key, 6) as key, points, expire = $3 as current`;

/**
 * Limits the points each user can consume per minute, over all sessions and tokens. Counted in memory, so that no request waits, and
 * shared with the other instances through the database within about a second. Why this is not a library: docs/decisions/017-limits.md.
 */
export function createCostRateLimiter({ pool, clock, log, limits }: CostRateLimiterOptions): CostRateLimiter {
  let windowEnd = 0;
  let resetAt = '';
  let counters = new Map<string, Counter>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | null = null;
  let cleanedAt = clock.now().getTime();

  /** Starts a new window when the last one has ended. Returns the time. */
  const rollWindow = (): number => {
    const now = clock.now().getTime();
    if (now >= windowEnd || now < windowEnd - WINDOW_MS) {
      windowEnd = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS;
      resetAt = new Date(windowEnd).toISOString();
      counters = new Map();
    }
    return now;
  };

  const remainingOf = (key: string, limit: number): number => {
    const counter = counters.get(key);
    return counter ? limit - counter.known - counter.pending : limit;
  };
  /** The limit with the least points left. */
  const tightest = (principal: Principal | null): { readonly limit: number; readonly remaining: number } => {
    if (!principal) return { limit: limits.person, remaining: limits.person };
    const person = { limit: limits.person, remaining: remainingOf(personKey(principal), limits.person) };
    if (principal.credential.kind !== 'token') return person;
    const tokens = { limit: limits.tokens, remaining: remainingOf(tokensKey(principal), limits.tokens) };
    return tokens.remaining < person.remaining ? tokens : person;
  };

  const flushNow = async () => {
    const now = rollWindow();
    const windowCounters = counters;
    const updates = [...windowCounters]
      .filter(([, { pending }]) => pending > 0)
      .map(([key, counter]) => ({ key, counter, points: counter.pending }));
    if (updates.length === 0) return;
    for (const { counter, points } of updates) {
      counter.pending -= points;
      counter.known += points;
    }
    try {
      const { rows } = await pool.query<{ key: string; points: number; current: boolean }>({
        name: 'cost-share',
        text: FLUSH,
        values: [updates.map(({ key }) => key), updates.map(({ points }) => points), windowEnd],
      });
      for (const { key, points, current } of rows) {
        const counter = windowCounters.get(key);
        if (counter && current) counter.known = points;
      }
      if (now - cleanedAt < CLEANUP_INTERVAL_MS) return;
      cleanedAt = now;
      await pool.query('delete from throttles where expire < $1', [now]);
    } catch (error) {
      // The points still count here, and are shared with the next flush.
      for (const { counter, points } of updates) {
        counter.pending += points;
        counter.known -= points;
      }
      log.warn({ error }, 'Could not share consumed points with the other instances');
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    // Unmetered: the flush must not count towards the request that triggered it.
    flushing ??= runUnmetered(flushNow).finally(() => {
      flushing = null;
      if ([...counters.values()].some(({ pending }) => pending > 0)) scheduleFlush();
    });
    return flushing;
  };
  const scheduleFlush = () => {
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
  };

  /** Counts points. Returns whether to flush immediately. */
  const count = (key: string, limit: number, points: number): boolean => {
    const counter = counters.get(key) ?? { known: 0, pending: 0 };
    counters.set(key, counter);
    counter.pending += points;
    return counter.pending >= limit * FLUSH_FRACTION;
  };
  const consume = (principal: Principal | null, points: number) => {
    rollWindow();
    if (principal === null || points === 0) return;
    const isUrgent = [
      count(personKey(principal), limits.person, points),
      principal.credential.kind === 'token' && count(tokensKey(principal), limits.tokens, points),
    ];
    if (isUrgent.includes(true)) void flush();
    else scheduleFlush();
  };

  return {
    peek: (principal) => {
      const now = rollWindow();
      const { limit, remaining } = tightest(principal);
      return { limit, remaining: Math.max(0, remaining), resetAt, resetIn: Math.ceil((windowEnd - now) / 1000) };
    },
    tryConsume: (principal, points) => {
      rollWindow();
      if (tightest(principal).remaining < points) return false;
      consume(principal, points);
      return true;
    },
    consume,
    flush,
    close: async () => {
      await flushing;
      await flush();
      clearTimeout(timer);
    },
  };
}

const personKey = ({ id }: Principal): string => `person:${id}`;

const tokensKey = ({ id }: Principal): string => `tokens:${id}`;
