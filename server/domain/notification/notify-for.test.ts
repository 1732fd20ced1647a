import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaleLeads } from '#domain/lead/stale-leads.ts';
import type { Viewer } from '#domain/viewer.ts';
import { eventLog } from '#server/events/event-log.ts';
import { createIds } from '#server/ids.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let here: TestApp;
let there: TestApp;
let ada: Viewer;
let grace: Viewer;
beforeAll(async () => {
  const angry = createFixedAnalyst((content) =>
    content.includes('terrible') ? { sentiment: 'negative', priority: 'high', title: 'A leak' } : {},
  );
  here = await createTestApp({ assistant: angry });
  there = await createTestApp({ beside: here, assistant: angry });
  [ada, grace] = [await signUpViewer(here, 'ada'), await signUpViewer(here, 'grace')];
});
afterAll(async () => {
  await there.close();
  await here.close();
});
beforeEach(() => here.container.db.prisma.notification.deleteMany());

const notificationsOf = async (viewer: Viewer) => (await here.container.services.notifications.list(viewer, {})).rows;
const titles = async (viewer: Viewer) => (await notificationsOf(viewer)).map(({ title }) => title);

describe('notifications are sent', () => {
  it('of a lead that was won, all but who won it, once with two instances', async () => {
    const { leads } = here.container.services;
    const lead = await leads.create(ada, { name: 'Jo March', company: 'Orchard House', value: '7530' });
    await leads.move(ada, lead.id, 'quoted');
    await there.container.services.leads.move(ada, lead.id, 'won');
    await expect
      .poll(() => notificationsOf(grace))
      .toMatchObject([
        { kind: 'lead', title: 'ada won Jo March', body: 'Orchard House · $7,530.00', link: `/pipeline?lead=${lead.id}`, readAt: null },
      ]);
    expect(await titles(ada)).toEqual([]);
  });

  it('of a task, its owner alone: when somebody else gives it to them, and when it is time', async () => {
    const { tasks } = here.container.services;
    const remindAt = here.clock.now();
    await tasks.create(ada, { title: 'Her own', dueOn: '2026-11-24', remindAt });
    const task = await tasks.create(ada, { title: 'Call Jo', dueOn: '2026-11-24', ownerId: grace.id });
    const given = { kind: 'task', title: 'ada gave you a task: Call Jo', body: 'Due on 2026-11-24', link: '/', readAt: null };
    await expect.poll(() => notificationsOf(grace)).toMatchObject([given]);
    await tasks.update(ada, task.id, { remindAt });
    // Two servers look for reminders at the same time; each is sent once.
    const counts = await Promise.all([tasks.remind(), there.container.services.tasks.remind(), tasks.remind()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    await expect.poll(() => titles(grace)).toEqual(['Reminder: Call Jo', 'ada gave you a task: Call Jo']);
    await expect.poll(() => titles(ada)).toEqual(['Reminder: Her own']);
    await tasks.delete(ada, task.id);
  });

  it('as one row and one event, however many they are', async () => {
    const { leads } = here.container.services;
    const { prisma } = here.container.db;
    const at = here.clock.now();
    const users = Array.from({ length: 2_100 }, (_, n) => ({ id: `user-${n}`, username: `user-${n}`, email: `user-${n}@company.com` }));
    await prisma.user.createMany({ data: users.map((user) => ({ ...user, passwordHash: '', createdAt: at, updatedAt: at })) });
    await prisma.user.update({ where: { id: 'user-7' }, data: { isActive: false } });
    const lead = await leads.create(ada, { name: 'Marmee' });
    await leads.move(ada, lead.id, 'won');
    await expect.poll(() => titles(grace)).toEqual(['ada won Marmee']);
    expect(await titles(ada)).toEqual([]);
    expect(await prisma.notification.count()).toBe(1);
    const events = await prisma.event.findMany({ where: { subjectId: lead.id, kind: 'lead.notified' } });
    expect(events).toMatchObject([{ actorId: null, ownerId: ada.id, data: { except: ada.id } }]);
    await prisma.user.updateMany({ where: { id: { startsWith: 'user-' } }, data: { isActive: false } });
  });

  it('to each person unread until they read it themselves, and to nobody who came later', async () => {
    const { leads, notifications } = here.container.services;
    const joe = await signUpViewer(here, 'joe');
    const lead = await leads.create(ada, { name: 'Aunt March' });
    await leads.move(ada, lead.id, 'won');
    await expect.poll(() => titles(grace)).toEqual(['ada won Aunt March']);
    here.clock.advance(1_000);
    const late = await signUpViewer(here, 'late');
    const [unread] = await notificationsOf(joe);
    expect([await notifications.unread(grace), await notifications.unread(joe), await notifications.unread(late)]).toEqual([1, 1, 0]);
    expect(await titles(late)).toEqual([]);
    expect(await notifications.markRead(late)).toBe(0);
    expect(await notifications.markRead(ada, [unread?.id ?? ''])).toBe(0);
    expect(await notifications.markRead(grace, [unread?.id ?? ''])).toBe(1);
    expect(await notifications.markRead(grace)).toBe(0);
    expect([await notifications.unread(grace), await notifications.unread(joe)]).toEqual([0, 1]);
    expect((await notificationsOf(grace))[0]?.readAt).toEqual(here.clock.now());
    expect(await notifications.find(joe, unread?.id ?? '')).toMatchObject({ title: 'ada won Aunt March', readAt: null });
    expect(await notifications.find(ada, unread?.id ?? '')).toBeNull();
  });

  it('to those alone who may read the lead, as it is read', async () => {
    const { leads, notifications, workspace, people } = here.container.services;
    const joe = await signUpViewer(here, 'rep');
    await here.container.db.prisma.user.update({ where: { id: ada.id }, data: { roleKey: 'admin' } });
    await here.container.directory.reload();
    await there.container.directory.reload();
    await workspace.change(ada, { recordScope: 'by_role' });
    const foreign = await leads.create(ada, { name: 'Foreign' });
    const own = await leads.create(ada, { name: 'Own', ownerId: joe.id });
    await leads.move(ada, foreign.id, 'won');
    await leads.move(ada, own.id, 'won');
    await expect.poll(() => titles(joe)).toEqual(['ada won Own']);
    expect(await notifications.unread(joe)).toBe(1);
    expect(await notifications.markRead(joe)).toBe(1);
    await leads.update(ada, own.id, { ownerId: ada.id });
    expect(await titles(joe)).toEqual([]);
    await people.setPermission(ada, { role: 'rep', noun: 'lead', action: 'read', scope: null });
    expect(await titles(joe)).toEqual([]);
    await people.setPermission(ada, { role: 'rep', noun: 'lead', action: 'read', scope: 'own' });
    await workspace.change(ada, { recordScope: 'everyone' });
  });

  it('of a negative call of high priority, once however often it is analysed', async () => {
    const { transcriptions } = here.container.services;
    await transcriptions.add(ada, { content: 'Customer: Thank you.' });
    const call = await transcriptions.add(ada, { content: 'Customer: This is terrible.' });
    await transcriptions.analyze(ada, call.id);
    await here.container.services.leads.move(ada, (await here.container.services.leads.create(ada, { name: 'Last' })).id, 'won');
    await expect.poll(() => titles(grace)).toEqual(['ada won Last', 'Needs attention: A leak']);
    expect((await notificationsOf(grace))[1]).toMatchObject({
      kind: 'call',
      body: 'Somebody called.',
      link: `/transcriptions?call=${call.id}`,
    });
  });

  it('about a lead without contact for two weeks, once until the next contact', async () => {
    const quiet = createStaleLeads({ db: here.container.db, log: eventLog, clock: here.clock, newId: createIds(here.clock) });
    await here.container.db.prisma.lead.deleteMany();
    const lead = await here.container.services.leads.create(ada, { name: 'Amy' });
    const won = await here.container.services.leads.create(ada, { name: 'Won already' });
    await here.container.services.leads.move(ada, won.id, 'won');
    await here.container.db.prisma.notification.deleteMany();
    here.clock.advance(13 * 86_400_000);
    expect(await quiet.notice()).toEqual({ done: 0 });
    here.clock.advance(2 * 86_400_000);
    expect(await quiet.notice()).toEqual({ done: 1 });
    expect(await quiet.notice()).toEqual({ done: 0 });
    await expect.poll(async () => (await titles(ada)).at(-1)).toBe('No contact with Amy for 15 days');
    await here.container.services.transcriptions.add(ada, { content: 'Rep: Hi Amy.', leadId: lead.id });
    here.clock.advance(20 * 86_400_000);
    expect(await quiet.notice()).toEqual({ done: 1 });
    await expect.poll(async () => (await titles(grace))[0]).toBe('No contact with Amy for 20 days');
  });

  it('as it happens, each person receiving only their own', async () => {
    const { notifications } = here.container.services;
    const eve = await here.signUp('eve');
    const user = await here.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'eve' } });
    const changes = eve.subscribe<{ notificationAdded: object }>(
      'subscription { notificationAdded { cursor unreadCount notification { title link } } }',
    );
    await expect.poll(here.container.subscriberCount).toBe(1);
    await notifications.add({ userId: ada.id, kind: 'lead', title: 'For Ada' });
    await there.container.services.notifications.add({ userId: user.id, kind: 'lead', title: 'For Eve', link: '/orders' });
    expect(await changes.next()).toEqual({
      notificationAdded: { cursor: expect.any(String), unreadCount: 1, notification: { title: 'For Eve', link: '/orders' } },
    });
    await eve.graph('mutation { markNotificationsRead }');
    expect(await changes.next()).toMatchObject({ notificationAdded: { unreadCount: 0, notification: null } });
    changes.stop();
  });
});
