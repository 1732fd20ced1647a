import type { Pool } from 'pg';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import { runUnmetered } from '#server/database/read-meter.ts';
import type { Logger } from '#server/logger.ts';

/** Windows are the minutes of the clock, the same for all instances. */
const WINDOW_MS = 60_000;
/** Spending is shared with the other instances this often, and at once when it is this part of a limit. */
const SHARE_EVERY_MS = 1_000;
const SHARE_AT = 1 / 50;
/** Counters of past windows are deleted this often. */
const CLEAN_EVERY_MS = 3_600_000;

export interface Balance {
  /** Points a minute. */
  readonly limit: number;
  /** What is left of them. */
  readonly remaining: number;
  /** When the next minute begins, ISO 8601. */
  readonly resetAt: string;
  /** Seconds until then. */
  readonly resetIn: number;
}

/** Who pays: a person, whatever they ask with. Null is nobody, who has a full minute every time. */
export type Principal = Pick<Viewer, 'id'> & { readonly credential: Pick<Viewer['credential'], 'kind'> };

export interface CostRateLimiter {
  /** What is left of this minute; for a token the tighter one of its person's two limits. */
  peek(principal: Principal | null): Balance;
  /** Takes points; false, and none are taken, where not enough are left. */
  tryConsume(principal: Principal | null, points: number): boolean;
  /** Takes points for what has been done already, also where not enough are left. */
  consume(principal: Principal | null, points: number): void;
  /** Shares now what was spent here. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Counter {
  /** What all instances together had spent when they last shared it. */
  known: number;
  /** What was spent here since. */
  pending: number;
}

interface CostRateLimiterOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Points a minute: of a person in all, and of that what all their tokens together may take. */
  readonly limits: { readonly person: number; readonly tokens: number };
}

// What belongs to a minute that is over elsewhere is not counted into the new one. Sorted keys: two instances never wait for each other.
const SHARE = `
  insert into throttles as known (key, points, expire)
  select 'cost:' || spent.key, spent.points, $3 from unnest($1::text[], $2::int[]) as spent(key, points) order by 1
  on conflict (key) do update set
    points = case when known.expire = $3 then known.points + excluded.points when known.expire < $3 then excluded.points else known.points end,
    expire = greatest(known.expire, $3)
  returning substr(key, 6) as key, points, expire = $3 as current`;

/**
 * What each person may ask for within a minute, in points, over all their sessions and tokens. Counted in this process, so that
 * a request waits for nothing, and shared with the other instances through the database within about a second.
 * Why no library does this: docs/decisions/017-limits.md.
 */
export function createCostRateLimiter({ pool, clock, log, limits }: CostRateLimiterOptions): CostRateLimiter {
  let windowEnd = 0;
  let resetAt = '';
  let counters = new Map<string, Counter>();
  let timer: NodeJS.Timeout | undefined;
  let sharing: Promise<void> | null = null;
  let cleanedAt = clock.now().getTime();

  /** Begins a new window when the last one is over; answers the time. */
  const roll = (): number => {
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
  /** The limit that has least left. */
  const tightest = (principal: Principal | null): { readonly limit: number; readonly remaining: number } => {
    if (!principal) return { limit: limits.person, remaining: limits.person };
    const person = { limit: limits.person, remaining: remainingOf(personKey(principal), limits.person) };
    if (principal.credential.kind !== 'token') return person;
    const tokens = { limit: limits.tokens, remaining: remainingOf(tokensKey(principal), limits.tokens) };
    return tokens.remaining < person.remaining ? tokens : person;
  };

  const shareNow = async () => {
    const now = roll();
    const ofWindow = counters;
    const spent = [...ofWindow]
      .filter(([, { pending }]) => pending > 0)
      .map(([key, counter]) => ({ key, counter, points: counter.pending }));
    if (spent.length === 0) return;
    for (const { counter, points } of spent) {
      counter.pending -= points;
      counter.known += points;
    }
    try {
      const { rows } = await pool.query<{ key: string; points: number; current: boolean }>({
        name: 'cost-share',
        text: SHARE,
        values: [spent.map(({ key }) => key), spent.map(({ points }) => points), windowEnd],
      });
      for (const { key, points, current } of rows) {
        const counter = ofWindow.get(key);
        if (counter && current) counter.known = points;
      }
      if (now - cleanedAt < CLEAN_EVERY_MS) return;
      cleanedAt = now;
      await pool.query('delete from throttles where expire < $1', [now]);
    } catch (error) {
      // It counts here in any case, and is shared with what comes next.
      for (const { counter, points } of spent) {
        counter.pending += points;
        counter.known -= points;
      }
      log.warn({ error }, 'Could not share spent points with the other instances');
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    // Not on the account of the request that happened to spend the last points.
    sharing ??= runUnmetered(shareNow).finally(() => {
      sharing = null;
      if ([...counters.values()].some(({ pending }) => pending > 0)) flushSoon();
    });
    return sharing;
  };
  const flushSoon = () => {
    timer ??= setTimeout(() => void flush(), SHARE_EVERY_MS).unref();
  };

  /** Counts points; whether they are so many that the other instances should hear of them now. */
  const count = (key: string, limit: number, points: number): boolean => {
    const counter = counters.get(key) ?? { known: 0, pending: 0 };
    counters.set(key, counter);
    counter.pending += points;
    return counter.pending >= limit * SHARE_AT;
  };
  const consume = (principal: Principal | null, points: number) => {
    roll();
    if (principal === null || points === 0) return;
    const isUrgent = [
      count(personKey(principal), limits.person, points),
      principal.credential.kind === 'token' && count(tokensKey(principal), limits.tokens, points),
    ];
    if (isUrgent.includes(true)) void flush();
    else flushSoon();
  };

  return {
    peek: (principal) => {
      const now = roll();
      const { limit, remaining } = tightest(principal);
      return { limit, remaining: Math.max(0, remaining), resetAt, resetIn: Math.ceil((windowEnd - now) / 1000) };
    },
    tryConsume: (principal, points) => {
      roll();
      if (tightest(principal).remaining < points) return false;
      consume(principal, points);
      return true;
    },
    consume,
    flush,
    close: async () => {
      await sharing;
      await flush();
      clearTimeout(timer);
    },
  };
}

const personKey = ({ id }: Principal): string => `person:${id}`;

const tokensKey = ({ id }: Principal): string => `tokens:${id}`;
