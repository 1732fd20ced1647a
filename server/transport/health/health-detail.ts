import type { JobRun } from '#prisma/generated/client.ts';
import type { AppContainer } from '#server/container.ts';

/** What runs, what waits, what failed and why, and how this instance is doing. */
export async function healthDetail({ db, jobs, isLeader, subscriberCount, eventCursor, services }: AppContainer) {
  const answers = await db.ping().then(
    () => true,
    () => false,
  );
  const instance = { sequences: isLeader(), listeners: subscriberCount(), heard: String(eventCursor()) };
  const connections = { open: db.pool.totalCount, idle: db.pool.idleCount, waiting: db.pool.waitingCount };
  if (!answers) return { status: 'no database', instance, database: { answers, connections } };
  const { running, failed, queues } = await jobs.stats();
  return {
    status: 'ok',
    instance,
    database: { answers, connections },
    integrations: await services.integrations.list(),
    jobs: { queues, running: running.map(shown), failed: failed.map(shown) },
  };
}

const shown = ({ id, name, key, state, attempts, done, total, message, createdAt, startedAt, finishedAt }: JobRun) => ({
  ...{ id, name, key, state, attempts, done, total, message },
  ...{ createdAt, startedAt, finishedAt },
});
