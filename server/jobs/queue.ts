import { isSettled, type JobName, type JobQueue } from '#domain/jobs/queue.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import type { Driver, QueueSize } from './driver.ts';
import type { JobDefinition } from './job-definition.ts';
import { createPerform } from './job-runner.ts';
import { createRuns, type Runs } from './runs.ts';

interface QueueDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Logger;
  readonly driver: Driver;
}

export interface Jobs extends JobQueue {
  /** The work this server knows; told once, before anything is asked for. */
  register(rows: readonly JobDefinition[]): void;
  /** Begins to do work. */
  start(): Promise<void>;
  /** What is under way and what failed last, and how long the queues are. */
  stats(): Promise<Awaited<ReturnType<Runs['account']>> & { readonly queues: readonly QueueSize[] }>;
  close(): Promise<void>;
}

/** Whoever waits for an outcome looks this often, in milliseconds. */
const LOOK = 100;
/** Milliseconds after which work that is asked for must have been carried. */
const SETTLING = 60_000;
const LOST_AT_ONCE = 500;
/** Runs that an account tells of. */
const TOLD = 20;

/** Background work over a driver that carries it. How far each piece is stands in the database, for every instance to see. */
export function createJobs({ db, clock, newId, log, driver }: QueueDeps): Jobs {
  const runs = createRuns({ db, clock });
  const known = new Map<string, JobDefinition>();
  const rowOf = (name: JobName): JobDefinition => {
    const row = known.get(name);
    if (!row) throw new Error(`Nobody knows how to do the job ${name}`);
    return row;
  };

  const giveUpLost = async (): Promise<void> => {
    const old = await runs.openSince(new Date(clock.now().getTime() - SETTLING), LOST_AT_ONCE);
    const carried = await driver.hasPending(old.map(({ id }) => id));
    for (const { id, name } of old.filter((run) => !carried.has(run.id)))
      await db.transaction(async (tx) => {
        const run = await runs.change(tx, id, { state: 'failed', message: 'It was begun and never finished.', finishedAt: clock.now() });
        if (run) await known.get(name)?.tell(tx, run.input, run);
      });
  };

  return {
    register: (rows) => {
      for (const row of rows) known.set(row.name, row);
    },

    enqueue: async (tx, name, input, actorId = null) => {
      const row = rowOf(name);
      const wanted = { id: newId(), name, key: row.keyOf(input), input: { ...input }, actorId };
      const { run, joined } = await runs.open(tx, wanted);
      if (joined) return run.id;
      await driver.send(tx, { id: run.id, name, input });
      await row.tell(tx, input, run);
      return run.id;
    },

    progress: runs.find,
    newest: runs.newest,

    outcome: async (id, patience) => {
      const deadline = Date.now() + patience;
      for (;;) {
        const run = await runs.find(id);
        if (!run || isSettled(run) || Date.now() >= deadline) return run;
        await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    },

    failOrphanedRuns: giveUpLost,

    start: async () => {
      await driver.start([...known.values()], createPerform({ db, clock, log, runs, rowOf: (name) => known.get(name) }));
      // A restored database remembers work that nobody carries any more; it would stand in the way of new work.
      await giveUpLost().catch((error: unknown) => log.warn({ error }, 'Could not look for lost work'));
    },
    stats: async () => ({ ...(await runs.account(TOLD)), queues: await driver.sizes() }),
    close: () => driver.close(),
  };
}
