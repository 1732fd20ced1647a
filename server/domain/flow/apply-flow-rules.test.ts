import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#domain/domain-events.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { createConsumerOffset } from '#server/events/consumer-offset.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import { FLOW_TRIGGERS } from './rules.ts';

let here: TestApp;
let there: TestApp;
let services: Services;
let ada: Viewer;
beforeAll(async () => {
  here = await createTestApp();
  there = await createTestApp({ beside: here });
  services = here.container.services;
  ada = await signUpViewer(here, 'ada');
});
afterAll(async () => {
  await there.close();
  await here.close();
});

/** Resolves once every fact there is was read by the rules. */
async function settled() {
  const { db } = here.container;
  const offset = createConsumerOffset(
    db,
    'flow_rules',
    EVENT_TYPES.filter((kind) => FLOW_TRIGGERS.includes(kind)),
  );
  await until(async () => (await db.prisma.event.count({ where: { seq: null } })) === 0 && !(await offset.isBehind()));
}

async function customerWith(flowType: string, currentStage: string) {
  const customer = await services.customers.create(ada, { name: 'Jo March' });
  const flow = await services.flows.create(ada, { customerId: customer.id, flowType, currentStage });
  return { customer, flow };
}

const stageOf = async (id: string) => (await services.flows.find(SERVER, id))?.currentStage;
const advances = async (id: string) => (await eventsOf(here.container.db, id)).filter(({ kind }) => kind === 'flow.advanced');

describe('a lead', () => {
  it('takes its customer’s sale along, each step once, whichever of two instances it is moved on', async () => {
    const { customer, flow } = await customerWith('sales_pipeline', 'awareness');
    const lead = await services.leads.create(ada, { name: 'Jo', customerId: customer.id });
    await settled();
    expect(await stageOf(flow.id)).toBe('interest');
    for (const [turn, stage] of (['needs_quote', 'quoted', 'waiting', 'won'] as const).entries()) {
      here.clock.advance(60_000);
      const instance = turn % 2 === 0 ? here : there;
      await instance.container.services.leads.move(ada, lead.id, stage);
      await settled();
    }
    const events = await advances(flow.id);
    expect(events.map(({ data, actorId, customerId }) => [Object(data).to, Object(data).because, actorId, customerId])).toEqual([
      ['interest', 'lead.created', null, customer.id],
      ['consideration', 'lead.moved', null, customer.id],
      ['intent', 'lead.moved', null, customer.id],
      ['evaluation', 'lead.moved', null, customer.id],
      ['purchase', 'lead.moved', null, customer.id],
    ]);
    const after = await services.flows.find(SERVER, flow.id);
    expect(after?.stages.map(({ duration }) => duration)).toEqual([0, 60_000, 60_000, 60_000, 60_000, null]);
    expect(after?.interactions.map(({ description }) => description).at(-1)).toBe('Moved from Evaluation to Purchase: a lead was won');
  });

  it('never takes a flow back, and never makes one', async () => {
    const { customer, flow } = await customerWith('sales_pipeline', 'evaluation');
    const lead = await services.leads.create(ada, { name: 'Jo', customerId: customer.id });
    await services.leads.move(ada, lead.id, 'quoted');
    const stranger = await services.customers.create(ada, { name: 'Nobody yet' });
    await services.leads.create(ada, { name: 'Without a flow', customerId: stranger.id });
    await services.leads.create(ada, { name: 'Without a customer' });
    await settled();
    expect(await services.flows.find(SERVER, flow.id)).toEqual(flow);
    expect(await services.analyst.interactionFlows.first(ada, { filter: { customerId: { eq: stranger.id } } }, 5)).toEqual([]);
  });

  it('takes a sale along that it is linked to later', async () => {
    const { customer, flow } = await customerWith('sales_pipeline', 'awareness');
    const lead = await services.leads.create(ada, { name: 'Jo' });
    await services.leads.move(ada, lead.id, 'quoted');
    await services.leads.update(ada, lead.id, { customerId: customer.id });
    await settled();
    expect(await stageOf(flow.id)).toBe('intent');
  });

  it('takes only the newest sale along, and no flow of another type', async () => {
    const { customer, flow: old } = await customerWith('sales_pipeline', 'awareness');
    const support = await services.flows.create(ada, {
      customerId: customer.id,
      flowType: 'support_journey',
      currentStage: 'issue_reported',
    });
    const recent = await services.flows.create(ada, { customerId: customer.id, flowType: 'sales_pipeline', currentStage: 'awareness' });
    const lead = await services.leads.create(ada, { name: 'Jo', customerId: customer.id });
    await services.leads.move(ada, lead.id, 'won');
    await settled();
    expect(await Promise.all([old, support, recent].map(({ id }) => stageOf(id)))).toEqual(['awareness', 'issue_reported', 'purchase']);
  });

  it('whose event is older than the flow’s stage changes nothing', async () => {
    const { customer, flow } = await customerWith('sales_pipeline', 'awareness');
    const lead = await services.leads.create(ada, { name: 'Jo', customerId: customer.id });
    await settled();
    const createdAt = here.clock.now();
    here.clock.advance(60_000);
    await services.flows.advance(ada, flow.id, 'awareness');
    await here.container.db.pool.query(
      `insert into events (kind, subject_type, subject_id, customer_id, data, at) values ('lead.moved', 'lead', $1, $2, '{"to":"won"}', $3)`,
      [lead.id, customer.id, createdAt],
    );
    here.container.db.committed();
    await settled();
    expect(await stageOf(flow.id)).toBe('awareness');
  });
});

describe('other facts', () => {
  it('an answer written for support acknowledges the problem', async () => {
    const { customer, flow } = await customerWith('support_journey', 'issue_reported');
    const brief = { customerRequest: 'My H14 grinder leaks water. Can you help?', customerId: customer.id };
    await services.replies.generate(ada, { ...brief, responseType: 'sales' });
    await settled();
    expect(await stageOf(flow.id)).toBe('issue_reported');
    await services.replies.generate(ada, { ...brief, responseType: 'support' });
    await settled();
    expect(await stageOf(flow.id)).toBe('acknowledged');
  });
});
