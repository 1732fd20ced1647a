import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { TooManyAttempts } from '#domain/failures.ts';
import type { Clock } from '#server/clock.ts';

export interface Throttle {
  /** Counts a request for an account from this address; throws `TooManyAttempts`. */
  visit(address: string): Promise<void>;
  /** Counts an attempt to get into this account from this address; throws `TooManyAttempts`. */
  attempt(account: string, address: string): Promise<void>;
  /** The account's owner got in: its count starts anew, and the address, which may be that of a whole office, is not charged. */
  succeeded(account: string, address: string): Promise<void>;
}

/** The window's length in milliseconds. */
const WINDOW = 15 * 60_000;
/** Attempts within a quarter of an hour: on one account, and from one address. */
export const ATTEMPTS = { account: 10, address: 100 } as const;

// A window begins with its first attempt and is over for all at once.
const COUNT = `
  insert into throttles as known (key, points, expire) values ($1, 1, $3)
  on conflict (key) do update set
    points = case when known.expire > $2 then known.points + 1 else 1 end,
    expire = case when known.expire > $2 then known.expire else $3 end
  returning points, expire::float8 as expire`;

const FORGET_ACCOUNT_AND_REFUND_ADDRESS = `
  with forgotten as (delete from throttles where key = $1)
  update throttles set points = points - 1 where key = $2 and points > 0`;

/** Limits guessing of passwords, over all server instances together: the counters stand in the database. */
export function createThrottle({ pool, clock }: { pool: Pick<Pool, 'query'>; clock: Clock }): Throttle {
  const count = async (key: string, most: number) => {
    const now = clock.now().getTime();
    const { rows } = await pool.query<{ points: number; expire: number }>({
      name: 'throttle-count',
      text: COUNT,
      values: [key, now, now + WINDOW],
    });
    const [counted] = rows;
    if (counted && counted.points > most) throw new TooManyAttempts(Math.ceil((counted.expire - now) / 1000));
  };
  const visit = (address: string) => count(addressKey(address), ATTEMPTS.address);
  return {
    visit,
    attempt: async (account, address) => {
      await visit(address);
      await count(accountKey(account), ATTEMPTS.account);
    },
    succeeded: async (account, address) => {
      await pool.query({
        name: 'throttle-succeeded',
        text: FORGET_ACCOUNT_AND_REFUND_ADDRESS,
        values: [accountKey(account), addressKey(address)],
      });
    },
  };
}

const addressKey = (address: string): string => `address:${address}`;

/** One key for all ways to write a username, of one length however long it is. */
const accountKey = (username: string): string => `account:${createHash('sha256').update(username.toLowerCase()).digest('hex')}`;
