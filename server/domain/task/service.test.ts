import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let tasks: Services['tasks'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  tasks = app.container.services.tasks;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const kindsOf = async (id: string) => (await eventsOf(app.container.db, id)).map(({ kind }) => kind);
const stored = (id: string) => app.container.db.prisma.task.findUniqueOrThrow({ where: { id } });
const aLead = (who = ada) => app.container.services.leads.create(who, { name: 'Jo March' });
const leadNow = (id: string) => app.container.db.prisma.lead.findUniqueOrThrow({ where: { id } });

describe('a task', () => {
  it('is somebody’s, is due on a day or at a time, and each change is an event', async () => {
    const task = await tasks.create(ada, { title: ' Send the quote ', dueOn: '2026-11-24' });
    expect(task).toMatchObject({ title: 'Send the quote', ownerId: ada.id, dueOn: '2026-11-24', dueAt: null, isNextStep: false });
    expect(task.dueBy).toEqual(new Date('2026-11-25T00:00:00.000Z'));
    const timed = await tasks.update(ada, task.id, { dueAt: '2026-11-26T09:30:00.000Z' });
    expect(timed).toMatchObject({ dueOn: null, dueAt: timed.dueBy });
    expect(await tasks.update(ada, task.id, { title: 'Send the quote' })).toEqual(timed);
    const done = await tasks.complete(ada, task.id);
    expect(done.completedAt).toEqual(app.clock.now());
    expect(await tasks.complete(ada, task.id)).toEqual(done);
    expect((await tasks.reopen(ada, task.id)).completedAt).toBeNull();
    await tasks.delete(ada, task.id);
    expect(await kindsOf(task.id)).toEqual(['task.created', 'task.updated', 'task.completed', 'task.reopened', 'task.deleted']);
  });

  it('is due until the end of its day in the time zone of the workspace', async () => {
    const { workspace } = app.container.services;
    await app.container.db.prisma.user.update({ where: { id: ada.id }, data: { roleKey: 'admin' } });
    await app.container.directory.reload();
    await workspace.change(ada, { timeZone: 'America/New_York' });
    const task = await tasks.create(ada, { title: 'Call', dueOn: '2026-11-24' });
    expect(task.dueBy).toEqual(new Date('2026-11-25T05:00:00.000Z'));
    await workspace.change(ada, { timeZone: null });
  });

  it.each([
    [{ dueOn: '2026-11-24' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(201), dueOn: '2026-11-24' }, 'title', 'Please keep this under 200 characters'],
    [{ title: 'Call' }, 'dueOn', 'Choose a day or a time it is due, not both.'],
    [{ title: 'Call', dueOn: '2026-11-24', dueAt: '2026-11-24T10:00:00Z' }, 'dueOn', 'Choose a day or a time it is due, not both.'],
    [{ title: 'Call', dueOn: '2026-02-30' }, 'dueOn', 'A day is written like 2026-11-24, and lies between 1972-01-01 and 2999-12-31.'],
    [{ title: 'Call', dueAt: 'tomorrow' }, 'dueAt', 'Must be a date and time'],
    [{ title: 'Call', dueOn: '2026-11-24', leadId: 'a', orderId: 'b' }, 'leadId', 'A task is about one lead, customer, call or order.'],
    [{ title: 'Call', dueOn: '2026-11-24', isNextStep: true }, 'isNextStep', 'Only a task about a lead can be its next step.'],
    [{ title: 'Call', dueOn: '2026-11-24', recurrence: 'weekly' }, 'recurrence', expect.stringMatching(/^Write a rule such as/)],
  ])('like %j is refused: %s: %s', async (input, path, message) => {
    await expect(tasks.create(ada, input)).rejects.toMatchObject({ issues: [{ path, message }] });
  });

  it('is about what its author may read, and goes to people who work here', async () => {
    for (const subject of ['leadId', 'customerId', 'transcriptionId', 'orderId'])
      await expect(tasks.create(ada, { title: 'Call', dueOn: '2026-11-24', [subject]: 'nothing' })).rejects.toThrow('not found');
    await expect(tasks.create(ada, { title: 'Call', dueOn: '2026-11-24', ownerId: 'nobody' })).rejects.toThrow('User not found');
    const gone = await signUpViewer(app, 'gone');
    await app.container.db.prisma.user.update({ where: { id: gone.id }, data: { isActive: false, firstName: 'Gus', lastName: 'Gone' } });
    const refusal = { issues: [{ path: 'ownerId', message: 'The account of Gus Gone is deactivated. Choose somebody else.' }] };
    await expect(tasks.create(ada, { title: 'Call', dueOn: '2026-11-24', ownerId: gone.id })).rejects.toMatchObject(refusal);
    const mine = await tasks.create(ada, { title: 'Call', dueOn: '2026-11-24' });
    await expect(tasks.update(ada, mine.id, { ownerId: gone.id })).rejects.toMatchObject(refusal);
    expect(await stored(mine.id)).toEqual(mine);
    // What it has already is no change.
    await app.container.db.prisma.task.update({ where: { id: mine.id }, data: { ownerId: gone.id } });
    expect(await tasks.update(ada, mine.id, { title: 'Call again', ownerId: gone.id })).toMatchObject({ title: 'Call again' });
  });

  it('is not changed by whoever edits an older version', async () => {
    const task = await tasks.create(ada, { title: 'Call', dueOn: '2026-11-24' });
    await tasks.update(ada, task.id, { title: 'Call Jo' });
    await expect(tasks.update(ada, task.id, { title: 'Write' }, { ifUpdatedAt: [task.updatedAt] })).rejects.toThrow(
      'ada changed this task after you loaded it. Your changes were not saved.',
    );
  });
});

describe('the next step of a lead', () => {
  it('is one task at most: another one takes its place, and the lead says when it is due', async () => {
    const lead = await aLead();
    const call = await tasks.create(ada, { title: 'Call', dueOn: '2026-11-24', leadId: lead.id, isNextStep: true });
    expect((await leadNow(lead.id)).nextStepDueBy).toEqual(call.dueBy);
    const mail = await tasks.create(ada, { title: 'Write', dueAt: '2026-11-25T09:00:00Z', leadId: lead.id, isNextStep: true });
    expect(await stored(call.id)).toMatchObject({ isNextStep: false, completedAt: null });
    expect((await leadNow(lead.id)).nextStepDueBy).toEqual(mail.dueBy);
    await tasks.update(ada, mail.id, { dueOn: '2026-11-30' });
    expect((await leadNow(lead.id)).nextStepDueBy).toEqual(new Date('2026-12-01T00:00:00.000Z'));
    await tasks.complete(ada, mail.id);
    expect((await leadNow(lead.id)).nextStepDueBy).toBeNull();
    await tasks.update(ada, call.id, { isNextStep: true });
    expect(await tasks.reopen(ada, mail.id)).toMatchObject({ isNextStep: false });
    await tasks.delete(ada, call.id);
    expect((await leadNow(lead.id)).nextStepDueBy).toBeNull();
    const { updatedAt } = await leadNow(lead.id);
    expect(updatedAt > lead.updatedAt).toBe(true);
    expect((await kindsOf(lead.id)).filter((kind) => kind === 'lead.updated')).toHaveLength(6);
  });

  it('stays one while many people set it at the same time', async () => {
    const lead = await aLead();
    const input = { title: 'Call', dueOn: '2026-11-24', leadId: lead.id, isNextStep: true };
    const created = await Promise.all(Array.from({ length: 6 }, () => tasks.create(ada, input)));
    await Promise.all(
      created.flatMap(({ id }) =>
        [tasks.update(ada, id, { isNextStep: true }), tasks.complete(ada, id).then(() => tasks.reopen(ada, id))].map((each) =>
          each.catch(() => undefined),
        ),
      ),
    );
    const open = await app.container.db.prisma.task.findMany({ where: { leadId: lead.id, isNextStep: true, completedAt: null } });
    expect(open.length).toBeLessThanOrEqual(1);
    expect((await leadNow(lead.id)).nextStepDueBy).toEqual(open[0]?.dueBy ?? null);
  });

  it('is not made of a task about something else, nor of a completed one', async () => {
    const lead = await aLead();
    const free = await tasks.create(ada, { title: 'Tidy up', dueOn: '2026-11-24' });
    await expect(tasks.update(ada, free.id, { isNextStep: true })).rejects.toThrow('Only a task about a lead can be its next step.');
    const done = await tasks.create(ada, { title: 'Call', dueOn: '2026-11-24', leadId: lead.id });
    await tasks.complete(ada, done.id);
    await expect(tasks.update(ada, done.id, { isNextStep: true })).rejects.toThrow('Reopen it first.');
  });
});

describe('a task that repeats', () => {
  it('is followed by the next one when it is completed, once', async () => {
    const lead = await aLead();
    // The clock of the tests shows a Friday; the task was due on the Monday before.
    expect(app.clock.now().toISOString().slice(0, 10)).toBe('2026-11-20');
    const rule = { recurrence: 'freq=weekly;byday=mo', remindAt: '2026-11-16T08:00:00Z' };
    const task = await tasks.create(ada, { title: 'Report', dueOn: '2026-11-16', leadId: lead.id, isNextStep: true, ...rule });
    await tasks.complete(ada, task.id);
    const next = await app.container.db.prisma.task.findUniqueOrThrow({ where: { previousId: task.id } });
    expect(next).toMatchObject({
      title: 'Report',
      dueOn: '2026-11-23',
      ownerId: ada.id,
      leadId: lead.id,
      isNextStep: true,
      completedAt: null,
    });
    expect(next).toMatchObject({ recurrence: 'FREQ=WEEKLY;BYDAY=MO', remindAt: new Date('2026-11-23T08:00:00Z') });
    expect((await leadNow(lead.id)).nextStepDueBy).toEqual(next.dueBy);
    await tasks.reopen(ada, task.id);
    await tasks.complete(ada, task.id);
    expect(await app.container.db.prisma.task.count({ where: { leadId: lead.id } })).toBe(2);
  });

  it('keeps the time on the clock when the clocks are changed, and ends with its rule', async () => {
    const { workspace } = app.container.services;
    await workspace.change(ada, { timeZone: 'Europe/Berlin' });
    app.clock.advance(Date.parse('2027-03-24T12:00:00Z') - app.clock.now().getTime());
    const task = await tasks.create(ada, { title: 'Report', dueAt: '2027-03-24T08:00:00Z', recurrence: 'FREQ=WEEKLY;UNTIL=20270331' });
    await tasks.complete(ada, task.id);
    const next = await app.container.db.prisma.task.findUniqueOrThrow({ where: { previousId: task.id } });
    expect(next.dueAt).toEqual(new Date('2027-03-31T07:00:00Z'));
    await tasks.complete(ada, next.id);
    expect(await app.container.db.prisma.task.count({ where: { previousId: next.id } })).toBe(0);
    await workspace.change(ada, { timeZone: null });
  });
});

describe('my day', () => {
  it('is what is overdue, due today, quiet and unanswered, in the person’s time zone', async () => {
    const mia = await signUpViewer(app, 'mia');
    const { leads, replies } = app.container.services;
    const quiet = await leads.create(mia, { name: 'Quiet' });
    const planned = await leads.create(mia, { name: 'Planned' });
    app.clock.advance(15 * 86_400_000);
    const day = (at: number) => new Date(app.clock.now().getTime() + at * 86_400_000).toISOString();
    const add = (title: string, due: object) => tasks.create(mia, { title, ...due });
    await add('Yesterday', { dueOn: day(-1).slice(0, 10) });
    await add('An hour ago', { dueAt: day(-1 / 24) });
    await add('Today', { dueOn: day(0).slice(0, 10) });
    await add('Soon', { dueAt: day(1 / 24) });
    await add('Tomorrow', { dueOn: day(1).slice(0, 10), leadId: planned.id, isNextStep: true });
    await tasks.complete(mia, (await add('Done', { dueOn: day(-1).slice(0, 10) })).id);
    await tasks.create(mia, { title: 'Another’s', dueOn: day(0).slice(0, 10), ownerId: ada.id });
    const reply = await replies.generate(mia, { customerRequest: 'Where is my order?' });
    await replies.markUsed(mia, (await replies.generate(mia, { customerRequest: 'Answered' })).id);
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'mia', password: 'correct horse' });
    const read = async (zone: string) =>
      (
        await caller.graph(
          'query ($zone: String) { myDay(timeZone: $zone) { ... on MyDay { overdue { title } today { title } quietLeads { id } unansweredRequests { id } } ... on Invalid { message } } }',
          { zone },
        )
      ).data?.myDay;
    const titled = (...titles: string[]) => titles.map((title) => ({ title }));
    expect(await read('UTC')).toEqual({
      overdue: titled('Yesterday', 'An hour ago'),
      today: expect.arrayContaining(titled('Today', 'Soon')),
      quietLeads: [{ id: quiet.id }],
      unansweredRequests: [{ id: reply.id }],
    });
    // It is noon in UTC: 14 hours ahead it is the next day already.
    expect(await read('Pacific/Kiritimati')).toMatchObject({ today: expect.arrayContaining(titled('Tomorrow')) });
    expect(await read('Mars/Base')).toMatchObject({ message: 'There is no time zone "Mars/Base". Write it like Europe/Berlin.' });
  });
});

