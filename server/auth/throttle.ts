import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyAttempts } from '#domain/failures.ts';

export interface Throttle {
  /** Counts a request for an account from this address; throws `TooManyAttempts`. */
  visit(address: string): Promise<void>;
  /** Counts an attempt to get into this account from this address; throws `TooManyAttempts`. */
  attempt(account: string, address: string): Promise<void>;
  /** The account's owner got in: its count starts anew. */
  succeeded(account: string): Promise<void>;
}

const WINDOW = 15 * 60;
/** Attempts within a quarter of an hour: on one account, and from one address. */
export const ATTEMPTS = { account: 10, address: 100 } as const;

/** Limits guessing of passwords, over all server instances together: the counters stand in the database. */
export function createThrottle(pool: Pool): Throttle {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'throttles',
      tableCreated: true,
      keyPrefix,
      points,
      duration: WINDOW,
      clearExpiredByTimeout: false,
    });
  const accounts = limiter('account', ATTEMPTS.account);
  const addresses = limiter('address', ATTEMPTS.address);
  return {
    visit: (address) => consume(addresses, address),
    attempt: async (account, address) => {
      await consume(addresses, address);
      await consume(accounts, account.toLowerCase());
    },
    succeeded: async (account) => {
      await accounts.delete(account.toLowerCase());
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw new TooManyAttempts(Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
}
