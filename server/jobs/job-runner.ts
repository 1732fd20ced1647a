import { JobFailure } from '#domain/jobs/failure.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { Logger } from '#server/logger.ts';
import type { JobHandler, JobResult } from './driver.ts';
import { type JobDefinition, pauseAfter } from './job-definition.ts';
import type { RunChanges, Runs } from './runs.ts';

interface Workshop {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly runs: Runs;
  rowOf(name: string): JobDefinition | undefined;
}

const UNEXPECTED = 'Something went wrong; the server’s log says what.';

/** Does a piece of work and notes how it went. What is over is never done again, however often it is delivered. */
export const createPerform =
  ({ db, clock, log, runs, rowOf }: Workshop): JobHandler =>
  async ({ id, name, input }, signal) => {
    const row = rowOf(name);
    if (!row) {
      log.error({ job: name }, 'Nobody knows how to do this job');
      return 'over';
    }
    const begun = await runs.begin({ id, name, key: row.keyOf(input), input: Object(input), actorId: null });
    if (!begun) return 'over';

    const change = (changes: RunChanges, along?: (tx: Tx) => Promise<void>): Promise<JobRun | null> =>
      db.transaction(async (tx) => {
        const run = await runs.change(tx, id, changes);
        if (!run) return null;
        await along?.(tx);
        await row.tell(tx, input, run);
        return run;
      });

    const failed = async (error: unknown): Promise<JobResult> => {
      if (signal.aborted) {
        // Whoever stops the server is not the job's fault: another instance, or the next start, goes on at once.
        await db.transaction((tx) => runs.change(tx, id, { state: 'queued', attempts: begun.attempts - 1 }));
        return { again: 0 };
      }
      const expected = error instanceof JobFailure;
      if (!expected) log.error({ error, job: name, id }, 'A job failed');
      const message = expected ? error.message : UNEXPECTED;
      if ((expected && !error.temporary) || begun.attempts > row.retries) {
        await change({ state: 'failed', message, finishedAt: clock.now() });
        return 'over';
      }
      await change({ state: 'waiting', message });
      return { again: (expected ? error.retryAfter : null) ?? pauseAfter(row, begun.attempts) };
    };

    try {
      const { message, done, made, along } = await row.run({
        id,
        input,
        actorId: begun.actorId,
        signal,
        report: async (progress, remember) => {
          await change({ ...progress }, remember);
        },
      });
      await change({ state: 'done', message: message ?? null, ...(done !== undefined && { done }), made, finishedAt: clock.now() }, along);
      return 'over';
    } catch (error) {
      return failed(error);
    }
  };
