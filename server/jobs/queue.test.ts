import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Job, JobFailure, type JobOutcome } from '#domain/jobs/queue.ts';
import { systemClock } from '#server/clock.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { startReader } from '#server/events/reader.ts';
import { createIds } from '#server/ids.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { bossDriver, JOBS_CHANNEL } from './boss.ts';
import { defineJob, type JobDefinition, retryDelay } from './job-definition.ts';
import { createJobs, type Jobs } from './queue.ts';

interface Instance {
  readonly name: string;
  readonly db: Database;
  readonly jobs: Jobs;
  close(): Promise<void>;
}

let testDatabase: TestDatabase;
let open: Instance[] = [];
/** What was done, by whom, in order. */
let deeds: { readonly who: string; readonly callId: string }[] = [];
/** What a call's job does beside being noted down. */
let act: (given: Job<{ callId: string }>) => Promise<JobOutcome> = async () => ({});

const rows = (who: string): readonly JobDefinition[] => [
  defineJob({
    name: 'call.fetch',
    description: 'Notes who did it.',
    input: z.object({ callId: z.string() }),
    key: ({ callId }) => callId,
    retries: 2,
    backOff: { first: 0, max: 0 },
    expires: 60,
    concurrency: 1,
    run: async (given) => {
      deeds.push({ who, callId: given.input.callId });
      return act(given);
    },
  }),
];

async function instance(name: string): Promise<Instance> {
  const { opened, start } = await unstarted(name);
  await start();
  return opened;
}

/** An instance whose queue does not run yet. */
async function unstarted(name: string) {
  const log = createLogger('silent');
  const db = openDatabase({ url: testDatabase.url, poolSize: 5 });
  const driver = bossDriver({ db, log });
  const jobs = createJobs({ db, clock: systemClock, newId: createIds(systemClock), log, driver });
  const onChannel = { [JOBS_CHANNEL]: (queue: string) => driver.onNotify?.(queue) };
  const reader = startReader({ url: testDatabase.url, eventBus: { publish: () => undefined }, log, onChannel });
  await reader.ready;
  jobs.register(rows(name));
  const opened: Instance = {
    name,
    db,
    jobs,
    close: async () => {
      await jobs.close();
      await reader.close();
      await db.close();
    },
  };
  open.push(opened);
  return { opened, start: jobs.start };
}

let here: Instance;
let there: Instance;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  // At once, as after a deployment: both find no queue and make it.
  [here, there] = await Promise.all([instance('here'), instance('there')]);
});
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
  await testDatabase.drop();
});
beforeEach(() => {
  deeds = [];
  act = async () => ({});
});

const enqueueFetch = ({ db, jobs }: Instance, callId: string) => db.transaction((tx) => jobs.enqueue(tx, 'call.fetch', { callId }));
const outcome = (id: string) => expect.poll(() => here.jobs.find(id), { timeout: 15_000 });
const done = (id: string) => outcome(id).toMatchObject({ state: 'done' });

