import type { Client, Pool } from 'pg';
import { connect } from '#server/database/connect.ts';

interface Lent {
  readonly client: Client;
  /** Gives it back; more than once does nothing more. */
  end(): Promise<void>;
}

/** A connection outside the pool for one long read. When `signal` aborts, its statement is cancelled and it ends. */
export async function connectFor(url: string, pool: Pick<Pool, 'query'>, signal: AbortSignal): Promise<Lent> {
  const client = await connect(url, 'callboard-export');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let ended: Promise<void> | null = null;
  const end = () => {
    signal.removeEventListener('abort', abort);
    ended ??= client.end().catch(() => undefined);
    return ended;
  };
  const abort = () => {
    // A statement that sorts a million rows does not notice that nobody listens.
    const stopped = pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
    void stopped.then(end);
  };
  if (signal.aborted) await end();
  signal.addEventListener('abort', abort);
  return { client, end };
}
