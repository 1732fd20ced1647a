import type pg from 'pg';
import { DatabaseUnsupported, hasErrorCode } from './database-errors.ts';

/** How often two connections are compared. A busy pooler may give each of them the same server connection a few times by chance. */
const ROUNDS = 5;

/**
 * Throws unless this connection has a server connection of its own. A pooler in transaction or statement mode gives it any free one for
 * each transaction, so that settings, prepared statements, LISTEN and the leader's lock would end up on somebody else's.
 */
export async function assertSessionPooling(client: pg.Client, connectAnother: () => Promise<pg.Client>, address: string): Promise<void> {
  const pid = await backendPid(client);
  // Without a pooler the id given at the login is that of the server process.
  if (Reflect.get(client, 'processID') === pid) return;
  if (!(await allowsTransactions(client))) throw poolingError(address, 'statement');
  const other = await connectAnother();
  try {
    const otherPid = await backendPid(other);
    for (let round = 0; round < ROUNDS; round += 1) {
      const moved = (await backendPid(client)) !== pid || (await backendPid(other)) !== otherPid;
      if (moved || pid === otherPid) throw poolingError(address, 'transaction');
    }
  } finally {
    await other.end();
  }
}

const poolingError = (address: string, mode: string) =>
  new DatabaseUnsupported(
    `The connection pooler at ${address} uses ${mode} pooling; Callboard needs session pooling (PgBouncer: pool_mode = session) or a direct connection.`,
  );

async function backendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** A pooler in statement mode answers BEGIN with this SQLSTATE and closes the connection. */
const PROTOCOL_VIOLATION = new Set(['08P01']);

async function allowsTransactions(client: pg.Client): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query('rollback');
    return true;
  } catch (error) {
    if (hasErrorCode(error, PROTOCOL_VIOLATION)) return false;
    throw error;
  }
}
