import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const CREATE = `mutation ($input: CreateFlowInput!) {
  createFlow(input: $input) { __typename ... on InteractionFlow { id currentStage } ... on Failure { message } }
}`;
const ADVANCE = `mutation ($id: ID!, $stage: FlowStage!, $note: String) {
  advanceFlow(id: $id, stage: $stage, note: $note) { __typename ... on InteractionFlow { currentStage progress } ... on Failure { message } }
}`;
const CHANGED = `subscription ($customerId: ID, $flowType: FlowType, $after: EventCursor) {
  interactionFlowChanged(customerId: $customerId, flowType: $flowType, after: $after) {
    cursor kind id actor { username } interactionFlow { currentStage customer { name } }
  }
}`;
const Created = z.object({ createFlow: z.object({ id: z.string() }) });

const customer = async (name: string) => idOf((await ada.rest.post('/api/customers', { name })).body);
const create = async (input: Record<string, unknown>) => Created.parse((await ada.graph(CREATE, { input })).data).createFlow.id;

describe('a flow', () => {
  it('returns its stage, its history and its customer', async () => {
    const customerId = await customer('Jo March');
    const id = await create({
      customerId,
      flowType: 'sales_pipeline',
      currentStage: 'interest',
      stages: [
        { stage: 'awareness', timestamp: '2026-11-18T09:30:00.000Z', duration: 86_400_000 },
        { stage: 'interest', timestamp: '2026-11-19T09:30:00.000Z' },
      ],
      interactions: Array.from({ length: 7 }, (_, turn) => ({
        type: 'call',
        description: `Call ${turn}`,
        timestamp: `2026-11-19T1${turn}:00:00.000Z`,
      })),
      metadata: { owner: 'Ada' },
    });
    const FLOW = `query ($id: ID!) { interactionFlow(id: $id) {
      flowType currentStage currentStageLabel currentStageStartedAt progress stuck usualStageDuration startedAt completedAt metadata
      stages { stage label timestamp duration } interactions(first: 2) { type description timestamp } customer { name interactionFlows { totalCount } }
    } }`;
    expect((await ada.graph(FLOW, { id })).data).toEqual({
      interactionFlow: {
        flowType: 'sales_pipeline',
        currentStage: 'interest',
        currentStageLabel: 'Interest',
        currentStageStartedAt: '2026-11-19T09:30:00.000Z',
        progress: expect.closeTo(200 / 7, 10),
        stuck: null,
        usualStageDuration: null,
        startedAt: '2026-11-18T09:30:00.000Z',
        completedAt: null,
        metadata: { owner: 'Ada' },
        stages: [
          { stage: 'awareness', label: 'Awareness', timestamp: '2026-11-18T09:30:00.000Z', duration: 86_400_000 },
          { stage: 'interest', label: 'Interest', timestamp: '2026-11-19T09:30:00.000Z', duration: null },
        ],
        interactions: [
          { type: 'call', description: 'Call 6', timestamp: '2026-11-19T16:00:00.000Z' },
          { type: 'call', description: 'Call 5', timestamp: '2026-11-19T15:00:00.000Z' },
        ],
        customer: { name: 'Jo March', interactionFlows: { totalCount: 1 } },
      },
    });
    expect((await ada.graph(FLOW, { id: 'nobody' })).data).toEqual({ interactionFlow: null });
  });

  it('moves only to stages of its type, and accepts interactions', async () => {
    const id = await create({ flowType: 'support_journey', currentStage: 'issue_reported' });
    expect((await ada.graph(ADVANCE, { id, stage: 'resolved' })).data).toEqual({
      advanceFlow: { __typename: 'InteractionFlow', currentStage: 'resolved', progress: 100 },
    });
    expect((await ada.graph(ADVANCE, { id, stage: 'purchase' })).data).toEqual({
      advanceFlow: { __typename: 'Invalid', message: 'This stage is none of the Support Journey.' },
    });
    expect((await ada.graph(ADVANCE, { id: 'nobody', stage: 'resolved' })).data).toEqual({
      advanceFlow: { __typename: 'NotFound', message: 'Flow not found' },
    });
    const ADD = `mutation ($id: ID!) { addFlowInteraction(id: $id, input: { type: "call", description: "All is well" }) {
      ... on InteractionFlow { interactions(first: 1) { description } } } }`;
    expect((await ada.graph(ADD, { id })).data).toEqual({ addFlowInteraction: { interactions: [{ description: 'All is well' }] } });
  });

  it('in an unknown stage is shown without progress', async () => {
    const id = await create({ flowType: 'support_journey', currentStage: 'limbo' });
    expect((await ada.graph('query ($id: ID!) { interactionFlow(id: $id) { currentStageLabel progress } }', { id })).data).toEqual({
      interactionFlow: { currentStageLabel: 'limbo', progress: 0 },
    });
  });
});

