import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import { createStaleLeads } from '#domain/lead/stale-leads.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { workspaceDefaults } from '#server/config.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createIds } from '#server/ids.ts';
import { noJobs } from '#server/jobs/queue.ts';
import { createLogger } from '#server/logger.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import { createCleanup } from './cleanup.ts';
import { RETENTION } from './retention.ts';

const DAY = 86_400_000;
let app: TestApp;
let ada: Viewer;
let uploads: string;
beforeAll(async () => {
  // Counters of attempts go by the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: TEST_NOW });
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  uploads = await mkdtemp(join(tmpdir(), 'callboard-cleanup-'));
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await rm(uploads, { recursive: true, force: true });
});

const cleanup = (batchSize = 5) =>
  createCleanup({
    db: app.container.db,
    clock: app.clock,
    jobs: { ...noJobs, failOrphanedRuns: async () => undefined },
    log: createLogger('silent'),
    settings: () => workspaceDefaults(app.config, false),
    uploads,
    batchSize,
  });
const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY);

describe('clean-up', () => {
  it('removes what is past its retention, and nothing else', async () => {
    const { db, services } = app.container;
    const { prisma } = db;
    const grace = await signUpViewer(app, 'grace');
    const { run } = cleanup(100);
    const old = await services.notifications.add({ userId: ada.id, kind: 'lead', title: 'Read long ago' });
    await services.notifications.markRead(ada, [old.id]);
    await services.notifications.add({ userId: ada.id, kind: 'lead', title: 'Not read yet' });
    const at = app.clock.now();
    await prisma.jobRun.create({
      data: { id: 'old', name: 'sync', input: {}, state: 'done', createdAt: at, finishedAt: at, updatedAt: at },
    });
    expect(await run()).toEqual({ done: 0 });

    app.clock.advance(20 * 60_000);
    const counters = await prisma.throttle.count();
    expect(await run()).toEqual({ done: counters });
    expect(await prisma.throttle.count()).toBe(0);

    app.clock.advance(RETENTION.readNotifications * DAY);
    await app.signUp('eve');
    const many = Array.from({ length: RETENTION.notificationsEach + 3 }, (_, n) => ({
      id: `n${String(n).padStart(4, '0')}`,
      userId: grace.id,
      kind: 'lead',
      title: `${n}`,
      createdAt: at,
    }));
    await prisma.notification.createMany({ data: many });
    await run();
    expect((await services.notifications.list(ada, {})).rows.map(({ title }) => title)).toEqual(['Not read yet']);
    const remaining = await prisma.notification.findMany({ where: { userId: grace.id }, orderBy: { id: 'asc' } });
    expect([remaining.length, remaining[0]?.title]).toEqual([RETENTION.notificationsEach, '3']);
    expect(await prisma.session.findMany({ select: { user: { select: { username: true } } } })).toEqual([{ user: { username: 'eve' } }]);
    expect(await prisma.jobRun.count()).toBe(0);

    app.clock.advance((RETENTION.unreadNotifications - RETENTION.readNotifications) * DAY);
    await run();
    expect(await prisma.notification.count()).toBe(0);
  });

  it('removes all imports that are past it, however many came in an hour, with their rows a batch at a time', async () => {
    const { prisma } = app.container.db;
    const file = {
      entityType: 'lead',
      fileName: 'a.csv',
      state: 'done',
      encoding: 'utf-8',
      separator: ',',
      header: [],
      columns: [],
      total: 7,
    };
    const add = async (id: string, at: Date) => {
      await prisma.import.create({ data: { ...file, id, createdAt: at, updatedAt: at } });
      await prisma.importRow.createMany({ data: Array.from({ length: 7 }, (_, n) => ({ importId: id, number: n + 2, cells: [] })) });
    };
    for (let n = 0; n < 12; n += 1) await add(`old-${n}`, ago(31));
    await add('busy', ago(31));
    await add('new', ago(29));
    const work = { name: 'import.work', key: 'busy', input: {}, state: 'running', createdAt: ago(1), updatedAt: ago(1) } as const;
    await prisma.jobRun.create({ data: { id: 'busy', ...work } });
    expect(await cleanup().run()).toEqual({ done: 12 * 7 + 12 });
    expect((await prisma.import.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)).toEqual(['busy', 'new']);
    expect(await prisma.importRow.count()).toBe(14);
    // What may be removed at any moment is not undone in part.
    await prisma.jobRun.deleteMany();
    await expect(app.container.services.imports.undo(ada, 'busy')).rejects.toThrow('Import not found');
    expect(await app.container.services.imports.undo(ada, 'new')).toMatchObject({ state: 'undoing' });
  });

  it('forgets after 400 days what answers of models cost', async () => {
    const { prisma } = app.container.db;
    const usage = (id: string, days: number) => ({ id, task: 'reply', userId: ada.id, model: 'gpt', createdAt: ago(days) });
    await prisma.assistantUsage.createMany({ data: [usage('old', 401), usage('kept', 399)] });
    await cleanup().run();
    expect((await prisma.assistantUsage.findMany()).map(({ id }) => id)).toEqual(['kept']);
  });

  it('forgets webhook deliveries without any shop being connected', async () => {
    const { prisma } = app.container.db;
    const delivery = (days: number) => ({
      provider: 'shopify',
      deliveryId: `${days}`,
      topic: 'orders/updated',
      receivedAt: ago(days),
      outcome: 'stored',
    });
    await prisma.webhookDelivery.createMany({ data: [...Array.from({ length: 12 }, (_, n) => delivery(31 + n)), delivery(29)] });
    await cleanup().run();
    expect(await prisma.webhookDelivery.findMany({ select: { deliveryId: true } })).toEqual([{ deliveryId: '29' }]);
  });

  it('removes uploads that a killed server left behind, and no other files', async () => {
    for (const [name, days] of [
      ['callboard-import-old', 2],
      ['callboard-import-new', 0],
      ['somebody-elses', 2],
    ] as const) {
      await mkdir(join(uploads, name));
      await utimes(join(uploads, name), ago(days), ago(days));
    }
    await cleanup().run();
    expect((await readdir(uploads)).toSorted()).toEqual(['callboard-import-new', 'somebody-elses']);
  });

  it('runs the other tasks when one fails, logs which, and counts it', async () => {
    const { db } = app.container;
    const task = cleanup();
    await db.prisma.webhookDelivery.create({
      data: { provider: 'shopify', deliveryId: 'late', topic: 'orders/updated', receivedAt: ago(40), outcome: 'stored' },
    });
    await db.pool.query('alter table throttles rename to throttles_away');
    await expect(task.run()).rejects.toThrow('Clean-up failed: throttles.');
    await db.pool.query('alter table throttles_away rename to throttles');
    expect(await db.prisma.webhookDelivery.count({ where: { deliveryId: 'late' } })).toBe(0);
    expect([...task.failures()].filter(([, count]) => count > 0)).toEqual([['throttles', 1]]);
    await task.run();
    expect(task.failures().get('throttles')).toBe(1);
  });
});

