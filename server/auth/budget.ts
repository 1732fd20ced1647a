import type { Pool } from 'pg';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';

/** Budgets begin anew with every minute of the clock, on all instances at once. */
const WINDOW = 60_000;
/** What was spent is told to the other instances this often, and at once when it is this part of the budget. */
const TELL_EVERY = 1_000;
const TELL_AT = 1 / 50;
/** Counters that are over are cleared away this often. */
const CLEAR_EVERY = 3_600_000;

export interface Balance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
  /** Seconds until then. */
  readonly resetIn: number;
}

/** Whose budget it is. A browser's session has more: what a person does is bounded by the person. */
export type Spender = Pick<Viewer['credential'], 'id' | 'kind'> | null;

export interface Budget {
  /** What is left of someone's minute; nobody has one of their own each time. */
  look(spender: Spender): Balance;
  /** Takes points from someone's minute; false, and nothing is taken, where there are not enough. */
  spend(spender: Spender, points: number): boolean;
  /** Takes points for what was done already, also where there are not enough. */
  take(spender: Spender, points: number): void;
  /** Tells the other instances what was spent here, now. */
  tell(): Promise<void>;
  close(): Promise<void>;
}

interface Account {
  /** What all instances together had spent when we last heard. */
  known: number;
  /** What was spent here since. */
  untold: number;
}

interface BudgetOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Points a minute. */
  readonly limits: Readonly<Record<'session' | 'token', number>>;
}

// A minute that is over elsewhere already is not counted into the new one. Sorted keys: two instances never wait for each other.
const TELL = `
  insert into throttles as known (key, points, expire)
  select 'cost:' || spent.key, spent.points, $3 from unnest($1::text[], $2::int[]) as spent(key, points) order by 1
  on conflict (key) do update set
    points = case when known.expire = $3 then known.points + excluded.points when known.expire < $3 then excluded.points else known.points end,
    expire = greatest(known.expire, $3)
  returning substr(key, 6) as key, points, expire = $3 as current`;

/**
 * What each session and token may ask for within a minute, in points. Counted in this process, so that a request waits for
 * nothing, and shared with the other instances through the database a moment later.
 */
export function createBudget({ pool, clock, log, limits }: BudgetOptions): Budget {
  let ends = 0;
  let resetAt = '';
  let accounts = new Map<string, Account>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> | null = null;
  let cleared = clock.now().getTime();

  const turn = () => {
    const now = clock.now().getTime();
    if (now >= ends || now < ends - WINDOW) {
      ends = (Math.floor(now / WINDOW) + 1) * WINDOW;
      resetAt = new Date(ends).toISOString();
      accounts = new Map();
    }
    return now;
  };
  const spentBy = (spender: Spender): number => {
    const account = spender && accounts.get(spender.id);
    return account ? account.known + account.untold : 0;
  };
  const limitOf = (spender: Spender): number => limits[spender?.kind ?? 'session'];

  const tellNow = async () => {
    const now = turn();
    const ofMinute = accounts;
    const told = [...ofMinute].filter(([, { untold }]) => untold > 0).map(([key, account]) => ({ key, account, points: account.untold }));
    if (told.length === 0) return;
    for (const { account, points } of told) {
      account.untold -= points;
      account.known += points;
    }
    try {
      const { rows } = await pool.query<{ key: string; points: number; current: boolean }>({
        name: 'budget-tell',
        text: TELL,
        values: [told.map(({ key }) => key), told.map(({ points }) => points), ends],
      });
      for (const { key, points, current } of rows) {
        const account = ofMinute.get(key);
        if (account && current) account.known = points;
      }
      if (now - cleared < CLEAR_EVERY) return;
      cleared = now;
      await pool.query('delete from throttles where expire < $1', [now]);
    } catch (error) {
      // It is counted here in any case, and told with what comes next.
      for (const { account, points } of told) {
        account.untold += points;
        account.known -= points;
      }
      log.warn({ error }, 'Could not tell what was spent');
    }
  };
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    telling ??= tellNow().finally(() => {
      telling = null;
      if ([...accounts.values()].some(({ untold }) => untold > 0)) tellSoon();
    });
    return telling;
  };
  const tellSoon = () => {
    timer ??= setTimeout(() => void tell(), TELL_EVERY).unref();
  };

  const take = (spender: Spender, points: number) => {
    if (spender === null || points === 0) return;
    const account = accounts.get(spender.id) ?? { known: 0, untold: 0 };
    accounts.set(spender.id, account);
    account.untold += points;
    if (account.untold >= limitOf(spender) * TELL_AT) void tell();
    else tellSoon();
  };

  return {
    look: (spender) => {
      const now = turn();
      const limit = limitOf(spender);
      return {
        limit,
        remaining: Math.max(0, limit - spentBy(spender)),
        resetAt,
        resetIn: Math.ceil((ends - now) / 1000),
      };
    },
    spend: (spender, points) => {
      turn();
      if (spentBy(spender) + points > limitOf(spender)) return false;
      take(spender, points);
      return true;
    },
    take: (spender, points) => {
      turn();
      take(spender, points);
    },
    tell,
    close: async () => {
      await telling;
      await tell();
      clearTimeout(timer);
    },
  };
}