describe('work', () => {
  it('runs once, on one of two instances', async () => {
    const callIds = Array.from({ length: 12 }, (_, n) => `C${n}`);
    const ids = await Promise.all(callIds.map((callId, n) => enqueueFetch(n % 2 ? here : there, callId)));
    for (const id of ids) await done(id);
    expect(deeds.map(({ callId }) => callId).toSorted()).toEqual(callIds.toSorted());
  });

  it('that was enqueued in a transaction that rolled back never runs', async () => {
    const callIds = Promise.withResolvers<string>();
    const broken = here.db.transaction(async (tx) => {
      callIds.resolve(await here.jobs.enqueue(tx, 'call.fetch', { callId: 'never' }));
      throw new Error('The card was declined');
    });
    await expect(broken).rejects.toThrow('The card was declined');
    await done(await enqueueFetch(here, 'afterwards'));
    expect(deeds.map(({ callId }) => callId)).toEqual(['afterwards']);
    expect(await here.jobs.find(await callIds.promise)).toBeNull();
  });

  it('is enqueued before the queue has started, and runs once it has', async () => {
    const { opened: early, start } = await unstarted('early');
    const open = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    const id = await enqueueFetch(early, 'early');
    const broken = early.db.transaction(async (tx) => {
      await early.jobs.enqueue(tx, 'call.fetch', { callId: 'never' });
      throw new Error('The card was declined');
    });
    await expect(broken).rejects.toThrow('The card was declined');
    // Enqueued before the start, committed after it.
    const across = early.db.transaction(async (tx) => {
      late.resolve(await early.jobs.enqueue(tx, 'call.fetch', { callId: 'late' }));
      await open.promise;
    });
    await late.promise;
    expect(deeds).toEqual([]);
    await start();
    open.resolve();
    await across;
    await done(id);
    await done(await late.promise);
    expect(deeds.map(({ callId }) => callId).toSorted()).toEqual(['early', 'late']);
  });

  it('is shared by identical requests while it is in progress, and is new afterwards', async () => {
    const finish = Promise.withResolvers<JobOutcome>();
    act = () => finish.promise;
    const [first, second] = await Promise.all([enqueueFetch(here, 'same'), enqueueFetch(there, 'same')]);
    expect(second).toBe(first);
    await outcome(first).toMatchObject({ state: 'running' });
    expect(await enqueueFetch(here, 'same')).toBe(first);
    finish.resolve({ message: 'Read it.', createdCount: 1 });
    await outcome(first).toMatchObject({ state: 'done', message: 'Read it.', createdCount: 1, attempts: 1 });
    const again = await enqueueFetch(here, 'same');
    expect(again).not.toBe(first);
    await done(again);
    expect(deeds).toHaveLength(2);
  });

  it('that fails is tried again, and given up after so many tries', async () => {
    act = async () => {
      if (deeds.length === 1) throw new JobFailure('CallRail is busy.', { temporary: true, retryAfter: 0 });
      if (deeds.length === 2) throw new Error('A fault of ours');
      return { message: 'At last.' };
    };
    const id = await enqueueFetch(here, 'stubborn');
    await outcome(id).toMatchObject({ state: 'done', attempts: 3, message: 'At last.' });
    act = async () => {
      throw new Error('A fault of ours, with a secret in it');
    };
    const hopeless = await enqueueFetch(here, 'hopeless');
    await outcome(hopeless).toMatchObject({
      state: 'failed',
      attempts: 3,
      message: 'Something went wrong. The server log has the details.',
    });
    const { failed, queues } = await here.jobs.stats();
    expect(failed).toMatchObject([{ id: hopeless, name: 'call.fetch' }]);
    expect(queues).toContainEqual({ name: 'call.fetch', queued: 0, active: 0 });
  });

  it('that cannot be done at all is not tried again', async () => {
    act = async () => {
      throw new JobFailure('The key is wrong.');
    };
    const id = await enqueueFetch(here, 'refused');
    await outcome(id).toMatchObject({ state: 'failed', attempts: 1, message: 'The key is wrong.' });
  });

  it('that the queue lost fails after a delay, so that it can be requested again', async () => {
    const finish = Promise.withResolvers<JobOutcome>();
    act = () => finish.promise;
    const [orphaned, busy] = [await enqueueFetch(here, 'lost'), await enqueueFetch(here, 'busy')];
    await here.db.pool.query(`update job_runs set created_at = created_at - interval '2 minutes' where id = any($1)`, [[orphaned, busy]]);
    await here.jobs.failOrphanedRuns();
    expect((await here.jobs.find(orphaned))?.state).not.toBe('failed');
    await here.db.pool.query('delete from pgboss.job where id = $1', [orphaned]);
    await here.jobs.failOrphanedRuns();
    expect(await here.jobs.find(orphaned)).toMatchObject({ state: 'failed', message: 'The job was interrupted and never finished.' });
    const again = await enqueueFetch(here, 'lost');
    expect(again).not.toBe(orphaned);
    finish.resolve({});
    await done(busy);
    await done(again);
  });

  it('that an instance was running when it closed is continued by another, as the same attempt', async () => {
    const begun = Promise.withResolvers<void>();
    act = async ({ signal, report }) => {
      const before = deeds.filter(({ callId }) => callId === 'long').length;
      if (before > 1) return { message: 'Finished.' };
      await report({ done: 5, total: 10 });
      begun.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return {};
    };
    const id = await enqueueFetch(here, 'long');
    await begun.promise;
    const [first] = deeds.filter(({ callId }) => callId === 'long');
    const leaver = open.find(({ name }) => name === first?.who);
    open = open.filter((each) => each !== leaver);
    await leaver?.close();
    const [left] = open;
    await expect.poll(() => left?.jobs.find(id), { timeout: 15_000 }).toMatchObject({ state: 'done', attempts: 1, done: 5 });
    const [, successor] = deeds.filter(({ callId }) => callId === 'long');
    expect(open.map(({ name }) => name)).toContain(successor?.who);
    await expect(leaver?.jobs.enqueue(Object(null), 'call.fetch', { callId: 'late' })).rejects.toThrow();
  });
});

it('waits twice as long before each other try, but not for ever', () => {
  const row = { backOff: { first: 60, max: 3_600 } };
  expect([1, 2, 3, 7, 20].map((attempts) => retryDelay(row, attempts))).toEqual([60, 120, 240, 3_600, 3_600]);
});
