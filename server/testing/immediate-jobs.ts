import type { Database } from '#server/database/client.ts';
import type { Delivery, Driver, JobHandler } from '#server/jobs/driver.ts';

/**
 * Runs each job in this process as soon as the transaction that enqueued it is committed. There are no retries: a job that requests
 * one waits forever. For tests that are not about the queue.
 */
export function immediateJobs(db: Database): Driver {
  const enqueued = new Map<string, Delivery>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  let handler: JobHandler | null = null;

  const deliver = async () => {
    const ids = [...enqueued.keys()];
    if (ids.length === 0 || !handler) return;
    for (const { id } of await db.prisma.jobRun.findMany({ where: { id: { in: ids } }, select: { id: true } })) {
      const delivery = enqueued.get(id);
      if (delivery && enqueued.delete(id)) await handler(delivery, closing.signal);
    }
  };
  const unsubscribe = db.afterCommit(() => {
    const delivering = deliver().finally(() => running.delete(delivering));
    running.add(delivering);
  });

  return {
    send: async (_tx, delivery) => void enqueued.set(delivery.id, delivery),
    start: async (_definitions, run) => {
      handler = run;
    },
    queueSizes: async () => [],
    hasPending: async (ids) => new Set(ids),
    close: async () => {
      unsubscribe();
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
