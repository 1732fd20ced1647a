import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { Logger } from '#server/logger.ts';
import { hasErrorCode, isUnavailable } from './database-errors.ts';
import type { Reads } from './reads.ts';

export interface ReadReplica {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Whether the replica has everything that was committed before this call; waits a moment for it. If not, read the primary. */
  isCurrent(): Promise<boolean>;
  /** Runs each statement on `replica` if it is current, otherwise on `primary`. */
  readsOf(replica: Reads, primary: Reads): Reads;
  status(): ReplicaStatus;
  close(): Promise<void>;
}

export interface ReplicaStatus {
  /** Seconds it is behind the primary; null while it cannot be used at all. */
  readonly lagSeconds: number | null;
  /** Statements and exports since the start, by the server that answered. */
  readonly reads: { readonly replica: number; readonly primary: number };
}

interface ReadReplicaOptions {
  readonly url: string;
  /** Connections to the replica. */
  readonly pool: pg.Pool;
  /** Answers where the primary is. */
  readonly primary: Pick<Reads, 'query'>;
  readonly log: Logger;
}

/** Milliseconds between two checks of how far the replica is behind. */
const CHECK_INTERVAL_MS = 1_000;
/** A replica that is further behind is not waited for. */
export const MAX_LAG_SECONDS = 2;
/** Milliseconds a statement waits until the replica has what was committed before it. */
const MAX_WAIT_MS = 300;
/** Milliseconds within which the replica has to answer a check. */
const CHECK_TIMEOUT_MS = 2_000;

// Without synchronous commits a commit is acknowledged before it is flushed.
const PRIMARY_POSITION = {
  name: 'primary-position',
  text: `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as position`,
};

const REPLAYED = `select pg_is_in_recovery() as "isReplica", coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as behind`;

interface Replayed {
  readonly isReplica: boolean;
  readonly reached: boolean;
  /** Seconds since the last transaction that was replayed was committed; null where none was since the replica started. */
  readonly behind: number | null;
}

/** A query that had to give way to what the primary removed. */
const RECOVERY_CONFLICT = new Set(['40001', '40P01']);

/**
 * A streaming replica that takes reads from the primary. Every read asks the primary for its position in the write-ahead log, and waits
 * for the replica to reach it: a person sees their own writes, made on any instance, and nobody sees the past.
 */
export function watchReadReplica({ url, pool, primary, log }: ReadReplicaOptions): ReadReplica {
  let lagSeconds: number | null = null;
  let reachedAt = Number.NEGATIVE_INFINITY;
  let inUse: boolean | null = null;
  const reads = { replica: 0, primary: 0 };

  const primaryPosition = async () => (await primary.query<{ position: string }>(PRIMARY_POSITION)).rows[0]?.position;
  const replayed = async (position: string | undefined) =>
    (await pool.query<Replayed>({ name: 'replayed', text: REPLAYED, values: [position] })).rows[0];

  const setLag = (seconds: number | null, details: object = {}) => {
    lagSeconds = seconds;
    const usable = seconds !== null && seconds <= MAX_LAG_SECONDS;
    if (usable === inUse) return;
    if (usable) log.info('The read replica is in use');
    else log.warn({ lagSeconds, ...details }, 'The read replica is behind or unreachable; reading from the primary');
    inUse = usable;
  };

  const check = async () => {
    const position = await primaryPosition();
    const state = await replayed(position);
    if (!state?.isReplica) return setLag(null, { reason: 'DATABASE_READ_URL is not a replica' });
    if (state.reached) reachedAt = performance.now();
    // After a quiet hour the last transaction is an hour old although nothing is missing, hence the time since it had everything.
    const sinceReached = (performance.now() - reachedAt) / 1_000;
    return setLag(state.reached ? 0 : Math.min(state.behind ?? Number.POSITIVE_INFINITY, sinceReached));
  };
  const unusable = (error: unknown) => setLag(null, { error });

  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const checkAgain = async (): Promise<void> => {
    await within(CHECK_TIMEOUT_MS, check()).catch(unusable);
    if (!closed) timer = setTimeout(startCheck, CHECK_INTERVAL_MS);
  };
  const startCheck = () => {
    checking = checkAgain();
  };
  let checking = checkAgain();

  const reach = async (position: string | undefined): Promise<boolean> => {
    const deadline = performance.now() + MAX_WAIT_MS;
    for (let pause = 2; ; pause *= 2) {
      const state = await replayed(position);
      if (state?.isReplica && state.reached) return true;
      if (performance.now() + pause > deadline) return false;
      await wait(pause);
    }
  };

  const isCurrent = async (): Promise<boolean> => {
    if (!inUse) return false;
    const position = await primaryPosition();
    try {
      return await within(MAX_WAIT_MS * 2, reach(position));
    } catch (error) {
      unusable(error);
      return false;
    }
  };
  const answeredBy = (server: 'replica' | 'primary') => {
    reads[server] += 1;
  };

  return {
    url,
    pool,
    isCurrent: async () => {
      const current = await isCurrent();
      answeredBy(current ? 'replica' : 'primary');
      return current;
    },
    readsOf: (replica, primaryReads) => {
      const read = async <Result>(run: (reads: Reads) => Promise<Result>): Promise<Result> => {
        if (await isCurrent()) {
          try {
            const answer = await run(replica);
            answeredBy('replica');
            return answer;
          } catch (error) {
            if (isUnavailable(error)) unusable(error);
            else if (!hasErrorCode(error, RECOVERY_CONFLICT)) throw error;
          }
        }
        answeredBy('primary');
        return run(primaryReads);
      };
      return {
        query: <Row extends QueryResultRow>(statement: QueryConfig) => read((reads) => reads.query<Row>(statement)),
        raw: (statement) => read((reads) => reads.raw(statement)),
      };
    },
    status: () => ({ lagSeconds, reads }),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await checking;
      clearTimeout(timer);
    },
  };
}

/** Rejects when `work` takes too long. The work itself is not stopped. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`The database did not answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
