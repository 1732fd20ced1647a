import { createHash } from 'node:crypto';
import { type Db as IDatabase, type Job, type JobWithMetadata, PgBoss } from 'pg-boss';
import { RETENTION } from '#domain/retention/retention.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { Logger } from '#server/logger.ts';
import type { Delivery, Driver, JobHandler } from './driver.ts';
import type { JobDefinition } from './job-definition.ts';

const SCHEMA = 'pgboss';

/** The channel on which it is said that there is work: as pg-boss derives it from the name of its schema. */
export const WORK_CHANNEL = `${SCHEMA}_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;

interface BossOptions {
  readonly db: Database;
  readonly log: Logger;
}

/** Seconds between two looks for work nobody told of: work to be tried again, or a word that was lost. */
const LOOK = 30;
/** Seconds without a sign of life after which work is somebody else's. */
const HEARTBEAT = 30;
/** How often work is delivered that was never answered for: more often than it is tried, since servers are stopped, too. */
const DELIVERIES = 20;
/** Milliseconds that work has to come to a stop when the server closes. */
const GRACE = 5_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** Milliseconds after which a transaction that asked for work before the queue had started must have ended. */
const DEFERRED_TTL = 5 * 60_000;
const DAY = 86_400;

const WORK = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: LOOK, includeMetadata: true } as const;

/** Jobs carried by pg-boss, on the connections we have: it needs none of its own, neither to ask nor to listen. */
export function bossDriver({ db, log }: BossOptions): Driver {
  const closing = new AbortController();
  /** Asked for before the queue had started: sent once it has, where the transaction that asked was committed. */
  const deferred = new Map<string, { readonly delivery: Delivery; readonly until: number }>();
  let onNotify: (queue: string) => void = () => undefined;
  let running = false;
  let starting: Promise<void> = Promise.resolve();

  const ours: IDatabase = {
    executeSql: (text, values) => db.pool.query(text, values),
    listen: async (_channel, onNotification) => {
      onNotify = onNotification;
      return {
        close: async () => {
          onNotify = () => undefined;
        },
      };
    },
  };
  const boss = new PgBoss({
    db: ours,
    schema: SCHEMA,
    useListenNotify: true,
    cronWorkerIntervalSeconds: LOOK,
    // Jobs that wait for jobs are not used here, and the tables stay small.
    flowIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ error }, 'The job queue stumbled'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'));

  const open = async (rows: readonly JobDefinition[], perform: JobHandler) => {
    await boss.start();
    await Promise.all(rows.map((row) => prepare(boss, row)));
    for (const { name, concurrency } of rows) for (let worker = 0; worker < concurrency; worker += 1) await startWorker(name, perform);
    await unschedule(boss, rows);
  };

  const startWorker = async (name: string, perform: JobHandler) => {
    let worker = '';
    worker = await boss.work<object, void, typeof WORK>(name, WORK, async (jobs) => {
      for (const job of jobs) await handle(job, perform);
      // Where there was one there may be more; pg-boss would rest first, however many wait.
      boss.notifyWorker(worker);
    });
  };

  const handle = async (job: JobWithMetadata<object>, perform: JobHandler) => {
    const signal = AbortSignal.any([closing.signal, job.signal]);
    const verdict = await perform({ id: job.id, name: job.name, input: job.data ?? {} }, signal);
    if (verdict === 'over') return;
    const attempt: Pick<Job, 'id' | 'retryCount'> = { id: job.id, retryCount: job.retryCount };
    await boss.fail(job.name, attempt, { again: verdict.again });
    await boss.update(job.name, undefined, { id: job.id, startAfter: verdict.again });
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
  const trySendDeferred = () => sendDeferred().catch((error: unknown) => log.warn({ error }, 'Could not send deferred work; trying again'));
  // A transaction that asked early may be committed after the start.
  const stopDeferring = db.afterCommit(() => {
    if (running && deferred.size > 0) void trySendDeferred();
  });

  return {
    // Nobody waits for the queue while holding a transaction open, with its locks and its connection.
    send: async (tx, delivery) => {
      const { id, name, input } = delivery;
      if (running) await boss.send(name, Object(input), { id, db: within(tx) });
      else deferred.set(id, { delivery, until: performance.now() + DEFERRED_TTL });
    },
    start: async (rows, perform) => {
      starting = (async () => {
        for (let pause = FIRST_PAUSE; !closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
          try {
            await open(rows, perform);
            running = true;
            await trySendDeferred();
            return;
          } catch (error) {
            if (!closing.signal.aborted) log.error({ error }, 'Could not start the job queue; trying again');
            await delay(pause, closing.signal);
          }
        }
      })();
      await starting;
    },
    sizes: async () => {
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
    heard: (queue) => onNotify(queue),
    close: async () => {
      closing.abort();
      stopDeferring();
      await starting;
      await boss.stop({ graceful: true, timeout: GRACE, close: false });
    },
  };
}

const KEEP = { deleteAfterSeconds: RETENTION.finishedJobs * DAY, retentionSeconds: RETENTION.queuedJobs * DAY };

/** A queue as its row says, whatever an earlier version said. */
async function prepare(boss: PgBoss, { name, expires, cron }: JobDefinition): Promise<void> {
  const options = { retryLimit: DELIVERIES, retryDelay: 1, expireInSeconds: expires, heartbeatSeconds: HEARTBEAT, notify: true, ...KEEP };
  await boss.createQueue(name, { policy: 'standard', ...options });
  await boss.updateQueue(name, options);
  if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
}

/** What an earlier version did by itself and this one does not. */
async function unschedule(boss: PgBoss, rows: readonly JobDefinition[]): Promise<void> {
  const wanted = new Set<string>(rows.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
}

/** pg-boss inside a transaction of ours. */
const within = (tx: Tx): IDatabase => ({
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
