import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import { createEventFactory } from '#server/testing/event-factory.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const MINUTE = 60_000;

let app: TestApp;
let services: Services;
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const aCustomer = async () => (await services.customers.create(ada, { name: 'Jo March' })).id;

describe('the story of a customer over GraphQL', () => {
  const STORY = `query ($id: ID!, $after: String) { customer(id: $id) { timeline(first: 2, after: $after) {
    totalCount eventCursor pageInfo { hasNextPage endCursor }
    nodes { __typename id at actor { username }
      ... on CustomerChangedEntry { changed } ... on LeadAddedEntry { lead { name } } ... on LeadMovedEntry { lead { name } from to }
      ... on CallEntry { call { content } } ... on OrderEntry { order { orderNumber } } ... on ReplyUsedEntry { reply { customerRequest } }
      ... on EmailPersonalizedEntry { templateId templateName } ... on FlowStageEntry { flowId flowType stage started } } } } }`;
  const Answer = z.object({
    customer: z.object({
      timeline: z.object({
        totalCount: z.number(),
        pageInfo: z.object({ endCursor: z.string() }),
        nodes: z.array(z.record(z.string(), z.unknown())),
      }),
    }),
  });

  it('links to the records that its entries describe', async () => {
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    const { calls, orders, emails, addFlow: goesThrough } = createEventFactory(app);
    const customer = await aCustomer();
    const lead = await services.leads.create(ada, { name: 'Espresso corner', customerId: customer });
    for (const happen of [
      () => services.leads.move(ada, lead.id, 'won'),
      () => calls(customer),
      () => orders(customer),
      () => emails(customer, 'Spring offer', ada.id),
      () => goesThrough(customer, [{ stage: 'awareness', timestamp: app.clock.now().toISOString() }]),
    ]) {
      app.clock.advance(MINUTE);
      await happen();
    }
    const events: Record<string, unknown>[] = [];
    for (let after: string | null = null; events.length < 7; ) {
      const { data } = await caller.graph(STORY, { id: customer, after });
      const { timeline } = Answer.parse(data).customer;
      expect(timeline.totalCount).toBe(7);
      events.push(...timeline.nodes);
      after = timeline.pageInfo.endCursor;
    }
    expect(events).toMatchObject([
      { __typename: 'FlowStageEntry', actor: null, flowType: 'support_journey', stage: 'awareness', started: true },
      { __typename: 'EmailPersonalizedEntry', actor: { username: 'ada' }, templateId: 'template', templateName: 'Spring offer' },
      { __typename: 'OrderEntry', order: { orderNumber: expect.stringMatching(/^#t/) } },
      { __typename: 'CallEntry', actor: null, call: { content: 'Hello' } },
      { __typename: 'LeadMovedEntry', actor: { username: 'ada' }, lead: { name: 'Espresso corner' }, from: 'leads', to: 'won' },
      { __typename: 'LeadAddedEntry', lead: { name: 'Espresso corner' } },
      { __typename: 'CustomerAddedEntry', actor: { username: 'ada' } },
    ]);
  });

  it('is followed live: every fact of this customer, and of no other', async () => {
    const grace = await app.signUp('grace');
    const [mine, other] = [await aCustomer(), await aCustomer()];
    const changes = grace.subscribe(
      'subscription ($id: ID!, $after: EventCursor) { customerChanged(id: $id, after: $after) { kind customer { id metrics { openLeads } } } }',
      { id: mine, after: String(await services.activity.head()) },
    );
    await services.customers.update(ada, other, { name: 'Other' });
    const lead = await services.leads.create(ada, { name: 'Espresso corner', customerId: mine });
    await services.leads.move(ada, lead.id, 'won');
    const nextChange = async () => (await changes.next()).customerChanged;
    const first = await nextChange();
    // What came before the cursor may or may not have been counted yet.
    const created = Object(first).kind === 'customer.created' ? await nextChange() : first;
    expect(created).toMatchObject({ kind: 'lead.created', customer: { id: mine } });
    expect(await nextChange()).toMatchObject({ kind: 'lead.moved', customer: { id: mine, metrics: { openLeads: 0 } } });
    changes.stop();
  });
});
