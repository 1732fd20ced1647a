import { JobFailure } from '#domain/jobs/queue.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { Logger } from '#server/logger.ts';
import type { JobHandler, JobResult } from './driver.ts';
import { type JobDefinition, retryDelay } from './job-definition.ts';
import type { RunChanges, Runs } from './runs.ts';

interface RunnerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly runs: Runs;
  definitionOf(name: string): JobDefinition | undefined;
}

const UNEXPECTED = 'Something went wrong. The server log has the details.';

/** Runs a delivered job and records the outcome. A job that has ended never runs again, however often it is delivered. */
export const createJobRunner =
  ({ db, clock, log, runs, definitionOf }: RunnerDeps): JobHandler =>
  async ({ id, name, input }, signal) => {
    const definition = definitionOf(name);
    if (!definition) {
      log.error({ job: name }, 'No handler for job');
      return 'settled';
    }
    const started = await runs.start({ id, name, key: definition.keyOf(input), input: Object(input), actorId: null });
    if (!started) return 'settled';

    const update = (changes: RunChanges, inTransaction?: (tx: Tx) => Promise<void>): Promise<JobRun | null> =>
      db.transaction(async (tx) => {
        const run = await runs.update(tx, id, changes);
        if (!run) return null;
        await inTransaction?.(tx);
        await definition.onStateChange(tx, input, run);
        return run;
      });

    const fail = async (error: unknown): Promise<JobResult> => {
      if (signal.aborted) {
        // The server is closing, which does not count as an attempt: another server, or the next start, continues at once.
        await db.transaction((tx) => runs.update(tx, id, { state: 'queued', attempts: started.attempts - 1 }));
        return { retryAfter: 0 };
      }
      const expected = error instanceof JobFailure;
      if (!expected) log.error({ error, job: name, id }, 'A job failed');
      const message = expected ? error.message : UNEXPECTED;
      if ((expected && !error.temporary) || started.attempts > definition.retries) {
        await update({ state: 'failed', message, finishedAt: clock.now() });
        return 'settled';
      }
      await update({ state: 'waiting', message });
      return { retryAfter: (expected ? error.retryAfter : null) ?? retryDelay(definition, started.attempts) };
    };

    try {
      const { message, done, createdCount, inTransaction } = await definition.run({
        id,
        input,
        actorId: started.actorId,
        signal,
        report: async (progress, saveState) => {
          await update({ ...progress }, saveState);
        },
      });
      const changes = { state: 'done', message: message ?? null, ...(done !== undefined && { done }), createdCount } as const;
      await update({ ...changes, finishedAt: clock.now() }, inTransaction);
      return 'settled';
    } catch (error) {
      return fail(error);
    }
  };
