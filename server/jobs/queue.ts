import { isSettled, type JobName, type JobQueue } from '#domain/jobs/queue.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import type { NewId } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import type { Driver, QueueSize } from './driver.ts';
import type { JobDefinition } from './job-definition.ts';
import { createJobRunner } from './job-runner.ts';
import { createRuns, type Runs } from './runs.ts';

interface QueueDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Logger;
  readonly driver: Driver;
}

export interface Jobs extends JobQueue {
  /** Called once, before any job is enqueued. */
  register(definitions: readonly JobDefinition[]): void;
  start(): Promise<void>;
  stats(): Promise<Awaited<ReturnType<Runs['stats']>> & { readonly queues: readonly QueueSize[] }>;
  close(): Promise<void>;
}

/** Milliseconds between two looks for an outcome. */
const POLL_INTERVAL_MS = 100;
/** The queue must have a job this long after it was enqueued; otherwise it is lost. */
const ORPHAN_GRACE_MS = 60_000;
const ORPHANS_PER_RUN = 500;
const RUNS_IN_STATS = 20;

/** Background jobs over a driver that delivers them. The state of each run is a row of `job_runs`, visible to all servers. */
export function createJobs({ db, clock, newId, log, driver }: QueueDeps): Jobs {
  const runs = createRuns({ db, clock });
  const definitions = new Map<string, JobDefinition>();
  const definitionOf = (name: JobName): JobDefinition => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`No handler for job ${name}`);
    return definition;
  };

  const failOrphanedRuns = async (): Promise<void> => {
    const open = await runs.listOpenSince(new Date(clock.now().getTime() - ORPHAN_GRACE_MS), ORPHANS_PER_RUN);
    const pending = await driver.hasPending(open.map(({ id }) => id));
    const changes = { state: 'failed', message: 'The job was interrupted and never finished.' } as const;
    for (const { id, name } of open.filter((run) => !pending.has(run.id)))
      await db.transaction(async (tx) => {
        const run = await runs.update(tx, id, { ...changes, finishedAt: clock.now() });
        if (run) await definitions.get(name)?.onStateChange(tx, run.input, run);
      });
  };

  return {
    register: (added) => {
      for (const definition of added) definitions.set(definition.name, definition);
    },

    enqueue: async (tx, name, input, actorId = null) => {
      const definition = definitionOf(name);
      const { run, joined } = await runs.insertOrJoin(tx, {
        id: newId(),
        name,
        key: definition.keyOf(input),
        input: { ...input },
        actorId,
      });
      if (joined) return run.id;
      await driver.send(tx, { id: run.id, name, input });
      await definition.onStateChange(tx, input, run);
      return run.id;
    },

    find: runs.find,
    findNewest: runs.findNewest,

    waitForOutcome: async (id, maxWaitMs) => {
      const deadline = Date.now() + maxWaitMs;
      for (;;) {
        const run = await runs.find(id);
        if (!run || isSettled(run) || Date.now() >= deadline) return run;
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
    },

    failOrphanedRuns,

    start: async () => {
      const runner = createJobRunner({ db, clock, log, runs, definitionOf: (name) => definitions.get(name) });
      await driver.start([...definitions.values()], runner);
      // A restored database has runs that the queue does not know.
      await failOrphanedRuns().catch((error: unknown) => log.warn({ error }, 'Could not check for orphaned jobs'));
    },
    stats: async () => ({ ...(await runs.stats(RUNS_IN_STATS)), queues: await driver.queueSizes() }),
    close: () => driver.close(),
  };
}

const refuse = async (): Promise<never> => {
  throw new Error('Background jobs need a running server.');
};

/** For code that runs without a server, such as the seed of the demo data. */
export const noJobs: JobQueue = {
  enqueue: refuse,
  waitForOutcome: refuse,
  failOrphanedRuns: refuse,
  find: async () => null,
  findNewest: async () => null,
};
