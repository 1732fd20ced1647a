import type { QueryResultRow } from 'pg';
import { createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import type { Reads } from '#server/database/reads.ts';
import type { RowStatement } from '#server/database/row-query.ts';
import { LimitExceeded } from '../failures.ts';
import type { Person } from '../viewer.ts';
import { meterDatabaseTime } from './database-time.ts';
import { createQueryRunner, type RunQuery, type Statement } from './query-runner.ts';

/** How many analyst queries may wait for a slot, of one person and of all, and how long. One operation may need two for each of its 20 root fields. */
const ANALYST_QUEUE = { person: 50, server: 100, maxWaitMs: 5_000 } as const;

export interface AnalystQueriesOptions {
  /** The connections that analyst queries have for themselves. */
  readonly pool: Reads;
  /** Queries one person may have in progress. */
  readonly perPerson: number;
  /** Queries in progress for everybody: the connections of `pool`. */
  readonly atOnce: number;
  /** Milliseconds one statement may take: the statement timeout of `pool`. */
  readonly timeoutMs: number;
  /** Takes points for database time that was used. */
  charge(viewer: Person | null, points: number): void;
}

/** Runs the statements of one person's analyst queries. */
export type AnalystQueries = (viewer: Person | null) => RunQuery;

/**
 * Bounds what analyst queries take from others: so many in progress for a person and for all, on connections of their own with a
 * short timeout; what they used of the database is charged when they are done, also where they failed.
 */
export function createAnalystQueries({ pool, perPerson, atOnce, timeoutMs, charge }: AnalystQueriesOptions): AnalystQueries {
  const { maxWaitMs } = ANALYST_QUEUE;
  const limit = createPersonAndServerLimiter({
    person: { concurrency: perPerson, queueSize: ANALYST_QUEUE.person, maxWaitMs, exceeded: () => tooMany(perPerson, 'per person') },
    server: { concurrency: atOnce, queueSize: ANALYST_QUEUE.server, maxWaitMs, exceeded: () => tooMany(atOnce, 'on this server') },
  });
  const run = createQueryRunner(pool, timeoutMs);
  return (viewer) => {
    const limited = <Result>(work: () => Promise<Result>): Promise<Result> =>
      limit(viewer?.id ?? null, async () => {
        const began = performance.now();
        try {
          return await work();
        } finally {
          charge(viewer, meterDatabaseTime(performance.now() - began));
        }
      });
    return Object.assign(<Row extends QueryResultRow>(statement: Statement) => limited(() => run<Row>(statement)), {
      raw: (statement: RowStatement) => limited(() => run.raw(statement)),
    });
  };
}

const tooMany = (count: number, whose: string) =>
  new LimitExceeded(
    'TOO_MANY_IN_PROGRESS',
    `At most ${count} queries with \`where\`, \`orderBy\`, groups or a custom date range may run at once ${whose}. Try again when one has finished.`,
    ANALYST_QUEUE.maxWaitMs / 1000,
  );