describe('clean-up of events', () => {
  const YEARS = 500;
  const sequenced = () => until(async () => (await app.container.db.prisma.event.count({ where: { seq: null } })) === 0);
  const kinds = async (subjectId: string) =>
    (await app.container.db.prisma.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);
  const quietLeads = () => createStaleLeads({ db: app.container.db, log: eventLog, clock: app.clock, newId: createIds(app.clock) });

  it('leaves timelines, counts, stage histories and quiet leads as they were', async () => {
    const { services, db } = app.container;
    const customer = await services.customers.create(ada, { name: 'Jo March' });
    const lead = await services.leads.create(ada, { name: 'Jo March', customerId: customer.id });
    await services.leads.update(ada, lead.id, { notes: 'Call her' });
    await services.leads.move(ada, lead.id, 'quoted');
    const template = await services.emailTemplates.create(ada, { name: 'Hello', subject: 'Hello', body: 'Hello', type: 'welcome' });
    await services.emailTemplates.personalize(ada, template.id, customer.id);
    app.clock.advance(20 * DAY);
    expect(await quietLeads().notice()).toEqual({ done: 1 });
    const read = async () => ({
      timeline: (await services.customers.timeline(SERVER, customer.id, {})).rows,
      metrics: await services.customers.metrics(SERVER, [customer.id]),
      lead: await services.leads.find(SERVER, lead.id),
      history: (await kinds(lead.id)).filter((kind) => kind !== 'lead.updated' && kind !== 'lead.notified'),
    });
    await sequenced();
    const before = await read();
    expect(before.timeline).toHaveLength(4);

    app.clock.advance(YEARS * DAY);
    await until(async () => {
      await cleanup().run();
      return !(await kinds(lead.id)).includes('lead.updated');
    });
    expect(await read()).toEqual(before);
    expect(before.history).toEqual(['lead.created', 'lead.moved', 'lead.went_quiet']);
    expect(await quietLeads().notice()).toEqual({ done: 0 });
    expect(await db.prisma.event.count({ where: { kind: 'session.started' } })).toBe(0);
  });

  it('keeps the updates of a running call, and those of one that is over for a week', async () => {
    const { liveCalls } = app.container.services;
    const [running, over] = [await liveCalls.start(ada, {}), await liveCalls.start(ada, {})];
    for (const { id } of [running, over]) await liveCalls.update(ada, id, { transcript: 'Rep: Hello. Customer: Hello.' });
    await liveCalls.complete(ada, over.id, {});
    await sequenced();
    app.clock.advance(6 * DAY);
    await cleanup().run();
    expect(await kinds(over.id)).toContain('live_call.updated');
    app.clock.advance(2 * DAY);
    await cleanup().run();
    expect(await kinds(running.id)).toContain('live_call.updated');
    expect(await kinds(over.id)).not.toContain('live_call.updated');
    expect(await kinds(over.id)).toContain('live_call.stored');
  });

  it('keeps what a consumer has not handled, and what waits to be replayed', async () => {
    const { prisma } = app.container.db;
    const write = async (subjectId: string) => {
      const event = { kind: 'lead.updated', subjectType: 'lead', subjectId, data: {}, at: ago(YEARS) };
      const { id } = await prisma.event.create({ data: event });
      await app.container.services.customers.create(ada, { name: 'Wakes the sequencer' });
      await sequenced();
      return (await prisma.event.findUniqueOrThrow({ where: { id } })).seq ?? 0n;
    };
    const failed = await write('failed');
    const letter = { id: 'letter', consumer: 'late', eventSeq: failed, eventKind: 'lead.updated', error: '', attempts: 5 };
    await prisma.deadLetter.create({ data: { ...letter, firstFailedAt: ago(1), lastFailedAt: ago(1) } });
    await prisma.eventConsumer.create({
      data: { name: 'late', kinds: ['lead.updated'], seq: failed, sinceId: 0n, updatedAt: ago(1) },
    });
    await write('waiting');
    await write('handled');
    await cleanup().run();
    expect([await kinds('failed'), await kinds('waiting'), await kinds('handled')]).toEqual([
      ['lead.updated'],
      ['lead.updated'],
      ['lead.updated'],
    ]);
    await prisma.eventConsumer.delete({ where: { name: 'late' } });
    await prisma.deadLetter.deleteMany();
    await cleanup().run();
    expect([await kinds('failed'), await kinds('waiting'), await kinds('handled')]).toEqual([[], [], []]);
  });

  it('requests a resync for a cursor older than the removed events, and resumes one that missed nothing', async () => {
    const { db, services, subscribeFrom } = app.container;
    await sequenced();
    const head = () => services.activity.head();
    const start = await head();
    const [first, second] = [await services.customers.create(ada, { name: 'Meg' }), await services.customers.create(ada, { name: 'Beth' })];
    await db.prisma.event.createMany({
      data: [1, 2, 3].map((n) => ({ kind: 'lead.updated', subjectType: 'lead', subjectId: `lost-${n}`, data: {}, at: ago(YEARS) })),
    });
    await services.customers.create(ada, { name: 'Amy' });
    await sequenced();
    // An event goes once the consumers have handled it.
    await until(async () => {
      await cleanup().run();
      return (await kinds('lost-3')).length === 0;
    });
    const next = async (after: bigint, ...eventKinds: ('lead.updated' | 'customer.created')[]) => {
      const events = subscribeFrom(SERVER_ACCESS)({ after, kinds: eventKinds });
      try {
        return (await events.next()).value?.subjectId;
      } finally {
        await events.return?.();
      }
    };
    await expect(next(start, 'lead.updated')).rejects.toThrow('Cursor too old');
    await expect(next(start, 'lead.updated', 'customer.created')).rejects.toThrow('Cursor too old');
    // Customers were removed by nobody: not one of them is skipped.
    expect(await next(start, 'customer.created')).toBe(first.id);
    expect(await next(start + 1n, 'customer.created')).toBe(second.id);
    await services.customers.create(ada, { name: 'Marmee' });
    await sequenced();
    expect(await next((await head()) - 1n, 'lead.updated', 'customer.created')).toBeDefined();
  });
});