describe('of somebody else’s tasks', () => {
  it('a rep sees none, not even that they are there, and the next step of no lead', async () => {
    const [nora, sven] = [await signUpViewer(app, 'nora'), await signUpViewer(app, 'sven')];
    await app.container.services.workspace.change(ada, { recordScope: 'by_role' });
    const [asNora, asSven] = [await viewerOf(app, 'nora'), await viewerOf(app, 'sven')];
    const lead = await aLead(asSven);
    await app.container.services.leads.update(ada, lead.id, { ownerId: sven.id });
    const task = await tasks.create(asSven, { title: 'Call', dueOn: '2027-05-01', leadId: lead.id, isNextStep: true });
    for (const write of [
      () => tasks.update(asNora, task.id, { title: 'x' }),
      () => tasks.complete(asNora, task.id),
      () => tasks.delete(asNora, task.id),
    ])
      await expect(write()).rejects.toThrow('Task not found');
    // A task of hers about a lead that went to somebody else: she sees the task alone.
    const shared = await tasks.create(ada, { title: 'Help Sven', dueOn: '2027-05-01', leadId: lead.id, ownerId: nora.id });
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'nora', password: 'correct horse' });
    const { data } = await caller.graph('{ tasks { nodes { id title lead { id } owner { username } } } }');
    expect(data).toEqual({ tasks: { nodes: [{ id: shared.id, title: 'Help Sven', lead: null, owner: { username: 'nora' } }] } });
    expect((await tasks.nextSteps(asNora, [lead.id])).size).toBe(0);
    expect((await tasks.nextSteps(asSven, [lead.id])).get(lead.id)?.id).toBe(task.id);
    await app.container.services.workspace.change(ada, { recordScope: 'everyone' });
  });
});
