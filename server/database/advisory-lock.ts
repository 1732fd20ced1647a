import type pg from 'pg';
import type { Tx } from './client.ts';

/**
 * Every advisory lock of the server. A text is hashed by the database with `hashtext`. The keys never change: an older version that runs at the same
 * time takes the same ones.
 */
export const ADVISORY_LOCKS = {
  /** Prisma's own key, so that its command line waits for our migrations, too. */
  migrations: 72_707_369,
  /** The leader that gives events their `seq` ("call"). */
  eventSequencer: 0x63616c6c,
  /** Registration of usernames and email addresses ("reg"). */
  accountNames: 0x726567,
  /** Changes of roles, teams and permissions ("acc"). */
  access: 0x616363,
  /** Assignment rules, and who is next by each of them. */
  assignment: 'callboard.assignment',
  /** Slots of exports that run at the same time. */
  exports: 0x6578_7001,
  /** Changes of the totals of the pipeline's columns being merged. */
  leadTotals: 'callboard.lead_totals',
  /** The sync of the online store. */
  orderSync: 'callboard.order_sync',
  /** Customers and orders being matched, so that one buyer never becomes two customers. */
  orderUpsert: 'callboard.order_import',
  /** Rows of each entity type being matched. */
  importUpsert: { customer: 'callboard.import.customer', lead: 'callboard.import.lead', trainingItem: 'callboard.import.training_item' },
  /** Uploads being counted against the storage limit. */
  importStorage: 'callboard.import.storage',
} as const;

type LockKey = number | string;

/** A pooled connection, or a transaction of Prisma. */
type Session = Tx | Pick<pg.ClientBase, 'query'>;

const run = async (session: Session, sql: string, values: readonly unknown[]): Promise<readonly { readonly locked?: boolean }[]> =>
  '$queryRawUnsafe' in session
    ? session.$queryRawUnsafe<{ locked?: boolean }[]>(sql, ...values)
    : (await session.query<{ locked?: boolean }>(sql, [...values])).rows;

const keySql = (key: LockKey): string => (typeof key === 'number' ? '$1::bigint' : 'hashtext($1::text)');

/** Waits for the lock and holds it until the transaction ends. */
export async function lockTransaction(session: Session, key: LockKey): Promise<void> {
  await run(session, `select pg_advisory_xact_lock(${keySql(key)})::text`, [key]);
}

/** Takes the lock for the rest of the connection, unless somebody else holds it. */
export async function tryLockSession(client: Pick<pg.ClientBase, 'query'>, key: LockKey): Promise<boolean> {
  const [row] = await run(client, `select pg_try_advisory_lock(${keySql(key)}) as locked`, [key]);
  return row?.locked ?? false;
}

/** Takes one of so many slots under a name until the transaction ends; false where none is free. */
export async function tryLockSlot(session: Session, space: number, name: string, slots: number): Promise<boolean> {
  const sql =
    'select true as locked from generate_series(1, $2::int) as slot where pg_try_advisory_xact_lock($1::int, hashtext($3::text || slot)) limit 1';
  return (await run(session, sql, [space, slots, name])).length > 0;
}

/** Runs `work` on the only server that holds the lock; null where another one holds it. */
export async function withAdvisoryLock<T>(pool: pg.Pool, key: LockKey, work: () => Promise<T>): Promise<{ readonly result: T } | null> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  // Without a listener, a connection that breaks while it only holds the lock would end the process.
  const onError = (error: Error) => {
    connectionError = error;
  };
  client.on('error', onError);
  try {
    if (!(await tryLockSession(client, key))) return null;
    try {
      return { result: await work() };
    } finally {
      await client.query(`select pg_advisory_unlock(${keySql(key)})`, [key]).catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(connectionError);
  }
}
