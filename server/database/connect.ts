import pg from 'pg';
import { assertSessionPooling } from './assert-session-pooling.ts';
import { assertSupportedDatabase } from './assert-supported-database.ts';
import { DatabaseUnreachable, DatabaseUnsupported, errorCodes } from './database-errors.ts';
import { type DatabaseAddress, formatHost, NoHost, NoPrimary, PrimaryClient, parseDatabaseUrl, READ_ONLY } from './database-hosts.ts';

const STARTING_UP = '57P03';
/** Wrong password, user refused, no such database, no such host: waiting does not help. */
const PERMANENT = new Set(['28P01', '28000', '3D000', 'ENOTFOUND']);

export interface Session {
  /** Shown in `pg_stat_activity`. */
  readonly application: string;
  /** Milliseconds one statement may take; 0 for no limit. */
  readonly statementTimeout: number;
}

/**
 * Milliseconds a transaction may be idle before PostgreSQL ends it: a frozen process must not hold row locks. Less than the statement
 * timeout, so that those who wait for the lock get it.
 */
const IDLE_IN_TRANSACTION_MS = 8_000;

/**
 * PostgreSQL drops a dead client after at most 25 s (10 s of silence, then three probes 5 s apart) instead of the operating system's two
 * hours. Until then it keeps its locks, such as the leader's. Ignored on Unix sockets.
 */
