import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { singleFlight } from '#domain/single-flight.ts';
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#server/concurrency-limiter.ts';
import { addressOf, closeOnQueryTimeout, connectionOptions, queryTimeoutFor } from './connect.ts';
import { NoConnectionFree } from './database-errors.ts';
import { isReadOnly, NoPrimary, PrimaryClient } from './database-hosts.ts';
import { meterReads } from './read-meter.ts';
import { rejectSilentRollback } from './reject-silent-rollback.ts';
import { typeParsers } from './types.ts';

/** Prisma inside a transaction. */
export type Tx = Prisma.TransactionClient;

export interface TransactionOptions {
  /** Milliseconds the work may take before it is rolled back. */
  readonly timeout?: number;
  readonly isolationLevel?: Prisma.TransactionIsolationLevel;
}

export interface Database {
  readonly prisma: PrismaClient;
  /** For hand-written SQL; the very connections Prisma uses. */
  readonly pool: pg.Pool;
  /** A separate pool for analyst queries, with a shorter statement timeout, so that they never delay other requests. */
  readonly analystPool: pg.Pool;
  /** Access for what must work while every connection is busy: sign-in, sessions, health checks. */
  readonly reserved: ReservedAccess;
  /**
   * Runs `work` in one transaction and calls the `afterCommit` listeners once it is committed.
   * A failed statement fails the transaction, even when `work` swallows its error.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs a write made directly through `pool`. Fewer run at the same time than there are connections, so that reads go on. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the `afterCommit` listeners after a write made directly through `pool`. */
  committed(): void;
  /** Calls `listener` after every commit, never after a rollback. Returns the function that unsubscribes. */
  afterCommit(listener: () => void): () => void;
  /** Resolves when the database answers, within two seconds, and takes writes; rejects otherwise. Concurrent calls share one query. */
  ping(): Promise<void>;
  /** Whether the server that was reached last takes no writes, such as a standby. */
  isReadOnly(): boolean;
  close(): Promise<void>;
}

/** Uses a connection of the main pool when one is free, otherwise a reserved one. */
export interface ReservedAccess extends Pick<Database, 'prisma' | 'transaction'> {
  readonly pool: Pick<pg.Pool, 'query'>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum connections of the main pool. */
  readonly poolSize: number;
  /** Reserved connections, on top of `poolSize`. Default: none. */
  readonly reserved?: number;
  /** Connections for analyst queries, on top of `poolSize`. Default: they use the main pool. */
  readonly analysts?: number;
  /** Milliseconds one statement may take. */
  readonly statementTimeout?: number;
  /** Milliseconds one statement of an analyst query may take. */
  readonly analystStatementTimeout?: number;
  /** Milliseconds after which an unanswered query closes its connection. Default: `statementTimeout` plus 3 s. */
  readonly queryDeadline?: number;
  /** Called for errors that no caller receives, such as an idle connection that breaks or a listener that fails. */
  onError?(error: unknown): void;
}

/** The share of a pool that transactions leave to reads: commits may have to wait for a standby that is gone. */
const READ_SHARE = 1 / 3;
/** Transactions that may wait until others have ended. */
const QUEUED_TRANSACTIONS = 1_000;

/** `maxWait` is for a connection; `timeout` is for the work. */
const TRANSACTION = { maxWait: 5_000, timeout: 10_000, isolationLevel: 'ReadCommitted' } as const;

/** Milliseconds `ping` waits for an answer. */
const PING_TIMEOUT_MS = 2_000;

