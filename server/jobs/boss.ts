import { createHash } from 'node:crypto';
import { type Db as IDatabase, type Job, type JobWithMetadata, PgBoss } from 'pg-boss';
import { RETENTION } from '#domain/retention/retention.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { Logger } from '#server/logger.ts';
import type { Delivery, Driver, JobHandler } from './driver.ts';
import type { JobDefinition } from './job-definition.ts';

const SCHEMA = 'pgboss';

/** The channel on which pg-boss notifies workers, as it derives the name from its schema. */
export const JOBS_CHANNEL = `${SCHEMA}_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;

interface BossOptions {
  readonly db: Database;
  readonly log: Logger;
}

/** Seconds between two polls, for retries and lost notifications. */
const POLL_SECONDS = 30;
/** Seconds without a heartbeat after which a job is delivered to another server. */
const HEARTBEAT_SECONDS = 30;
/** How many times a job is delivered that never settles. More than its attempts: an interrupted attempt does not count. */
const MAX_DELIVERIES = 20;
/** Milliseconds that running jobs have to stop when the server closes. */
const CLOSE_TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** A transaction that enqueued a job before the queue had started must have ended after this many milliseconds. */
const DEFERRED_TTL_MS = 5 * 60_000;
const DAY_SECONDS = 86_400;

const WORK_OPTIONS = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const;

/** Delivers jobs with pg-boss over the server's own connections, for queries and for LISTEN. */
export function bossDriver({ db, log }: BossOptions): Driver {
  const closing = new AbortController();
  /** Enqueued before the queue has started. They are sent once it has, if their transaction was committed. */
  const deferred = new Map<string, { readonly delivery: Delivery; readonly until: number }>();
  let notifyWorkers: (queue: string) => void = () => undefined;
  let running = false;
  let starting: Promise<void> = Promise.resolve();

  const database: IDatabase = {
    executeSql: (text, values) => db.pool.query(text, values),
    listen: async (_channel, onNotification) => {
      notifyWorkers = onNotification;
      return {
        close: async () => {
          notifyWorkers = () => undefined;
        },
      };
    },
  };
  const boss = new PgBoss({
    db: database,
    schema: SCHEMA,
    useListenNotify: true,
    cronWorkerIntervalSeconds: POLL_SECONDS,
    // Jobs that depend on jobs are not used, and the tables stay small.
    flowIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ error }, 'Job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'Job queue warning'));

  const startAll = async (definitions: readonly JobDefinition[], handler: JobHandler) => {
    await boss.start();
    await Promise.all(definitions.map((definition) => configureQueue(boss, definition)));
    for (const { name, concurrency } of definitions)
      for (let worker = 0; worker < concurrency; worker += 1) await startWorker(name, handler);
    await removeOldSchedules(boss, definitions);
  };

  const startWorker = async (name: string, handler: JobHandler) => {
    let worker = '';
    worker = await boss.work<object, void, typeof WORK_OPTIONS>(name, WORK_OPTIONS, async (jobs) => {
      for (const job of jobs) await handle(job, handler);
      // There may be more jobs; pg-boss would wait for the next poll first.
      boss.notifyWorker(worker);
    });
  };

  const handle = async (job: JobWithMetadata<object>, handler: JobHandler) => {
    const signal = AbortSignal.any([closing.signal, job.signal]);
    const result = await handler({ id: job.id, name: job.name, input: job.data ?? {} }, signal);
    if (result === 'settled') return;
    const attempt: Pick<Job, 'id' | 'retryCount'> = { id: job.id, retryCount: job.retryCount };
    await boss.fail(job.name, attempt, { retryAfter: result.retryAfter });
    await boss.update(job.name, undefined, { id: job.id, startAfter: result.retryAfter });
  };

  const sendDeferred = async () => {
    const now = performance.now();
    for (const [id, { until }] of deferred) if (until < now) deferred.delete(id);
    if (!running || deferred.size === 0) return;
    const { rows } = await db.pool.query<{ id: string }>('select id from job_runs where id = any($1)', [[...deferred.keys()]]);
    for (const { id } of rows) {
      const found = deferred.get(id);
      if (!found || !deferred.delete(id)) continue;
      const { name, input } = found.delivery;
      await boss.send(name, Object(input), { id }).catch((error: unknown) => {
        deferred.set(id, found);
        throw error;
      });
    }
  };
  const trySendDeferred = () => sendDeferred().catch((error: unknown) => log.warn({ error }, 'Could not send deferred jobs; retrying'));
  // A transaction from before the start may be committed after it.
  const stopDeferring = db.afterCommit(() => {
    if (running && deferred.size > 0) void trySendDeferred();
  });

  return {
    // Never waits for the queue inside an open transaction, which holds locks and a connection.
    send: async (tx, delivery) => {
      const { id, name, input } = delivery;
      if (running) await boss.send(name, Object(input), { id, db: transactionDb(tx) });
      else deferred.set(id, { delivery, until: performance.now() + DEFERRED_TTL_MS });
    },
    start: async (definitions, handler) => {
      starting = (async () => {
        for (let pause = FIRST_RETRY_MS; !closing.signal.aborted; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
          try {
            await startAll(definitions, handler);
            running = true;
            await trySendDeferred();
            return;
          } catch (error) {
            if (!closing.signal.aborted) log.error({ error }, 'Could not start the job queue; retrying');
            await delay(pause, closing.signal);
          }
        }
      })();
      await starting;
    },
    queueSizes: async () => {
      if (!running) return [];
      const queues = await boss.getQueues();
      const counted = await db.pool.query<{ name: string; queued: number; active: number }>(
        `select name, count(*) filter (where state < 'active')::int as queued, count(*) filter (where state = 'active')::int as active
         from ${SCHEMA}.job where state <= 'active' group by name`,
      );
      const sizes = new Map(counted.rows.map((row) => [row.name, row]));
      return queues.map(({ name }) => sizes.get(name) ?? { name, queued: 0, active: 0 });
    },
    hasPending: async (ids) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `select id::text from ${SCHEMA}.job where id = any($1::uuid[]) and state <= 'active'`,
        [ids],
      );
      return new Set(rows.map(({ id }) => id));
    },
    onNotify: (queue) => notifyWorkers(queue),
    close: async () => {
      closing.abort();
      stopDeferring();
      await starting;
      await boss.stop({ graceful: true, timeout: CLOSE_TIMEOUT_MS, close: false });
    },
  };
}

const RETENTION_OPTIONS = {
  deleteAfterSeconds: RETENTION.finishedJobs * DAY_SECONDS,
  retentionSeconds: RETENTION.queuedJobs * DAY_SECONDS,
};

/** Creates the queue, or brings it up to its definition. */
async function configureQueue(boss: PgBoss, { name, expires, cron }: JobDefinition): Promise<void> {
  const options = {
    retryLimit: MAX_DELIVERIES,
    retryDelay: 1,
    expireInSeconds: expires,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
    ...RETENTION_OPTIONS,
  };
  await boss.createQueue(name, { policy: 'standard', ...options });
  await boss.updateQueue(name, options);
  if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
}

/** Removes the schedules of jobs that earlier versions had. */
async function removeOldSchedules(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const scheduled = new Set<string>(definitions.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
}

/** Lets pg-boss work inside one of our transactions. */
const transactionDb = (tx: Tx): IDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await tx.$queryRawUnsafe<object[]>(text, ...values) }),
});

const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