const SERVER_KEEPALIVE = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 15000`;

/** Milliseconds until a connection is open, and until its settings are set. */
const CONNECT_TIMEOUT_MS = 5_000;

/** How a connection is opened. Its settings follow by `applySettings`: a pooler such as PgBouncer refuses them as startup parameters. */
export function connectionOptions(url: string, { application }: Pick<Session, 'application'>) {
  const address = addressOf(url);
  return {
    address,
    connectionString: address.url.href,
    application_name: application,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * The settings of every connection, once it is open. The time zone is always UTC, whatever the server, the role or the URL say: timestamps
 * arrive as text in the session's zone and Prisma reads them as UTC.
 */
export async function applySettings(client: pg.ClientBase, { statementTimeout }: Pick<Session, 'statementTimeout'>): Promise<void> {
  // Connections without a statement timeout (backup, export) may be idle in a transaction.
  const idle = statementTimeout > 0 ? `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};` : '';
  const statement = {
    text: `set timezone = 'UTC'; set statement_timeout = ${statementTimeout}; ${idle} ${SERVER_KEEPALIVE}`,
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  await client.query(statement);
}

/**
 * A source of an update that waits for no standby at its commit: for what a read notes beside its answer. Otherwise reads would fail
 * with the writes while the only synchronous standby is lost.
 */
export const UNREPLICATED_COMMIT = `(select set_config('synchronous_commit', 'local', true)) as unreplicated_commit`;

/** Milliseconds after the statement timeout in which the answer may still arrive. */
const ANSWER_GRACE_MS = 3_000;

/** Milliseconds after which an unanswered query means a dead connection; null when statements have no timeout. */
export const queryTimeoutFor = (statementTimeout: number): number | null =>
  statementTimeout > 0 ? statementTimeout + ANSWER_GRACE_MS : null;

/**
 * Closes a connection whose query got no answer in time: the host is down or frozen, and TCP alone would wait for hours. The query and
 * those queued behind it fail with "Connection terminated"; their writes may or may not be saved. A pool replaces the connection.
 * `onClose` is called when that happens.
 */
export function closeOnQueryTimeout(
  client: pg.ClientBase & { end(): Promise<void> },
  deadline: number | null,
  onClose: () => void = () => {},
): void {
  if (deadline === null) return;
  const query = client.query.bind(client);
  const timed = (...args: readonly unknown[]): unknown => {
    // With a query in progress, `end` closes the socket without waiting.
    const timer = setTimeout(() => {
      void client.end().catch(() => undefined);
      onClose();
    }, deadline);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const answered = (...result: readonly unknown[]) => {
        clearTimeout(timer);
        Reflect.apply(callback, undefined, result);
      };
      return Reflect.apply(query, client, [...args.slice(0, -1), answered]);
    }
    const answer: unknown = Reflect.apply(query, client, args);
    return answer instanceof Promise ? answer.finally(() => clearTimeout(timer)) : answer;
  };
  Reflect.set(client, 'query', timed);
}

/** One connection outside the pool, to the primary unless a replica will do. The caller ends it. */
export async function connect(url: string, application: string, { replica = false } = {}): Promise<pg.Client> {
  const options = connectionOptions(url, { application });
  const client = replica ? new pg.Client(options) : new PrimaryClient(options);
  // Without a listener an error between two queries would end the process; the next query reports it anyway.
  client.on('error', () => {});
  try {
    await client.connect();
    await applySettings(client, { statementTimeout: 0 });
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw new DatabaseUnreachable(`Cannot connect to the database ${redactUrl(url)}: ${reason(error)}`, { cause: error });
  }
}

/** Resolves when the database answers and is supported; waits while it is starting up, or while none of several hosts is the primary. */
export async function waitForDatabase(url: string, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const isCluster = addressOf(url).hosts.length > 1;
  for (;;) {
    try {
      const client = await connect(url, 'callboard-start');
      return await assertUsable(client, url).finally(() => client.end());
    } catch (error) {
      const codes = error instanceof DatabaseUnreachable ? errorCodes(error.cause) : [];
      const mayChange = codes.includes(STARTING_UP) || (isCluster && codes.length > 0 && !codes.some((code) => PERMANENT.has(code)));
      if (!mayChange || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function assertUsable(client: pg.Client, url: string): Promise<void> {
  await assertSupportedDatabase(client, redactUrl(url));
  await assertSessionPooling(client, () => connect(url, 'callboard-start'), redactUrl(url));
}

/** Throws where a read replica is behind a pooler that shares connections. One that cannot be reached is used once it is back. */
export async function assertUsableReplica(url: string): Promise<void> {
  const connectToReplica = () => connect(url, 'callboard-start', { replica: true });
  try {
    const client = await connectToReplica();
    await assertSessionPooling(client, connectToReplica, redactUrl(url)).finally(() => client.end());
  } catch (error) {
    if (error instanceof DatabaseUnsupported) throw error;
  }
}

/** The address without user and password: `db.example:5432/callboard`. */
export function redactUrl(url: string): string {
  const { hosts, url: target } = addressOf(url);
  return `${hosts.map(formatHost).join(',')}${target.pathname}`;
}

export function addressOf(url: string): DatabaseAddress {
  const address = parseDatabaseUrl(url);
  if (typeof address === 'string') throw new DatabaseUnreachable(`DATABASE_URL ${address}.`);
  return address;
}

/** The certificate has an issuer that Node does not trust, or belongs to another host. */
const UNTRUSTED = Object.fromEntries(
  ['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'].map(
    (code) => [code, 'its certificate is not trusted. Add sslmode=verify-full&sslrootcert=/path/to/authority.pem to the URL.'],
  ),
);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused.',
  ENOTFOUND: 'host not found.',
  EAI_AGAIN: 'the host name could not be resolved.',
  ENOENT: 'socket not found.',
  ETIMEDOUT: 'timed out.',
  EHOSTUNREACH: 'host unreachable.',
  ENETUNREACH: 'network unreachable.',
  ECONNRESET: 'the server closed the connection.',
  '28P01': 'wrong user name or password.',
  '28000': 'the server refused this user.',
  '3D000': 'no database with this name.',
  '53300': 'the server has no free connections.',
  ...UNTRUSTED,
  [STARTING_UP]: 'the server is starting up or shutting down.',
  [READ_ONLY]: 'it is read-only. Set DATABASE_URL to the primary.',
};

function reason(error: unknown): string {
  // Several hosts: each has a reason of its own.
  if ((error instanceof NoPrimary || error instanceof NoHost) && error.cause) return `${error.message}.`;
  const known = errorCodes(error)
    .map((code) => REASONS[code])
    .find(Boolean);
  if (known) return known;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('timeout')) return 'timed out.';
  return message === 'Connection terminated unexpectedly' ? 'the server closed the connection.' : `${message.replace(/\.$/, '')}.`;
}
