import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { normalizeUsername } from '#contract/account.ts';
import { LimitExceeded, TooManyAttempts } from '#domain/failures.ts';
import { createConcurrencyLimiter, createKeyedConcurrencyLimiter, createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { addressPrefix } from '../network-address.ts';

/** What is known about a sign-in before the password is checked. */
export interface SignInAttempt {
  /** The username as typed. */
  readonly account: string;
  /** The client address. */
  readonly address: string;
  /** The id of the browser if this account has signed in with it before; null for an unknown one. */
  readonly knownDevice: string | null;
}

/** A signed-in user who confirms their password. */
export interface ConfirmationAttempt {
  readonly personId: string;
  readonly sessionId: string;
}

export interface SignInThrottle {
  /**
   * Runs one password check, as soon as `SIGN_INS_AT_ONCE` allows. `check` returns null for a wrong password, which counts as a failure.
   * Throws `TooManyAttempts` during a delay or after `SIGN_INS_PER_MINUTE`, and `LimitExceeded` when too many checks are waiting.
   */
  signIn<Result>(attempt: SignInAttempt, check: () => Promise<Result | null>): Promise<Result | null>;
  /** The same for a password confirmation. Failures count for that session only; see `CONFIRMATIONS_AT_ONCE`. */
  confirm<Result>(who: ConfirmationAttempt, check: () => Promise<Result | null>): Promise<Result | null>;
  /** Counts a registration from this address. Throws `TooManyAttempts`. */
  register(address: string): Promise<void>;
  /** Counts a request for a reset of the password, for the account as typed and for the address. Throws `TooManyAttempts`. */
  requestReset(account: string, address: string): Promise<void>;
  /** Counts a challenge of a passkey or a redirect to the identity provider. Throws `TooManyAttempts`. */
  challenge(address: string): Promise<void>;
  /** Clears all failures of an account, after its password was changed. */
  reset(account: string): Promise<void>;
}

interface Rule {
  /** Failures before the first delay. */
  readonly free: number;
  /** Seconds after which the count resets. */
  readonly window: number;
  /** Seconds of the first delay. Each further failure doubles it, up to `maxDelay`. */
  readonly delay: number;
  readonly maxDelay: number;
}

/**
 * Delays after failed sign-ins. Only a known device's own failures count against it, so nobody can lock out another person's browser.
 * Against an unknown browser count those of its address, or many from everywhere.
 */
export const SIGN_IN_RULES = {
  /** One known browser and one account. */
  device: { free: 10, window: 86_400, delay: 30, maxDelay: 900 },
  /** One address and one account, from unknown browsers. */
  pair: { free: 10, window: 86_400, delay: 30, maxDelay: 900 },
  /** One address over all accounts, from unknown browsers: an office may sit behind it. */
  address: { free: 100, window: 3_600, delay: 60, maxDelay: 900 },
  /** One account from everywhere, from unknown browsers. The maximum delay is short: it limits a distributed attack to some 1,500 guesses a day without keeping its owner out for long. */
  account: { free: 100, window: 3_600, delay: 1, maxDelay: 60 },
  /** A password confirmation in one session. */
  session: { free: 10, window: 86_400, delay: 30, maxDelay: 900 },
} as const satisfies Record<string, Rule>;

/** Registrations from one address within `window` seconds. */
export const REGISTRATIONS = { limit: 100, window: 900 } as const;

/** Requests for a reset of the password within `window` seconds: of one account, and from one address. */
export const RESET_REQUESTS = { account: 3, address: 30, window: 900 } as const;

/** Sign-ins with a passkey or the identity provider that are begun from one address within `window` seconds. */
export const CHALLENGES = { limit: 600, window: 900 } as const;

/** Seconds of delay after this number of failures. */
const delayAfter = ({ free, delay, maxDelay }: Rule, failures: number): number =>
  failures < free ? 0 : Math.min(maxDelay, delay * 2 ** Math.min(failures - free, 30));

/** Successful sign-ins to one account within `window` seconds, from everywhere: each creates a session and an event. Beyond that, sign-ins wait for the next window. */
export const SIGN_INS_PER_MINUTE = { limit: 100, window: 60 } as const;

/** Milliseconds a sign-in may wait in each queue. 300 people of one office who sign in at the same moment need about 8 s. */
const MAX_WAIT_MS = 30_000;

/**
 * Concurrent sign-ins on one server. Known browsers have a separate set of slots of the same size, so they never queue behind unknown
 * ones. An account has one slot per address, and an address half of the server's, so neither can block the others. Delays are checked
 * before and failures counted after a check, so up to `running` guesses more than allowed can be made.
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

/** Concurrent password confirmations on one server, in slots of their own. */
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

/** Nested from narrow to wide, so that a flood on one account waits in its own queue and takes no slots from others. */
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

/** Limits password guessing over all server instances: the counters are rows of `throttles`, or in memory while the database is unavailable. */
export function createSignInThrottle({ pool }: { readonly pool: Pick<Pool, 'query'> }): SignInThrottle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      ...{ storeClient: pool, storeType: 'pool', tableName: 'throttles', tableCreated: true },
      // The nightly cleanup removes expired rows.
      clearExpiredByTimeout: false,
      ...{ keyPrefix, points, duration },
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    });
  const createCounters = (rule: keyof typeof SIGN_IN_RULES) => ({
    failures: limiter(`sign_in_failures_${rule}`, SIGN_IN_RULES[rule].free, SIGN_IN_RULES[rule].window),
    delays: limiter(`sign_in_delay_${rule}`, 1, SIGN_IN_RULES[rule].maxDelay),
  });
  const counters = {
    device: createCounters('device'),
    pair: createCounters('pair'),
    address: createCounters('address'),
    account: createCounters('account'),
    session: createCounters('session'),
  };
  const registrations = limiter('register_address', REGISTRATIONS.limit, REGISTRATIONS.window);
  const resets = {
    account: limiter('reset_account', RESET_REQUESTS.account, RESET_REQUESTS.window),
    address: limiter('reset_address', RESET_REQUESTS.address, RESET_REQUESTS.window),
  };
  const challenges = limiter('challenge_address', CHALLENGES.limit, CHALLENGES.window);
  const successes = limiter('sign_in_successes', SIGN_INS_PER_MINUTE.limit, SIGN_INS_PER_MINUTE.window);
  const unknownDeviceLimiter = createSignInLimiter();
  const knownDeviceLimiter = createSignInLimiter();
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
    return count && count.consumedPoints >= SIGN_INS_PER_MINUTE.limit ? count.msBeforeNext : 0;
  };

  /** A right password clears the `own` count; `shared` counts also belong to others. Successes count for `account`, when given. */
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
      if (knownDevice !== null) return knownDeviceLimiter(key, () => run({ own: ['device', pair], account }, check));
      const shared: Scope[] = [
        ['address', address],
        ['account', account],
      ];
      return unknownDeviceLimiter(key, () => run({ own: ['pair', pair], shared, account }, check));
    },
    confirm: ({ personId, sessionId }, check) => confirmations(personId, () => run({ own: ['session', sessionId] }, check)),
    register: (address) => consume(registrations, addressPrefix(address)),
    requestReset: async (account, address) => {
      await consume(resets.address, addressPrefix(address));
      await consume(resets.account, accountKey(account));
    },
    challenge: (address) => consume(challenges, addressPrefix(address)),
    reset: async (account) => {
      await pool.query(`delete from throttles where key ~ '^sign_in_(failures|delay)_(pair|account|device):' and strpos(key, $1) > 0`, [
        accountKey(account),
      ]);
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    throw error instanceof RateLimiterRes ? new TooManyAttempts(Math.ceil(error.msBeforeNext / 1000)) : error;
  }
}

/** One key for all spellings of a username, of fixed length. */
const accountKey = (username: string): string => createHash('sha256').update(normalizeUsername(username).toLowerCase()).digest('hex');