/** Opens the connection pools and Prisma on them. A pool connects only when needed. */
export function openDatabase({
  url,
  poolSize,
  reserved = 0,
  analysts = 0,
  statementTimeout = 10_000,
  analystStatementTimeout = statementTimeout,
  queryDeadline,
  onError = () => {},
}: DatabaseOptions): Database {
  // While closing, the database may close a connection first; that is not an error.
  let closing = false;
  const openPool = (max: number, timeout: number): pg.Pool => {
    const connection = { ...connectionOptions(url, { application: 'callboard', statementTimeout: timeout }), types: typeParsers };
    class Client extends PrimaryClient {
      constructor() {
        super(connection);
      }
    }
    const newPool = new pg.Pool({ ...connection, Client, max, idleTimeoutMillis: 30_000 });
    // An idle connection that breaks (the database restarts) is replaced by the pool. Without a listener its error would end the process.
    newPool.on('error', (error) => {
      if (!closing) onError(error);
    });
    const deadline = queryDeadline ?? queryTimeoutFor(timeout);
    newPool.on('connect', (client) =>
      closeOnQueryTimeout(client, deadline, () => {
        // Its process would wait on, with its locks, and too many of them would take all connections of the server.
        reservePool.query(TERMINATE_ABANDONED, [Reflect.get(client, 'processID'), deadline]).catch(() => undefined);
      }),
    );
    // The same for a connection that breaks while checked out: its query reports the error.
    newPool.on('connect', (client) => client.on('error', () => {}));
    newPool.on('connect', rejectSilentRollback);
    meterReads(newPool);
    return newPool;
  };
  const openPrisma = (target: pg.Pool) =>
    new PrismaClient({ adapter: new PrismaPg(target, { statementNameGenerator: createStatementNamer() }) });

  const pool = openPool(poolSize, statementTimeout);
  const prisma = openPrisma(pool);
  const analystPool = analysts > 0 ? openPool(analysts, analystStatementTimeout) : pool;
  const reservePool = reserved > 0 ? openPool(reserved, statementTimeout) : pool;
  // Created on first use: most servers are never busy enough to need it.
  let reservePrisma: PrismaClient | null = reserved > 0 ? null : prisma;
  const isBusy = () => pool.idleCount === 0 && pool.totalCount >= poolSize;
  const freePool = () => (isBusy() ? reservePool : pool);
  const freePrisma = () => {
    if (!isBusy()) return prisma;
    reservePrisma ??= openPrisma(reservePool);
    return reservePrisma;
  };
  const listeners = new Set<() => void>();
  const committed = () => {
    for (const listener of listeners) notify(listener, onError);
  };
  const writeLimiter = createTransactionLimiter(poolSize);
  const reservedLimiter = createTransactionLimiter(reserved || poolSize);
  const transactionOn = async <T>(client: PrismaClient, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> => {
    const result = await client.$transaction(work, { ...TRANSACTION, ...options });
    committed();
    return result;
  };
  const ping = singleFlight(async () => {
    const asked = reservePool.query<{ readOnly: boolean }>(`select current_setting('transaction_read_only')::bool as "readOnly"`);
    const { rows } = await withDeadline(asked, PING_TIMEOUT_MS);
    if (rows[0]?.readOnly) throw new NoPrimary('The database is read-only');
  });
  const address = addressOf(url);
  // Bound, because `query` has many overloads.
  const [query, queryReserve] = [pool.query.bind(pool), reservePool.query.bind(reservePool)];
  return {
    prisma,
    pool,
    analystPool,
    reserved: {
      get prisma() {
        return freePrisma();
      },
      pool: {
        get query() {
          return freePool() === pool ? query : queryReserve;
        },
      },
      transaction: (work, options) => reservedLimiter(() => transactionOn(freePrisma(), work, options)),
    },
    transaction: (work, options) => writeLimiter(() => transactionOn(prisma, work, options)),
    write: writeLimiter,
    committed,
    afterCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ping,
    isReadOnly: () => isReadOnly(address),
    async close() {
      closing = true;
      for (const client of new Set([prisma, reservePrisma])) await client?.$disconnect();
      await Promise.all([...new Set([pool, analystPool, reservePool])].map((each) => each.end()));
    },
  };
}

// On the same server: after a failover the id may be that of another process.
const TERMINATE_ABANDONED = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where pid = $1 and datname = current_database() and application_name = 'callboard' and state = 'active'
    and query_start < clock_timestamp() - 0.9 * $2::float8 * interval '1 millisecond'`;

/** Transactions of one pool at the same time. A small pool, as in tests and commands, has none to leave. */
function createTransactionLimiter(poolSize: number): ConcurrencyLimiter {
  return createConcurrencyLimiter({
    concurrency: Math.max(1, Math.floor(poolSize * (1 - READ_SHARE))),
    queueSize: QUEUED_TRANSACTIONS,
    maxWaitMs: TRANSACTION.maxWait,
    exceeded: () => new NoConnectionFree(),
  });
}

/** Rejects when `work` takes too long. The work itself is not stopped. */
async function withDeadline<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`The database did not answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A failing listener must not make a committed transaction look failed. */
function notify(listener: () => void, onError: (error: unknown) => void): void {
  try {
    listener();
  } catch (error) {
    onError(error);
  }
}

/** Named statements per connection. Lists of ids produce ever new texts; beyond this limit they stay unnamed. */
const NAMED_STATEMENTS = 300;

/**
 * Names for Prisma's statements, so that PostgreSQL parses and plans each once per connection, which saves a quarter of the time of a small query.
 * A name always means the same text, in all connections.
 */
export function createStatementNamer(limit = NAMED_STATEMENTS): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    // PostgreSQL does not keep a statement with an empty name.
    if (known !== undefined || names.size >= limit) return known ?? '';
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
