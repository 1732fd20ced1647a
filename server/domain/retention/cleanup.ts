import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isStatementTimeout, isTransient } from '#server/database/database-errors.ts';
import type { Logger } from '#server/logger.ts';
import { uploadFolder } from '#server/upload-folder.ts';
import type { ServiceDeps } from '../deps.ts';
import { type Job, JobFailure, type JobOutcome, type JobQueue } from '../jobs/queue.ts';
import { mergeColumnTotals } from '../lead/column-totals.ts';
import { createEventMonths, dropEventMonths } from './event-months.ts';
import { RETAINED_TABLES, RETENTION, type RetentionRule, type RetentionSettings, STAYS } from './retention.ts';

const DAY = 86_400_000;
/** Maximum rows per statement, about 50 ms of work. A batch that still times out is retried smaller. */
const BATCH_SIZE = 5_000;
const SMALLEST_BATCH = 50;
/** Milliseconds per task in an hourly run; the next run continues. */
const TASK_BUDGET = 40_000;
/** Name prefix of uploads in progress (`server/domain/import/upload.ts`). */
const UPLOAD_PREFIX = 'callboard-import-';

export interface TableStatus {
  readonly table: string;
  /** PostgreSQL's estimate. */
  readonly rows: number;
  /** Seconds since the moment that decides about its oldest row (`RetainedTable.oldest`); null in an empty table. */
  readonly oldestSeconds: number | null;
}

interface CleanupDeps extends Pick<ServiceDeps, 'db' | 'clock'> {
  readonly jobs: Pick<JobQueue, 'failOrphanedRuns'>;
  readonly log: Logger;
  /** As they are when clean-up runs. */
  settings(): RetentionSettings;
  /** Folder of uploads; the system's folder for temporary files when left out. */
  readonly uploads?: string;
  readonly batchSize?: number;
}

export type Cleanup = ReturnType<typeof createCleanup>;

const ROWS = `
  select name as table, sum(n_live_tup)::float8 as rows
  from (select coalesce(pg_partition_root(relid), relid)::regclass::text as name, n_live_tup from pg_stat_user_tables where schemaname = 'public') as tables
  where name = any($1) group by name`;
const OLDEST = RETAINED_TABLES.map(({ table, oldest }) => `select '${table}' as table, (${oldest}) as oldest`).join(' union all ');

/** Deletes expired data. */
export const createCleanup = ({ db, clock, jobs, log, settings, uploads = uploadFolder(), batchSize = BATCH_SIZE }: CleanupDeps) => {
  const failures = new Map<string, number>();

  /** Removes batch after batch until nothing is left, or the time is up. */
  const apply = async ({ name, days, sql }: RetentionRule, signal?: AbortSignal): Promise<number> => {
    const before = new Date(clock.now().getTime() - days(settings()) * DAY);
    const deadline = performance.now() + TASK_BUDGET;
    let removed = 0;
    for (let size = batchSize; ; ) {
      try {
        const { rowCount } = await db.pool.query(sql, [before, size]);
        removed += rowCount ?? 0;
        if ((rowCount ?? 0) < size || signal?.aborted) return removed;
      } catch (error) {
        if (!isStatementTimeout(error) || size <= SMALLEST_BATCH) throw error;
        size = Math.max(SMALLEST_BATCH, Math.floor(size / 4));
      }
      if (performance.now() > deadline) {
        log.warn({ task: name, removed }, 'Clean-up is not finished; the next run continues');
        return removed;
      }
    }
  };

  /** The tables of months: those to come are made, and those that are past are dropped, before their events are removed one by one. */
  const turnMonths = async (): Promise<number> => {
    const now = clock.now();
    try {
      await createEventMonths(db.pool, now);
      return await dropEventMonths(db, new Date(now.getTime() - settings().eventRetentionDays * DAY), STAYS);
    } catch (error) {
      // Somebody was using a table that had to be locked; there is time.
      if (!isTransient(error)) throw error;
      log.warn({ error }, 'The tables of the months of events are in use; the next run continues');
      return 0;
    }
  };

  const tasks: readonly (readonly [name: string, run: (signal?: AbortSignal) => Promise<number>])[] = [
    ['event_months', turnMonths],
    ...RETAINED_TABLES.flatMap(({ rules }) => rules.map((rule) => [rule.name, (signal?: AbortSignal) => apply(rule, signal)] as const)),
    ['uploads', () => removeUploads(uploads, clock.now().getTime() - RETENTION.uploads * DAY)],
    ['lead_totals', () => mergeColumnTotals(db.pool).then(() => 0)],
    ['lost_jobs', () => jobs.failOrphanedRuns().then(() => 0)],
  ];

  return {
    /** Runs every task even if others fail; then throws if one failed, so that the job is retried. */
    run: async ({ signal }: Partial<Pick<Job<unknown>, 'signal'>> = {}): Promise<JobOutcome> => {
      let done = 0;
      const failed: string[] = [];
      for (const [name, run] of tasks) {
        if (signal?.aborted) break;
        try {
          done += await run(signal);
        } catch (error) {
          failed.push(name);
          failures.set(name, (failures.get(name) ?? 0) + 1);
          log.error({ error, task: name }, 'A clean-up task failed');
        }
      }
      if (failed.length > 0) throw new JobFailure(`Clean-up failed: ${failed.join(', ')}.`, { temporary: true });
      return { done };
    },

    /** How often each task failed on this instance since it started; 0 for most. */
    failures: (): ReadonlyMap<string, number> => new Map(tasks.map(([name]) => [name, failures.get(name) ?? 0])),

    /** How much each table holds that is cleaned up, and since when. */
    status: async (): Promise<readonly TableStatus[]> => {
      const { rows: counts } = await db.pool.query<{ table: string; rows: number }>(ROWS, [RETAINED_TABLES.map(({ table }) => table)]);
      const { rows: oldest } = await db.pool.query<{ table: string; oldest: Date | null }>(OLDEST);
      const now = clock.now().getTime();
      return oldest.map(({ table, oldest: at }) => ({
        table,
        rows: counts.find((count) => count.table === table)?.rows ?? 0,
        oldestSeconds: at && Math.max(0, (now - at.getTime()) / 1_000),
      }));
    },
  };
};

/** Removes the folders of uploads that were last written before then; answers how many. */
async function removeUploads(folder: string, before: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UPLOAD_PREFIX)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || found.mtimeMs >= before) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
