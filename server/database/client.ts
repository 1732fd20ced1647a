import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { closeWhenUnanswered, deadlineFor, settings } from './connect.ts';
import { commitHonestly } from './honest-commit.ts';
import { statementNames } from './statement-names.ts';
import { types } from './types.ts';

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
  /**
   * Runs `work` in one transaction and tells the listeners of `afterCommit` once it is committed.
   * A statement that failed inside `work` fails the whole of it, even when `work` swallows the failure.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Tells the listeners of `afterCommit` of a write that went through `pool` by itself. */
  committed(): void;
  /** Calls `listener` after every commit, never after a rollback. Returns the function that ends it. */
  afterCommit(listener: () => void): () => void;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most, for everything this instance does. */
  readonly poolSize: number;
  /** Milliseconds one statement may take. */
  readonly statementTimeout?: number;
  /** Milliseconds after which a query without an answer closes its connection; 3 s more than `statementTimeout` when left out. */
  readonly queryDeadline?: number;
  /** Hears of what nobody waits for: a lost idle connection, a failed listener. */
  onError?(error: unknown): void;
}

/** Waiting for a connection longer than this means overload; the work itself is bounded by `timeout`. */
const TRANSACTION = { maxWait: 5_000, timeout: 10_000, isolationLevel: 'ReadCommitted' } as const;

/** One pool of connections, and Prisma on it. */
export function openDatabase({ url, poolSize, statementTimeout = 10_000, queryDeadline, onError = () => {} }: DatabaseOptions): Database {
  const connection = settings(url, { application: 'callboard', statementTimeout });
  const pool = new pg.Pool({ ...connection, types, max: poolSize, idleTimeoutMillis: 30_000 });
  // An idle connection that breaks (the database restarts) is replaced by the pool; unheard, its error would end the process.
  // While we close, the database may well be quicker to hang up than we are.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) onError(error);
  });
  pool.on('connect', (client) => closeWhenUnanswered(client, queryDeadline ?? deadlineFor(statementTimeout)));
  pool.on('connect', commitHonestly);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }) });
  const listeners = new Set<() => void>();
  const committed = () => {
    for (const listener of listeners) notify(listener, onError);
  };
  return {
    prisma,
    pool,
    async transaction(work, options) {
      const result = await prisma.$transaction(work, { ...TRANSACTION, ...options });
      committed();
      return result;
    },
    committed,
    afterCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      closing = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** What is committed stays committed: a listener that fails must not make it look failed. */
function notify(listener: () => void, onError: (error: unknown) => void): void {
  try {
    listener();
  } catch (error) {
    onError(error);
  }
}
