import type { PoolClient } from 'pg';
import { poolSharesOf } from '#server/config.ts';
import type { TestApp } from './test-app.ts';

/** Runs something while others hold all connections of the common share but `free`. */
export async function withBusyConnections<Result>(
  { container: { db }, config }: TestApp,
  free: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const busy: PoolClient[] = [];
  try {
    while (busy.length < poolSharesOf(config).poolSize - free) busy.push(await db.pool.connect());
    return await work();
  } finally {
    for (const client of busy) client.release();
  }
}