describe('all flows', () => {
  it('are listed and counted; the samples are among them', async () => {
    await customer('Amy');
    const SAMPLES = 'mutation { createSampleFlows { ... on SampleFlows { flows { id flowType currentStage } } } }';
    const { data } = await ada.graph(SAMPLES);
    expect(data?.createSampleFlows).toMatchObject({ flows: [{ flowType: 'sales_pipeline' }, {}, { currentStage: 'first_interaction' }] });
    const LIST = `query ($type: FlowType) {
      interactionFlowSummary { total customers eventCursor types { flowType label count } }
      interactionFlows(flowType: $type, first: 1) { totalCount eventCursor nodes { flowType } pageInfo { hasNextPage } }
    }`;
    const counted = await ada.graph(LIST, { type: 'onboarding_process' });
    const { total, customers, eventCursor, types } = Object(counted.data?.interactionFlowSummary);
    expect(types.map(({ label }: { label: string }) => label)).toEqual(['Sales Pipeline', 'Support Journey', 'Onboarding Process']);
    expect(types.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(total);
    expect(customers).toBeGreaterThanOrEqual(2);
    expect(counted.data?.interactionFlows).toEqual({
      totalCount: 1,
      eventCursor,
      nodes: [{ flowType: 'onboarding_process' }],
      pageInfo: { hasNextPage: false },
    });
  });

  it('cannot be sampled without a customer', async () => {
    const empty = await createTestApp();
    const eve = await empty.signUp('eve');
    const { data } = await eve.graph('mutation { createSampleFlows { __typename ... on Failure { message } } }');
    expect(data).toEqual({ createSampleFlows: { __typename: 'Conflict', message: 'No customers available' } });
    await empty.close();
  });
});

describe('following flows', () => {
  it('receives every change of one customer’s flows of one type, and resumes after a cursor', async () => {
    const [jo, meg] = [await customer('Jo'), await customer('Meg')];
    const after = String(await headOf(app));
    const sale = await create({ customerId: jo, flowType: 'sales_pipeline', currentStage: 'awareness' });
    await create({ customerId: jo, flowType: 'support_journey', currentStage: 'resolved' });
    await create({ customerId: meg, flowType: 'sales_pipeline', currentStage: 'awareness' });
    await ada.graph(ADVANCE, { id: sale, stage: 'interest' });
    const changes = ada.subscribe<{ interactionFlowChanged: { cursor: string } }>(CHANGED, {
      customerId: jo,
      flowType: 'sales_pipeline',
      after,
    });
    const now = { currentStage: 'interest', customer: { name: 'Jo' } };
    const actor = { username: 'ada' };
    const first = await changes.next();
    expect(first).toMatchObject({ interactionFlowChanged: { kind: 'created', id: sale, actor, interactionFlow: now } });
    const second = await changes.next();
    expect(second).toMatchObject({ interactionFlowChanged: { kind: 'updated', id: sale, actor, interactionFlow: now } });
    await ada.graph(ADVANCE, { id: sale, stage: 'intent' });
    expect(await changes.next()).toMatchObject({ interactionFlowChanged: { interactionFlow: { currentStage: 'intent' } } });
    changes.stop();
    const again = ada.subscribe<{ interactionFlowChanged: { cursor: string } }>(CHANGED, {
      customerId: jo,
      flowType: 'sales_pipeline',
      after: first.interactionFlowChanged.cursor,
    });
    expect((await again.next()).interactionFlowChanged.cursor).toBe(second.interactionFlowChanged.cursor);
    again.stop();
  });

  it('without arguments receives changes of all flows, including those a rule moves', async () => {
    const jo = await customer('Jo');
    const sale = await create({ customerId: jo, flowType: 'sales_pipeline', currentStage: 'awareness' });
    const changes = ada.subscribe(CHANGED, { after: String(await headOf(app)) });
    await ada.rest.post('/api/leads', { name: 'Jo', customerId: jo });
    expect(await changes.next()).toMatchObject({
      interactionFlowChanged: { kind: 'updated', id: sale, actor: null, interactionFlow: { currentStage: 'interest' } },
    });
    changes.stop();
  });
});
