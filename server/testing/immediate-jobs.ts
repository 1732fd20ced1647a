import type { Database } from '#server/database/client.ts';
import type { Delivery, Driver, JobHandler } from '#server/jobs/driver.ts';

/**
 * Does work in this process as soon as the transaction that asked for it is committed, and never again: for worlds whose
 * stories are not about the queue. What would be tried later waits for ever.
 */
export function immediateJobs(db: Database): Driver {
  const asked = new Map<string, Delivery>();
  const atWork = new Set<Promise<unknown>>();
  const closing = new AbortController();
  let perform: JobHandler | null = null;

  const deliver = async () => {
    const ids = [...asked.keys()];
    if (ids.length === 0 || !perform) return;
    for (const { id } of await db.prisma.jobRun.findMany({ where: { id: { in: ids } }, select: { id: true } })) {
      const delivery = asked.get(id);
      if (delivery && asked.delete(id)) await perform(delivery, closing.signal);
    }
  };
  const end = db.afterCommit(() => {
    const work = deliver().finally(() => atWork.delete(work));
    atWork.add(work);
  });

  return {
    send: async (_tx, delivery) => void asked.set(delivery.id, delivery),
    start: async (_rows, how) => {
      perform = how;
    },
    sizes: async () => [],
    hasPending: async (ids) => new Set(ids),
    close: async () => {
      end();
      closing.abort();
      await Promise.allSettled(atWork);
    },
  };
}
