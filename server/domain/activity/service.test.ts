import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import type { Viewer } from '../viewer.ts';
import { eventFilter } from './service.ts';

let app: TestApp;
let ada: Viewer;
let grace: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  [ada, grace] = [await signUpViewer(app, 'ada'), await signUpViewer(app, 'grace')];
});
afterAll(() => app.close());

const settled = () => until(async () => (await app.container.db.prisma.event.count({ where: { seq: null } })) === 0);
const kinds = async (viewer: Viewer, filter = {}) => {
  await settled();
  return (await app.container.services.analyst.events.page(viewer, { filter: eventFilter(filter) }, { first: 100 })).rows.map(
    ({ kind }) => kind,
  );
};

describe('what has happened', () => {
  it('is visible to everyone, except private events, which only their owner sees', async () => {
    await app.container.services.notifications.add({ userId: ada.id, kind: 'lead', title: 'Hers' });
    await app.container.services.notifications.markRead(ada);
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    await caller.rest.post('/api/auth/logout');
    const lead = await app.container.services.leads.create(ada, { name: 'Jo' });
    expect(await kinds(ada)).toEqual([
      'lead.created',
      'session.ended',
      'session.started',
      'notifications.read',
      'notification.added',
      'account.registered',
      'account.registered',
    ]);
    expect(await kinds(grace)).toEqual(['lead.created', 'account.registered', 'account.registered']);
    expect(await kinds(grace, { kinds: ['session.started', 'notification.added'] })).toEqual([]);
    expect(await kinds(grace, { subjectId: ada.id })).toEqual(['account.registered']);
    expect(await kinds(ada, { subjectId: lead.id })).toEqual(['lead.created']);
    expect(await (await app.container.services.analyst.events.page(grace, {}, {})).total()).toBe(3);
  });

  it('returns the newest first, with the cursor from which to subscribe', async () => {
    await settled();
    const { rows } = await app.container.services.analyst.events.page(ada, {}, {});
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq).toSorted((one, other) => Number(other - one)));
    expect(await app.container.services.activity.head()).toBe(rows[0]?.seq);
  });

  it('is narrowed to kinds there are', async () => {
    expect(await kinds(ada, { kinds: [] })).toEqual([]);
    expect(await kinds(ada, { kinds: ['lead.moved', 'lead.created'] })).toEqual(['lead.created']);
    await expect(kinds(ada, { kinds: ['lead.vanished'] })).rejects.toThrow('There are no events of the kind "lead.vanished".');
    await expect(kinds(ada, { kinds: ['\u0000'] })).rejects.toThrow('There are no events of the kind "\\u0000".');
  });
});
