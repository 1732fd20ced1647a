import type { Database } from '#server/database/client.ts';
import { until } from './writer.ts';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Somebody else changes something, and commits only when what is done here waits for it. Answers what came of that. */
export async function withLockedRow<Result>(
  { pool }: Pick<Database, 'pool'>,
  [change, ...values]: readonly [sql: string, ...values: readonly string[]],
  act: () => Promise<Result>,
): Promise<Result> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(change, [...values]);
    const done = act();
    done.catch(() => undefined);
    await until(async () => (await pool.query(WAITING)).rowCount === 1);
    await other.query('commit');
    return await done;
  } finally {
    await other.query('rollback');
    other.release();
  }
}
