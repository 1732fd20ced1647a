import type { JobQueue } from '#domain/jobs/queue.ts';

const refuse = async (): Promise<never> => {
  throw new Error('No background work is done here.');
};

/** Where no server runs: the demo world is told without any background work. */
export const noJobs: JobQueue = {
  enqueue: refuse,
  outcome: refuse,
  failOrphanedRuns: refuse,
  progress: async () => null,
  newest: async () => null,
};
