import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noJobs } from '#server/jobs/no-jobs.ts';
import { colleague } from '#server/testing/stories.ts';
import { openWorld, STORY_NOW, type TestWorld } from '#server/testing/world.ts';
import { createHousekeeping, KEPT } from './service.ts';

let home: TestWorld;
beforeAll(async () => {
  // Counters of attempts go by the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: STORY_NOW });
  home = await openWorld();
});
afterAll(async () => {
  vi.useRealTimers();
  await home.close();
});

it('removes what nobody needs any more, and nothing else', async () => {
  const { db, services } = home.world;
  const { prisma } = db;
  const ada = await colleague(home, 'ada');
  const grace = await colleague(home, 'grace');
  const { clean } = createHousekeeping({ db, clock: home.clock, jobs: { ...noJobs, giveUpLost: async () => undefined } });
  const old = await services.notifications.add({ userId: ada.id, kind: 'lead', title: 'Read long ago' });
  await services.notifications.markRead(ada, [old.id]);
  await services.notifications.add({ userId: ada.id, kind: 'lead', title: 'Never read' });
  const at = home.clock.now();
  await prisma.jobRun.create({ data: { id: 'old', name: 'sync', input: {}, state: 'done', createdAt: at, finishedAt: at, updatedAt: at } });
  expect(await clean()).toEqual({ done: 0 });

  home.clock.pass(20 * 60_000);
  const counters = await prisma.throttle.count();
  expect(await clean()).toEqual({ done: counters });
  expect(await prisma.throttle.count()).toBe(0);

  home.clock.pass(KEPT.readDays * 86_400_000);
  await home.person('eve');
  const many = Array.from({ length: KEPT.notifications + 3 }, (_, n) => ({
    id: `n${String(n).padStart(4, '0')}`,
    userId: grace.id,
    kind: 'lead',
    title: `${n}`,
    createdAt: at,
  }));
  await prisma.notification.createMany({ data: many });
  await clean();
  expect((await services.notifications.list(ada, {})).rows.map(({ title }) => title)).toEqual(['Never read']);
  const kept = await prisma.notification.findMany({ where: { userId: grace.id }, orderBy: { id: 'asc' } });
  expect([kept.length, kept[0]?.title]).toEqual([KEPT.notifications, '3']);
  expect(await prisma.session.findMany({ select: { user: { select: { username: true } } } })).toEqual([{ user: { username: 'eve' } }]);
  expect(await prisma.jobRun.count()).toBe(0);
});
