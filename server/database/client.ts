import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { singleFlight } from '#domain/single-flight.ts';
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { closeOnQueryTimeout, connectionOptions, queryTimeoutFor } from './connect.ts';
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
  /** The share of analyst queries, with a shorter statement timeout: they wait for each other, and nobody else for them. */
  readonly analystPool: pg.Pool;
  /** The same database for what must work while every connection is busy: signing in, sessions, health. */
  readonly reserved: ReservedAccess;
  /**
   * Runs `work` in one transaction and tells the listeners of `afterCommit` once it is committed.
   * A statement that failed inside `work` fails the whole of it, even when `work` swallows the failure.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Tells the listeners of `afterCommit` of a write that went through `pool` by itself. */
  committed(): void;
  /** Calls `listener` after every commit, never after a rollback. Returns the function that ends it. */
  afterCommit(listener: () => void): () => void;
  /** Resolves when the database answers, within two seconds; rejects otherwise. Those who ask together share one look. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Uses a usual connection where one is free, and else one of those kept back. */
export interface ReservedAccess extends Pick<Database, 'prisma' | 'transaction'> {
  readonly pool: Pick<pg.Pool, 'query'>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most for all that has no share of its own. */
  readonly poolSize: number;
  /** Connections kept back, on top of `poolSize`; none when left out. */
  readonly reserved?: number;
  /** Connections of analyst queries, on top of `poolSize`; left out, they use the usual ones. */
  readonly analysts?: number;
  /** Milliseconds one statement may take. */
  readonly statementTimeout?: number;
  /** Milliseconds one statement of an analyst query may take. */
  readonly analystStatementTimeout?: number;
  /** Milliseconds after which a query without an answer closes its connection; 3 s more than `statementTimeout` when left out. */
  readonly queryDeadline?: number;
  /** Hears of what nobody waits for: a lost idle connection, a failed listener. */
  onError?(error: unknown): void;
}

/** Waiting for a connection longer than this means overload; the work itself is bounded by `timeout`. */
const TRANSACTION = { maxWait: 5_000, timeout: 10_000, isolationLevel: 'ReadCommitted' } as const;

/** Milliseconds `ping` waits for an answer. */
const PING_TIMEOUT_MS = 2_000;

/** The pools of connections, and Prisma on them. A pool opens connections only when it needs them. */
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
  // While we close, the database may well be quicker to hang up than we are.
  let closing = false;
  const openPool = (max: number, timeout: number): pg.Pool => {
    const connection = connectionOptions(url, { application: 'callboard', statementTimeout: timeout });
    const opened = new pg.Pool({ ...connection, types: typeParsers, max, idleTimeoutMillis: 30_000 });
    // An idle connection that breaks (the database restarts) is replaced by the pool; unheard, its error would end the process.
    opened.on('error', (error) => {
      if (!closing) onError(error);
    });
    opened.on('connect', (client) => closeOnQueryTimeout(client, queryDeadline ?? queryTimeoutFor(timeout)));
    // The same for one that breaks while it is checked out: whoever uses it hears of it by their query.
    opened.on('connect', (client) => client.on('error', () => {}));
    opened.on('connect', rejectSilentRollback);
    meterReads(opened);
    return opened;
  };
  const openPrisma = (on: pg.Pool) => new PrismaClient({ adapter: new PrismaPg(on, { statementNameGenerator: createStatementNamer() }) });

  const pool = openPool(poolSize, statementTimeout);
  const prisma = openPrisma(pool);
  const analystPool = analysts > 0 ? openPool(analysts, analystStatementTimeout) : pool;
  const reservePool = reserved > 0 ? openPool(reserved, statementTimeout) : pool;
  // Few servers are ever so busy that they need it.
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
  const transactionOn = async <T>(client: PrismaClient, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> => {
    const result = await client.$transaction(work, { ...TRANSACTION, ...options });
    committed();
    return result;
  };
  const ping = singleFlight(async () => {
    await withDeadline(reservePool.query('SELECT 1'), PING_TIMEOUT_MS);
  });
  // Bound, since `query` has many forms.
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
      transaction: (work, options) => transactionOn(freePrisma(), work, options),
    },
    transaction: (work, options) => transactionOn(prisma, work, options),
    committed,
    afterCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ping,
    async close() {
      closing = true;
      for (const client of new Set([prisma, reservePrisma])) await client?.$disconnect();
      await Promise.all([...new Set([pool, analystPool, reservePool])].map((each) => each.end()));
    },
  };
}

/** The answer, or a failure when it does not come in time; the work itself is not stopped. */
async function withDeadline<Answer>(work: Promise<Answer>, milliseconds: number): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`The database did not answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is committed stays committed: a listener that fails must not make it look failed. */
function notify(listener: () => void, onError: (error: unknown) => void): void {
  try {
    listener();
  } catch (error) {
    onError(error);
  }
}

/** Statements a connection keeps; lists of ids make ever new ones, which then go unnamed. */
const NAMED_STATEMENTS = 300;

/**
 * Names for Prisma's statements, so that PostgreSQL parses and plans each once per connection: a quarter of the time of a small query.
 * A name stands for one text for ever, in all connections.
 */
export function createStatementNamer(limit = NAMED_STATEMENTS): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    // The empty name is PostgreSQL's for a statement it need not keep.
    if (known !== undefined || names.size >= limit) return known ?? '';
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
