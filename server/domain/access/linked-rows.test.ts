import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

// Nora and Sven are reps who see only their own; Ada is the admin.
let app: TestApp;
let ada: Viewer;
let nora: Viewer;
let sven: Viewer;
let asNora: Caller;
let asSven: Caller;
let foreign: string;

beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  [asNora, asSven] = [await app.signUp('nora'), await app.signUp('sven')];
  [nora, sven] = [await viewerOf(app, 'nora'), await viewerOf(app, 'sven')];
  await app.container.services.workspace.change(ada, { recordScope: 'by_role' });
  const { services } = app.container;
  foreign = (await services.customers.create(sven, { name: 'Kim', shopifyCustomerId: 'shop-1' })).id;
  await services.leads.create(ada, { name: 'Linked', ownerId: nora.id, customerId: foreign });
});
afterAll(() => app.close());

const text = async (caller: Caller, noun: string, more = '') =>
  (await fetch(`${app.url}/export?noun=${noun}&format=csv${more}`, { headers: { cookie: caller.cookie() } })).text();

describe('a row of one’s own that hangs on a row one may not read', () => {
  it('has null for its id in REST, files and groups', async () => {
    const [lead] = Object(await asNora.rest.get('/api/leads')).body;
    expect(lead).toMatchObject({ name: 'Linked', customerId: null });
    const one = await asNora.rest.get(`/api/leads/${lead.id}`);
    expect(one.body).toMatchObject({ customerId: null });
    expect((await asNora.rest.patch(`/api/leads/${lead.id}`, { notes: 'Hello' })).body).toMatchObject({ notes: 'Hello', customerId: null });
    expect(await text(asNora, 'lead')).not.toContain(foreign);
    const groups = encodeURIComponent(JSON.stringify({ by: [{ field: 'customerId' }], aggregates: [{ of: 'COUNT' }] }));
    expect(await text(asNora, 'lead', `&groups=${groups}`)).not.toContain(foreign);
    const { data } = await asNora.graph('{ leadGroups(by: [{ field: customerId }]) { nodes { key { customerId } count } } }');
    expect(data).toEqual({ leadGroups: { nodes: [{ key: { customerId: null }, count: 1 }] } });
  });

  it('shows its id to those who may read that row', async () => {
    await app.container.services.leads.create(sven, { name: 'Own', customerId: foreign });
    expect(await text(asSven, 'lead')).toContain(foreign);
    expect((await asSven.rest.get('/api/leads')).body).toMatchObject([{ customerId: foreign }]);
  });
});

it('an id of the shop that a row one may not see has is refused without a word of that row', async () => {
  const { customers } = app.container.services;
  await expect(customers.create(nora, { name: 'Other', shopifyCustomerId: 'shop-1' })).rejects.toThrow(
    'You cannot set this shop customer id. Ask an admin.',
  );
  await expect(customers.create(sven, { name: 'Other', shopifyCustomerId: 'shop-1' })).rejects.toThrow(
    'Another customer already has this shop customer id.',
  );
});

it('how many rows were exported or imported is told to whoever did it, and to those who may read all of them', async () => {
  const { services } = app.container;
  await text(asSven, 'lead');
  const { id } = await services.imports.upload(
    sven,
    { noun: 'lead', fileName: 'leads.csv' },
    (async function* () {
      yield Buffer.from('name\nA\nB\n');
    })(),
  );
  await services.imports.dryRun(sven, id, { columns: ['name'], replacements: [], emptyFields: [] });
  await services.imports.start(sven, id);
  const kinds = ['export.created', 'leads.imported'];
  const told = async (caller: Caller) => {
    const { data } = await caller.graph('query ($kinds: [String!]) { events(kinds: $kinds) { nodes { kind } } }', { kinds });
    return [...new Set(Object(data).events.nodes.map((node: { kind: string }) => node.kind))].toSorted();
  };
  await until(async () => (await told(asSven)).includes('leads.imported'));
  expect(await told(asSven)).toEqual(kinds);
  // Her own files, of the story above.
  expect(await told(asNora)).toEqual(['export.created']);
});

it('a stored notification of a row is out of sight while the row is', async () => {
  const { services, db } = app.container;
  const lead = await services.leads.create(nora, { name: 'Passed on' });
  const subject = { type: 'lead', id: lead.id } as const;
  await services.notifications.add({ userId: nora.id, kind: 'lead', title: 'Ada won Passed on', subject });
  const seen = async () => [await services.notifications.unread(nora), (await services.notifications.list(nora, {})).rows.length];
  expect(await seen()).toEqual([1, 1]);
  await services.leads.update(ada, lead.id, { ownerId: sven.id });
  expect(await seen()).toEqual([0, 0]);
  const stored = await db.prisma.notification.findFirstOrThrow({ where: { userId: nora.id } });
  expect(await services.notifications.find(nora, stored.id)).toBeNull();
});

it('what is usual for a flow is counted from the flows one may see', async () => {
  const { services, db } = app.container;
  const hour = 3_600_000;
  const stages = ['awareness', 'interest'].map((stage, at) => ({
    stage,
    timestamp: app.clock.now().toISOString(),
    duration: hour * (1 - at),
  }));
  const at = app.clock.now();
  await db.prisma.interactionFlow.createMany({
    data: Array.from({ length: 12 }, (_, number) => ({
      ...{
        id: `flow-${number}`,
        flowType: 'sales_pipeline' as const,
        currentStage: 'interest',
        ownerId: sven.id,
        stages,
        interactions: [],
      },
      ...{ startedAt: at, updatedAt: at },
    })),
  });
  const flow = await services.flows.create(nora, { flowType: 'sales_pipeline', currentStage: 'awareness' });
  expect(await services.flows.usualStay(nora, flow)).toBeNull();
  expect(await services.flows.usualStay(sven, flow)).toBe(hour);
  expect(await services.flows.usualStay(SERVER, flow)).toBe(hour);
});

it('failed events and proposed phrasings are for those who may decide on them', async () => {
  const { services } = app.container;
  await services.people.setPermission(ada, { role: 'rep', noun: 'integration', action: 'configure', scope: null });
  await expect(services.deadLetters.list(nora, {}, {})).rejects.toThrow(/Your role does not let you configure/);
  expect(await services.phrasingProposals.pending(nora)).toEqual([]);
  await services.people.setPermission(ada, { role: 'rep', noun: 'integration', action: 'configure', scope: 'all' });
});

it('an order leaves one person and reaches another when its customer changes hands', async () => {
  const { services, db } = app.container;
  const customer = await services.customers.create(nora, { name: 'Buyer' });
  const at = app.clock.now();
  const order = { id: 'order-1', shopifyOrderId: '1', orderNumber: '1', totalPrice: '5.00', status: 'paid', customerId: customer.id };
  await db.prisma.order.create({ data: { ...order, createdAt: at, updatedAt: at } });
  const cursor = async (caller: Caller) => Object((await caller.graph('{ orders(first: 1) { eventCursor } }')).data).orders.eventCursor;
  const query = 'subscription ($after: EventCursor) { ordersChanged(after: $after) { kind id order { orderNumber } } }';
  const watching = [asNora.subscribe(query, { after: await cursor(asNora) }), asSven.subscribe(query, { after: await cursor(asSven) })];
  await services.customers.update(ada, customer.id, { ownerId: sven.id });
  expect(await Promise.all(watching.map((each) => each.next()))).toEqual([
    { ordersChanged: { kind: 'deleted', id: 'order-1', order: null } },
    { ordersChanged: { kind: 'created', id: 'order-1', order: { orderNumber: '1' } } },
  ]);
  for (const each of watching) each.stop();
});
