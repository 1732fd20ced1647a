import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { LimitExceeded, TooManyAttempts } from '#domain/failures.ts';
import { addressPrefix } from './address-prefix.ts';

/** Who tries to sign in, as far as anybody knows before the password is checked. */
export interface SignInAttempt {
  /** The username as it was typed. */
  readonly account: string;
  /** The client address. */
  readonly address: string;
  /** The id of the browser, where this account has signed in with it before; null for an unknown one. */
  readonly knownDevice: string | null;
}

export interface SignInThrottle {
  /** Runs one check of a password. `check` answers null for a wrong one, which is counted; throws `TooManyAttempts` instead of running it while a delay lasts. */
  signIn<Result>(attempt: SignInAttempt, check: () => Promise<Result | null>): Promise<Result | null>;
  /** The same where a signed-in person types their password again; counted for that session alone. */
  confirm<Result>(sessionId: string, check: () => Promise<Result | null>): Promise<Result | null>;
  /** Counts a request for a new account from this address; throws `TooManyAttempts`. */
  register(address: string): Promise<void>;
  /** Forgets all failures of an account: somebody gave it another password. */
  reset(account: string): Promise<void>;
}

interface Rule {
  /** Failures without a delay, counted from the first one. */
  readonly free: number;
  /** Seconds after which a count starts anew. */
  readonly window: number;
  /** Seconds of the first delay. Each further failure doubles it, up to `longest`. */
  readonly delay: number;
  readonly longest: number;
}

/**
 * What failed sign-ins cost. Nobody's failures count against a known device but its own, so nobody can lock out another
 * person's browser; and against an unknown one only those of its own address, or many from everywhere.
 */
export const SIGN_IN_RULES = {
  /** One known browser and one account. */
  device: { free: 10, window: 86_400, delay: 30, longest: 900 },
  /** One address and one account, from unknown browsers. */
  pair: { free: 10, window: 86_400, delay: 30, longest: 900 },
  /** One address over all accounts, from unknown browsers: an office may sit behind it. */
  address: { free: 100, window: 3_600, delay: 60, longest: 900 },
  /** One account from everywhere, from unknown browsers. The longest delay is short: it bounds a distributed attack to some 1,500 guesses a day without keeping its owner out for long. */
  account: { free: 100, window: 3_600, delay: 1, longest: 60 },
  /** A signed-in person who types their password again. */
  session: { free: 10, window: 86_400, delay: 30, longest: 900 },
} as const satisfies Record<string, Rule>;

/** Requests for an account from one address within `window` seconds. */
export const REGISTRATIONS = { most: 100, window: 900 } as const;

/** Seconds to wait after so many failures. */
const delayAfter = ({ free, delay, longest }: Rule, failures: number): number =>
  failures < free ? 0 : Math.min(longest, delay * 2 ** Math.min(failures - free, 30));

// Delays are looked at before a check and failures counted after it, so that right passwords cost nothing. The number of checks
// at once is therefore how many guesses more than allowed a server may make.
const CHECKS_AT_ONCE = 8;
const MAX_WAITING = 1_000;

type Scope = readonly [rule: keyof typeof SIGN_IN_RULES, key: string];

/** Limits guessing of passwords, over all server instances together: the counters are rows of `throttles`, or in memory while the database does not answer. */
export function createSignInThrottle({ pool }: { readonly pool: Pick<Pool, 'query'> }): SignInThrottle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      ...{ storeClient: pool, storeType: 'pool', tableName: 'throttles', tableCreated: true },
      // The nightly clean-up removes what is over.
      clearExpiredByTimeout: false,
      ...{ keyPrefix, points, duration },
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    });
  const counters = (rule: keyof typeof SIGN_IN_RULES) => ({
    failures: limiter(`sign_in_failures_${rule}`, SIGN_IN_RULES[rule].free, SIGN_IN_RULES[rule].window),
    delays: limiter(`sign_in_delay_${rule}`, 1, SIGN_IN_RULES[rule].longest),
  });
  const of = {
    device: counters('device'),
    pair: counters('pair'),
    address: counters('address'),
    account: counters('account'),
    session: counters('session'),
  };
  const registrations = limiter('register_address', REGISTRATIONS.most, REGISTRATIONS.window);
  const checks = pLimit(CHECKS_AT_ONCE);

  const waitOf = async ([rule, key]: Scope): Promise<number> => (await of[rule].delays.get(key))?.msBeforeNext ?? 0;
  const countFailure = async ([rule, key]: Scope): Promise<void> => {
    const { consumedPoints } = await of[rule].failures.penalty(key);
    const seconds = delayAfter(SIGN_IN_RULES[rule], consumedPoints);
    if (seconds > 0) await of[rule].delays.block(key, seconds);
  };

  /** `own` is the count that a right password clears; `shared` are those of others as well. */
  const run = async <Result>(own: Scope, shared: readonly Scope[], check: () => Promise<Result | null>): Promise<Result | null> => {
    if (checks.pendingCount >= MAX_WAITING)
      throw new LimitExceeded('TOO_MANY_IN_PROGRESS', `More than ${MAX_WAITING} sign-ins are waiting. Try again in a few seconds.`, 5);
    return checks(async () => {
      const wait = Math.max(...(await Promise.all([own, ...shared].map(waitOf))));
      if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000));
      const result = await check();
      if (result === null) await Promise.all([own, ...shared].map(countFailure));
      else await of[own[0]].failures.delete(own[1]);
      return result;
    });
  };

  return {
    signIn: ({ account, address, knownDevice }, check) => {
      const name = accountKey(account);
      const from = addressPrefix(address);
      if (knownDevice !== null) return run(['device', `${name}:${knownDevice}`], [], check);
      const shared: Scope[] = [
        ['address', from],
        ['account', name],
      ];
      return run(['pair', `${name}:${from}`], shared, check);
    },
    confirm: (sessionId, check) => run(['session', sessionId], [], check),
    register: async (address) => {
      try {
        await registrations.consume(addressPrefix(address));
      } catch (error) {
        throw error instanceof RateLimiterRes ? new TooManyAttempts(Math.ceil(error.msBeforeNext / 1000)) : error;
      }
    },
    reset: async (account) => {
      await pool.query(`delete from throttles where key ~ '^sign_in_(failures|delay)_(pair|account|device):' and strpos(key, $1) > 0`, [
        accountKey(account),
      ]);
    },
  };
}

/** One key for all ways to write a username, of one length however long it is. */
const accountKey = (username: string): string => createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('hex');
