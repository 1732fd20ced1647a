import type { Client, Pool } from 'pg';
import { connect } from '#server/database/connect.ts';
import { DatabaseUnreachable } from '#server/database/database-errors.ts';
import type { ReadReplica } from '#server/database/read-replica.ts';

interface Source {
  readonly url: string;
  /** For cancelling a statement of that server. */
  readonly pool: Pick<Pool, 'query'>;
  readonly isReplica?: boolean;
}

interface Lent {
  readonly client: Client;
  /** Gives it back; more than once does nothing more. */
  end(): Promise<void>;
}

/** A connection for one long read: to the replica if it is current, otherwise to the primary. */
export async function connectForReading(replica: ReadReplica | null, primary: Source, signal: AbortSignal): Promise<Lent> {
  if (replica && (await replica.isCurrent())) {
    try {
      return await connectFor({ url: replica.url, pool: replica.pool, isReplica: true }, signal);
    } catch (error) {
      if (!(error instanceof DatabaseUnreachable)) throw error;
    }
  }
  return connectFor(primary, signal);
}

/** A connection outside the pools for one long read. When `signal` aborts, its statement is cancelled and it ends. */
async function connectFor({ url, pool, isReplica = false }: Source, signal: AbortSignal): Promise<Lent> {
  const client = await connect(url, 'callboard-export', { replica: isReplica });
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
