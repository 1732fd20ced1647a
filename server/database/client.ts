import { EventEmitter } from 'node:events';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { singleFlight } from '#domain/single-flight.ts';
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#server/concurrency-limiter.ts';
import type { Logger } from '#server/logger.ts';
import { CheckedPool } from './checked-pool.ts';
import { addressOf, applySettings, closeOnQueryTimeout, connectionOptions, queryTimeoutFor } from './connect.ts';
import { isDiskFull, NoConnectionFree } from './database-errors.ts';
import { isReadOnly, NoPrimary, PrimaryClient } from './database-hosts.ts';
import { meterReads } from './read-meter.ts';
import { type ReadReplica, watchReadReplica, within } from './read-replica.ts';
import { type Reads, readsFrom } from './reads.ts';
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
  /** Null without DATABASE_READ_URL. */
  readonly replica: ReadReplica | null;
  /** Where analyst queries read: the replica while it is current, otherwise `analystPool`. */
  readonly analystReads: Reads;
  /** Where analytics read: the replica while it is current, otherwise `pool`. */
  readonly analyticsReads: Reads;
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
  /** How many statements failed because the disk of the database is full, and whether one did within the last minute. */
  diskFull(): { readonly failures: number; readonly isRecent: boolean };
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
  /** Milliseconds after which an idle connection is asked whether it still answers before it is used. Default: 500 ms. */
  readonly checkAfterIdle?: number;
  /** Follows the statements of a pool; nothing does when left out. */
  tracePool?(pool: pg.Pool): void;
  /** A streaming replica that takes analyst queries, analytics and exports. Default: none. */
  readonly replica?: { readonly url: string; readonly log: Logger };
  /** Called for errors that no caller receives, such as an idle connection that breaks or a listener that fails. */
  onError?(error: unknown): void;
}

/** The share of a pool that transactions leave to reads: commits may have to wait for a standby that is gone. */
const READ_SHARE = 1 / 3;
/** Transactions that may wait until others have ended. */
const QUEUED_TRANSACTIONS = 1_000;

/** `maxWait` is for a connection; `timeout` is for the work. */
const TRANSACTION = { maxWait: 5_000, timeout: 10_000, isolationLevel: 'ReadCommitted' } as const;

/** Milliseconds after which a failure no longer says that the disk is full. */
const DISK_FULL_RECENT_MS = 60_000;

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
  checkAfterIdle,
  tracePool,
  replica: replicaOptions,
  onError = () => {},
}: DatabaseOptions): Database {
  // While closing, the database may close a connection first; that is not an error.
  let closing = false;
  const diskFull = { failures: 0, lastAt: Number.NEGATIVE_INFINITY };
  const countDiskFull = (error: unknown) => {
    if (isDiskFull(error)) Object.assign(diskFull, { failures: diskFull.failures + 1, lastAt: performance.now() });
  };
  const openPool = (max: number, timeout: number, replicaUrl?: string): pg.Pool => {
    const connection = { ...connectionOptions(replicaUrl ?? url, { application: 'callboard' }), types: typeParsers };
    class Primary extends PrimaryClient {
      constructor() {
        super(connection);
      }
    }
    const newPool = new CheckedPool({
      ...{ ...connection, Client: replicaUrl ? pg.Client : Primary, max, idleTimeoutMillis: 30_000, checkAfterIdle },
      // Before its first use; a connection that this fails for is not used.
      onConnect: (client) => applySettings(client, { statementTimeout: timeout }),
    });
    // An idle connection that breaks (the database restarts) is replaced by the pool. Without a listener its error would end the process.
    newPool.on('error', (error) => {
      if (!closing) onError(error);
    });
    const deadline = queryDeadline ?? queryTimeoutFor(timeout);
    newPool.on('connect', (client) =>
      closeOnQueryTimeout(client, deadline, () => {
        newPool.replaceIdle();
        if (replicaUrl) return;
        // Its process would wait on, with its locks, and too many of them would take all connections of the server.
        reservePool.query(TERMINATE_ABANDONED, [Reflect.get(client, 'processID'), deadline]).catch(() => undefined);
      }),
    );
    // The same for a connection that breaks while checked out: its query reports the error.
    newPool.on('connect', (client) => client.on('error', () => {}));
    newPool.on('connect', rejectSilentRollback);
    newPool.on('connect', (client) => onErrorResponse(client, countDiskFull));
    meterReads(newPool);
    tracePool?.(newPool);
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
    const { rows } = await within(PING_TIMEOUT_MS, asked);
    if (rows[0]?.readOnly) throw new NoPrimary('The database is read-only');
  });
  const address = addressOf(url);
  // Bound, because `query` has many overloads.
  const [query, queryReserve] = [pool.query.bind(pool), reservePool.query.bind(reservePool)];
  const replicaPool = replicaOptions && openPool(Math.max(1, analysts), statementTimeout, replicaOptions.url);
  const replicaAnalystPool = replicaOptions && openPool(Math.max(1, analysts), analystStatementTimeout, replicaOptions.url);
  const replica =
    replicaOptions && replicaPool
      ? watchReadReplica({ ...replicaOptions, pool: replicaPool, primary: { query: (statement) => freePool().query(statement) } })
      : null;
  return {
    prisma,
    pool,
    analystPool,
    replica,
    analystReads:
      replica && replicaAnalystPool ? replica.readsOf(readsFrom(replicaAnalystPool), readsFrom(analystPool)) : readsFrom(analystPool),
    analyticsReads: replica && replicaPool ? replica.readsOf(readsFrom(replicaPool), readsFrom(pool)) : readsFrom(pool),
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
    diskFull: () => ({ failures: diskFull.failures, isRecent: performance.now() - diskFull.lastAt < DISK_FULL_RECENT_MS }),
    ping,
    isReadOnly: () => isReadOnly(address),
    async close() {
      closing = true;
      for (const client of new Set([prisma, reservePrisma])) await client?.$disconnect();
      await replica?.close();
      const pools = new Set([pool, analystPool, reservePool, replicaPool, replicaAnalystPool]);
      await Promise.all([...pools].map((each) => each?.end()));
    },
  };
}

/** Calls `listener` with every error the server answers on this connection, whoever runs the statement. */
function onErrorResponse(client: pg.ClientBase, listener: (error: unknown) => void): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (connection instanceof EventEmitter) connection.on('errorMessage', listener);
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
