import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { normalizeUsername } from '#contract/account.ts';
import { LimitExceeded, TooManyAttempts } from '#domain/failures.ts';
import { createConcurrencyLimiter, createKeyedConcurrencyLimiter, createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { addressPrefix } from '../network-address.ts';

/** Who tries to sign in, as far as anybody knows before the password is checked. */
export interface SignInAttempt {
  /** The username as it was typed. */
  readonly account: string;
  /** The client address. */
  readonly address: string;
  /** The id of the browser, where this account has signed in with it before; null for an unknown one. */
  readonly knownDevice: string | null;
}

/** Who types their password again. */
export interface ConfirmationAttempt {
  readonly personId: string;
  readonly sessionId: string;
}

export interface SignInThrottle {
  /**
   * Runs one check of a password, as soon as `SIGN_INS_AT_ONCE` allows. `check` answers null for a wrong one, which is counted. Throws instead of
   * running it: `TooManyAttempts` while a delay lasts or after `SIGN_INS_PER_MINUTE`, `LimitExceeded` where too many are under way.
   */
  signIn<Result>(attempt: SignInAttempt, check: () => Promise<Result | null>): Promise<Result | null>;
  /** The same where a signed-in person types their password again; counted for that session alone, and `CONFIRMATIONS_AT_ONCE`. */
  confirm<Result>(who: ConfirmationAttempt, check: () => Promise<Result | null>): Promise<Result | null>;
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

/** Right passwords for one account within `window` seconds, from everywhere: each makes a session and an event. Then nothing is checked until the window is over. */
export const SIGN_INS_PER_MINUTE = { most: 100, window: 60 } as const;

/** Milliseconds a sign-in may wait in each queue. 300 people of one office who sign in at the same moment need about 8 s. */
const MAX_WAIT_MS = 30_000;

/**
 * Sign-ins at once on one server. Known browsers have a share of the same size to themselves, so they never queue behind strangers.
 * An account has one slot at its address, and an address half of the server's, so neither can keep the others out.
 * Delays are looked at before a check and failures counted after it: `running` is how many guesses more than allowed each may make.
 */
export const SIGN_INS_AT_ONCE = {
  /** One account from one address or known browser. */
  pair: { running: 1, waiting: 50 },
  /** One address (IPv6: /64): an office may sit behind it. */
  address: { running: 4, waiting: 400 },
  /** One account from everywhere. */
  account: { running: 4, waiting: 200 },
  server: { running: 8, waiting: 1_000 },
} as const;

/** Passwords that signed-in people type again, at once on one server. They have these slots to themselves. */
export const CONFIRMATIONS_AT_ONCE = {
  person: { running: 1, waiting: 10 },
  server: { running: 4, waiting: 100 },
} as const;

const limitOf = ({ running, waiting }: { readonly running: number; readonly waiting: number }, what: string) => ({
  concurrency: running,
  queueSize: waiting,
  maxWaitMs: MAX_WAIT_MS,
  exceeded: () =>
    new LimitExceeded(
      'TOO_MANY_IN_PROGRESS',
      `At most ${waiting} ${what} may wait, for ${MAX_WAIT_MS / 1000} s each. Try again in a few seconds.`,
      5,
    ),
});

/** Nested in this order, what waits for a slot holds only one of a wider group than its own: an account that floods waits for itself. */
function createSignInLimiter() {
  const { pair, address, account, server } = SIGN_INS_AT_ONCE;
  const ofPair = createKeyedConcurrencyLimiter(limitOf(pair, 'sign-ins to one account from one address'));
  const ofAddress = createKeyedConcurrencyLimiter(limitOf(address, 'sign-ins from one address'));
  const ofAccount = createKeyedConcurrencyLimiter(limitOf(account, 'sign-ins to one account'));
  const ofServer = createConcurrencyLimiter(limitOf(server, 'sign-ins'));
  return <Result>(key: { readonly pair: string; readonly address: string; readonly account: string }, work: () => Promise<Result>) =>
    ofPair(key.pair, () => ofAddress(key.address, () => ofAccount(key.account, () => ofServer(work))));
}

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
  const createCounters = (rule: keyof typeof SIGN_IN_RULES) => ({
    failures: limiter(`sign_in_failures_${rule}`, SIGN_IN_RULES[rule].free, SIGN_IN_RULES[rule].window),
    delays: limiter(`sign_in_delay_${rule}`, 1, SIGN_IN_RULES[rule].longest),
  });
  const counters = {
    device: createCounters('device'),
    pair: createCounters('pair'),
    address: createCounters('address'),
    account: createCounters('account'),
    session: createCounters('session'),
  };
  const registrations = limiter('register_address', REGISTRATIONS.most, REGISTRATIONS.window);
  const successes = limiter('sign_in_successes', SIGN_INS_PER_MINUTE.most, SIGN_INS_PER_MINUTE.window);
  const fromStrangers = createSignInLimiter();
  const fromKnownDevices = createSignInLimiter();
  const confirmations = createPersonAndServerLimiter({
    person: limitOf(CONFIRMATIONS_AT_ONCE.person, 'password checks of one person'),
    server: limitOf(CONFIRMATIONS_AT_ONCE.server, 'password checks'),
  });

  const remainingDelay = async ([rule, key]: Scope): Promise<number> => (await counters[rule].delays.get(key))?.msBeforeNext ?? 0;
  const countFailure = async ([rule, key]: Scope): Promise<void> => {
    const { consumedPoints } = await counters[rule].failures.penalty(key);
    const seconds = delayAfter(SIGN_IN_RULES[rule], consumedPoints);
    if (seconds > 0) await counters[rule].delays.block(key, seconds);
  };

  const waitAfterSuccesses = async (account: string): Promise<number> => {
    const count = await successes.get(account);
    return count && count.consumedPoints >= SIGN_INS_PER_MINUTE.most ? count.msBeforeNext : 0;
  };

  /** `own` is the count that a right password clears; `shared` are those of others as well. `account` is whose successes count, if they do. */
  const run = async <Result>(
    { own, shared = [], account }: { readonly own: Scope; readonly shared?: readonly Scope[]; readonly account?: string },
    check: () => Promise<Result | null>,
  ): Promise<Result | null> => {
    const waits = [own, ...shared].map(remainingDelay);
    if (account !== undefined) waits.push(waitAfterSuccesses(account));
    const wait = Math.max(...(await Promise.all(waits)));
    if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000));
    const result = await check();
    if (result === null) await Promise.all([own, ...shared].map(countFailure));
    else await Promise.all([counters[own[0]].failures.delete(own[1]), account !== undefined && successes.penalty(account)]);
    return result;
  };

  return {
    signIn: ({ account: username, address: client, knownDevice }, check) => {
      const account = accountKey(username);
      const address = addressPrefix(client);
      const pair = `${account}:${knownDevice ?? address}`;
      const key = { pair, address, account };
      if (knownDevice !== null) return fromKnownDevices(key, () => run({ own: ['device', pair], account }, check));
      const shared: Scope[] = [
        ['address', address],
        ['account', account],
      ];
      return fromStrangers(key, () => run({ own: ['pair', pair], shared, account }, check));
    },
    confirm: ({ personId, sessionId }, check) => confirmations(personId, () => run({ own: ['session', sessionId] }, check)),
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
const accountKey = (username: string): string => createHash('sha256').update(normalizeUsername(username).toLowerCase()).digest('hex');
