import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Viewer;
let grace: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  [ada, grace] = [await signUpViewer(app, 'ada'), await signUpViewer(app, 'grace')];
});
afterAll(() => app.close());

it('shows and marks everyone’s own notifications only', async () => {
  const { notifications } = app.container.services;
  const first = await notifications.add({ userId: ada.id, kind: 'lead', title: 'First', link: '/pipeline' });
  const second = await notifications.add({ userId: ada.id, kind: 'call', title: 'Second', body: 'A call' });
  const hers = await notifications.add({ userId: grace.id, kind: 'sync', title: 'Hers' });
  const titles = async (viewer: Viewer) => (await notifications.list(viewer, {})).rows.map(({ title }) => title);
  expect([await titles(ada), await titles(grace)]).toEqual([['Second', 'First'], ['Hers']]);
  expect([await notifications.unread(ada), await notifications.unread(grace)]).toEqual([2, 1]);
  expect(await (await notifications.list(ada, { first: 1 })).total()).toBe(2);

  app.clock.advance(1_000);
  expect(await notifications.markRead(ada, [first.id, hers.id, 'nobody'])).toBe(1);
  expect(await notifications.markRead(ada, [first.id, hers.id])).toBe(0);
  expect(await notifications.markRead(ada, [])).toBe(0);
  expect([await notifications.unread(ada), await notifications.unread(grace)]).toEqual([1, 1]);
  expect(await notifications.markRead(ada)).toBe(1);
  expect(await app.container.db.prisma.notification.findUnique({ where: { id: second.id } })).toMatchObject({ readAt: app.clock.now() });
  expect(await notifications.unread(grace)).toBe(1);

  expect((await eventsOf(app.container.db, ada.id)).filter(({ kind }) => kind === 'notifications.read')).toMatchObject([
    { actorId: ada.id, data: { count: 1 } },
    { actorId: ada.id, data: { count: 1 } },
  ]);
});

it('is the same through GraphQL', async () => {
  const eve = await app.signUp('eve');
  const user = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'eve' } });
  const notice = await app.container.services.notifications.add({ userId: user.id, kind: 'order', title: '<b>New order</b>' });
  const QUERY = '{ notifications { totalCount unreadCount nodes { id title body link readAt } } }';
  expect((await eve.graph(QUERY)).data).toEqual({
    notifications: {
      totalCount: 1,
      unreadCount: 1,
      nodes: [{ id: notice.id, title: '<b>New order</b>', body: '', link: null, readAt: null }],
    },
  });
  expect((await eve.graph('mutation { markNotificationsRead }')).data).toEqual({ markNotificationsRead: 1 });
  expect((await eve.graph(QUERY)).data).toMatchObject({ notifications: { unreadCount: 0 } });
});
