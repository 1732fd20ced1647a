import type { ServiceDeps } from '../deps.ts';

const KEY = `hashtext('callboard.order_sync')`;

/** Does some work while no other instance does it; null where one does. */
export async function withAdvisoryLock<T>({ pool }: ServiceDeps['db'], work: () => Promise<T>): Promise<{ readonly done: T } | null> {
  const client = await pool.connect();
  let lost: Error | undefined;
  // Unheard, a connection that breaks while it only holds the lock would end the process. What was kept stays kept.
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${KEY}) as mine`);
    if (!rows[0]?.mine) return null;
    try {
      return { done: await work() };
    } finally {
      await client.query(`select pg_advisory_unlock(${KEY})`).catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(lost);
  }
}
