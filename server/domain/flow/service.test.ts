import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowStage } from '#contract/flow.ts';
import type { PageRequest } from '#domain/page.ts';
import { equalIfFilled } from '#domain/query/shortcuts.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let services: Services;
let ada: Viewer;
const list = (filter: object, page: PageRequest) => services.analyst.interactionFlows.page(ada, { filter: equalIfFilled(filter) }, page);
const newest = (filter: object, limit: number) => services.analyst.interactionFlows.first(ada, { filter: equalIfFilled(filter) }, limit);
beforeAll(async () => {
  app = await createTestApp();
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const MINUTE = 60_000;
const facts = async (id: string) => (await eventsOf(app.container.db, id)).map(({ kind, data }) => ({ kind, data }));
const now = () => app.clock.now().toISOString();

async function newFlow(given: object = {}) {
  const customer = await services.customers.create(ada, { name: 'Jo March' });
  return services.flows.create(ada, {
    customerId: customer.id,
    flowType: 'support_journey',
    currentStage: 'issue_reported',
    ...given,
  });
}

describe('a new flow', () => {
  it('is stored as sent, and its event names its customer', async () => {
    const stages = [
      { stage: 'issue_reported', timestamp: '2026-11-19T08:00:00.000Z', duration: 600_000 },
      { stage: 'acknowledged', timestamp: '2026-11-19T08:10:00.000Z', duration: 0 },
    ];
    const interactions = [{ type: 'call', description: '<b>Water</b> under the machine', timestamp: '2026-11-19T08:00:00.000Z' }];
    const flow = await newFlow({ currentStage: 'acknowledged', stages, interactions, metadata: { ticket: 'T-1' }, id: 'mine' });
    expect(flow).toMatchObject({
      flowType: 'support_journey',
      currentStage: 'acknowledged',
      stages,
      interactions,
      metadata: { ticket: 'T-1' },
      startedAt: new Date('2026-11-19T08:00:00.000Z'),
      completedAt: null,
      updatedAt: app.clock.now(),
    });
    expect(flow.id).not.toBe('mine');
    expect(await services.flows.find(SERVER, flow.id)).toEqual(flow);
    expect(await eventsOf(app.container.db, flow.id)).toMatchObject([
      {
        kind: 'flow.created',
        subjectType: 'interaction_flow',
        actorId: ada.id,
        customerId: flow.customerId,
        data: { flowType: 'support_journey', stage: 'acknowledged' },
      },
    ]);
  });

  it('enters its stage now when the request gives no other time', async () => {
    const flow = await newFlow();
    expect(flow.stages).toEqual([{ stage: 'issue_reported', timestamp: now(), duration: null }]);
    expect(flow.startedAt).toEqual(app.clock.now());
  });

  it('in its last stage is complete since it came there', async () => {
    const flow = await newFlow({
      currentStage: 'resolved',
      stages: [{ stage: 'resolved', timestamp: '2026-11-01T00:00:00Z', duration: null }],
    });
    expect(flow.completedAt).toEqual(new Date('2026-11-01T00:00:00Z'));
  });

  it('may be in an unknown stage, and without a customer', async () => {
    expect(await newFlow({ currentStage: 'limbo', customerId: null })).toMatchObject({ currentStage: 'limbo', customerId: null });
  });

  it('of an unknown customer stores nothing', async () => {
    const before = await app.container.db.prisma.event.count();
    await expect(
      services.flows.create(ada, { customerId: 'nobody', flowType: 'support_journey', currentStage: 'resolved' }),
    ).rejects.toThrow('Customer not found');
    await expect(services.flows.create(ada, {})).rejects.toThrow('Unknown flow type');
    expect(await app.container.db.prisma.event.count()).toBe(before);
  });
});

describe('moving a flow', () => {
  it('closes the step of the old stage, opens one for the new stage, and publishes an event', async () => {
    const flow = await newFlow();
    const began = now();
    app.clock.advance(10 * MINUTE);
    const moved = await services.flows.advance(ada, flow.id, 'investigating', 'The valve is cracked');
    expect(moved).toMatchObject({
      currentStage: 'investigating',
      stages: [
        { stage: 'issue_reported', timestamp: began, duration: 10 * MINUTE },
        { stage: 'investigating', timestamp: now(), duration: null },
      ],
      interactions: [
        { type: 'stage_change', description: 'Moved from Issue Reported to Investigating: The valve is cracked', timestamp: now() },
      ],
      completedAt: null,
      updatedAt: app.clock.now(),
    });
    expect(await facts(flow.id)).toEqual([
      { kind: 'flow.created', data: { flowType: 'support_journey', stage: 'issue_reported' } },
      { kind: 'flow.advanced', data: { flowType: 'support_journey', from: 'issue_reported', to: 'investigating' } },
    ]);
  });

  it('to its last stage completes it; moving it back takes that back', async () => {
    const flow = await newFlow();
    expect((await services.flows.advance(ada, flow.id, 'resolved')).completedAt).toEqual(app.clock.now());
    app.clock.advance(MINUTE);
    const back = await services.flows.advance(ada, flow.id, 'investigating');
    expect([back.completedAt, back.currentStage]).toEqual([null, 'investigating']);
    expect(back.stages.map(({ stage, duration }) => [stage, duration])).toEqual([
      ['issue_reported', 0],
      ['resolved', MINUTE],
      ['investigating', null],
    ]);
  });

  it('out of an unknown stage is possible', async () => {
    const flow = await newFlow({ currentStage: 'limbo' });
    const moved = await services.flows.advance(ada, flow.id, 'acknowledged');
    expect(moved.interactions.at(-1)?.description).toBe('Moved from limbo to Acknowledged');
  });

  it('to where it is already does nothing', async () => {
    const flow = await newFlow();
    app.clock.advance(MINUTE);
    expect(await services.flows.advance(ada, flow.id, 'issue_reported')).toEqual(flow);
    expect(await facts(flow.id)).toHaveLength(1);
  });

  it('that does not exist, or to a stage of another type, is rejected and changes nothing', async () => {
    const flow = await newFlow();
    await expect(services.flows.advance(ada, 'nobody', 'resolved')).rejects.toThrow('Flow not found');
    for (const stage of ['purchase', 'limbo', '', 'constructor'])
      await expect(services.flows.advance(ada, flow.id, stage)).rejects.toThrow('This stage is none of the Support Journey.');
    for (const stage of [null, undefined, 3]) await expect(services.flows.advance(ada, flow.id, stage)).rejects.toThrow('Unknown stage');
    expect(await services.flows.find(SERVER, flow.id)).toEqual(flow);
  });

  it('by many at once gives one unbroken history: each request sees its own stage, and none is lost', async () => {
    const flow = await newFlow();
    const stages = ['acknowledged', 'investigating', 'solution_proposed', 'resolved'] as const;
    const wishes = Array.from({ length: 24 }, (_, turn): FlowStage => stages[turn % stages.length] ?? 'resolved');
    const answers = await Promise.all(wishes.map((stage) => services.flows.advance(ada, flow.id, stage)));
    expect(answers.map(({ currentStage }) => currentStage)).toEqual(wishes);
    const moves = (await facts(flow.id)).slice(1).map(({ data }) => Object(data));
    expect(moves.map(({ from }) => from)).toEqual(['issue_reported', ...moves.slice(0, -1).map(({ to }) => to)]);
    const stored = await services.flows.find(SERVER, flow.id);
    expect(stored?.interactions).toHaveLength(moves.length);
    expect(stored?.currentStage).toBe(moves.at(-1)?.to);
    expect(stored?.stages.at(-1)).toEqual({ stage: moves.at(-1)?.to, timestamp: now(), duration: null });
  });

  it('fails as a whole when the fact cannot be written', async () => {
    const flow = await newFlow();
    await expect(services.flows.advance({ ...ada, id: 'nobody' }, flow.id, 'resolved')).rejects.toThrow('events_actor_id_fkey');
    expect(await services.flows.find(SERVER, flow.id)).toEqual(flow);
  });
});

describe('what happens in a flow', () => {
  it('is added with the current time, and publishes an event', async () => {
    const flow = await newFlow();
    const updated = await services.flows.addInteraction(ada, flow.id, { type: ' call ', description: 'Asked for photos' });
    expect(updated.interactions).toEqual([{ type: 'call', description: 'Asked for photos', timestamp: now() }]);
    expect((await facts(flow.id)).at(-1)).toEqual({
      kind: 'flow.interaction_added',
      data: { flowType: 'support_journey', type: 'call' },
    });
    await expect(services.flows.addInteraction(ada, flow.id, { type: 'call', description: ' ' })).rejects.toThrow(
      'Description is required',
    );
    await expect(services.flows.addInteraction(ada, 'nobody', { type: 'call', description: 'Hi' })).rejects.toThrow('Flow not found');
  });

  it('keeps the last thousand interactions', async () => {
    const interactions = Array.from({ length: 1_000 }, (_, turn) => ({ type: 'note', description: `Note ${turn}`, timestamp: now() }));
    const flow = await newFlow({ interactions });
    const updated = await services.flows.addInteraction(ada, flow.id, { type: 'call', description: 'The last' });
    expect([updated.interactions.length, updated.interactions[0]?.description]).toEqual([1_000, 'Note 1']);
    expect(updated.interactions.at(-1)?.description).toBe('The last');
  });
});

describe('lists of flows', () => {
  it('are listed newest first, filtered by customer and type, and counted', async () => {
    const first = await newFlow();
    const { customerId } = first;
    const second = await newFlow({ customerId, flowType: 'sales_pipeline', currentStage: 'intent' });
    const third = await newFlow({ customerId });
    const page = await list({ customerId }, { first: 2 });
    expect([page.rows, page.hasNext, await page.total()]).toEqual([[third, second], true, 3]);
    const rest = await list({ customerId }, { first: 2, after: page.cursor(page.rows[1] ?? second) });
    expect(rest.rows).toEqual([first]);
    expect((await list({ customerId, flowType: 'support_journey' }, {})).rows).toEqual([third, first]);
    expect(await newest({ customerId, flowType: 'sales_pipeline' }, 5)).toEqual([second]);
    expect(await newest({ customerId }, 1)).toEqual([third]);
    expect(await list({ customerId: 'nobody' }, {}).then(({ rows }) => rows)).toEqual([]);
  });

  it('read what another program stored badly as far as it makes sense', async () => {
    const flow = await newFlow();
    const stages = [5, null, { stage: 'x' }, { stage: 'resolved', timestamp: 'never' }, { stage: 'resolved', timestamp: now() }];
    await app.container.db.prisma.interactionFlow.update({ where: { id: flow.id }, data: { stages, interactions: { odd: true } } });
    expect(await services.flows.find(SERVER, flow.id)).toMatchObject({
      stages: [{ stage: 'resolved', timestamp: now(), duration: null }],
      interactions: [],
    });
  });
});

describe('an empty house', () => {
  it('has no flows, and no customer to make samples for', async () => {
    const empty = await createTestApp();
    const eve = await signUpViewer(empty, 'eve');
    const { flows, customers } = empty.container.services;
    const none = ['sales_pipeline', 'support_journey', 'onboarding_process'].map((flowType) => ({ flowType, count: 0 }));
    expect(await flows.summary(SERVER)).toEqual({ total: 0, customers: 0, types: none });
    await expect(flows.createSamples(eve)).rejects.toThrow('No customers available');
    expect(await empty.container.db.prisma.interactionFlow.count()).toBe(0);

    const jo = await customers.create(eve, { name: 'Jo' });
    expect((await flows.createSamples(eve)).map(({ customerId }) => customerId)).toEqual([jo.id, jo.id, jo.id]);
    const amy = await customers.create(eve, { name: 'Amy' });
    expect((await flows.createSamples(eve)).map(({ customerId }) => customerId)).toEqual([amy.id, jo.id, amy.id]);
    expect(await flows.summary(SERVER)).toEqual({ total: 6, customers: 2, types: none.map(({ flowType }) => ({ flowType, count: 2 })) });
    expect(await empty.container.db.prisma.event.count({ where: { kind: 'flow.created' } })).toBe(6);
    await empty.close();
  });
});
