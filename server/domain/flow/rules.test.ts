import { describe, expect, it } from 'vitest';
import { FLOW_STAGES, type FlowType, stageOf } from '#contract/flow.ts';
import { LEAD_STAGES } from '#contract/lead.ts';
import { FLOW_RULES, FLOW_TRIGGERS, ruledTypes, ruleFor } from './rules.ts';

const SALE = 'sales_pipeline';
const SUPPORT = 'support_journey';
const ONBOARDING = 'onboarding_process';

/** Where a fact brings a flow that is in its first stage. */
const brings = (
  flowType: FlowType,
  kind: string,
  data: Record<string, unknown>,
  orders = 0,
  currentStage: string = FLOW_STAGES[flowType][0],
) => ruleFor({ kind, data, orders }, { flowType, currentStage })?.atLeast ?? null;

describe('every rule', () => {
  it.each([
    [SALE, 'lead.created', { stage: 'leads' }, 0, 'interest'],
    [SALE, 'lead.moved', { from: 'won', to: 'leads' }, 0, 'interest'],
    [SALE, 'lead.moved', { from: 'leads', to: 'needs_quote' }, 0, 'consideration'],
    [SALE, 'lead.moved', { from: 'leads', to: 'quoted' }, 0, 'intent'],
    [SALE, 'lead.moved', { from: 'leads', to: 'needs_follow_up' }, 0, 'evaluation'],
    [SALE, 'lead.moved', { from: 'leads', to: 'waiting' }, 0, 'evaluation'],
    [SALE, 'lead.moved', { from: 'leads', to: 'won' }, 0, 'purchase'],
    [SALE, 'lead.updated', { changed: ['name', 'customerId'], stage: 'quoted' }, 0, 'intent'],
    [SALE, 'lead.updated', { changed: ['name'], stage: 'quoted' }, 0, null],
    [SALE, 'transcription.added', { type: 'sales' }, 0, 'interest'],
    [SALE, 'transcription.added', { type: 'support' }, 0, null],
    [SALE, 'transcription.analyzed', { engine: 'offline' }, 0, null],
    [SALE, 'order.created', {}, 1, 'purchase'],
    [SALE, 'order.synced', {}, 1, 'purchase'],
    [SALE, 'order.updated', {}, 2, 'retention'],
    [SALE, 'order.created', {}, 0, null],
    [SUPPORT, 'transcription.added', { type: 'support' }, 0, 'acknowledged'],
    [SUPPORT, 'transcription.analyzed', { type: 'sales' }, 0, null],
    [SUPPORT, 'reply.generated', { responseType: 'support' }, 0, 'acknowledged'],
    [SUPPORT, 'reply.generated', { responseType: 'sales' }, 0, null],
    [SUPPORT, 'lead.moved', { from: 'leads', to: 'won' }, 0, null],
    [ONBOARDING, 'order.created', {}, 1, 'first_interaction'],
    [ONBOARDING, 'transcription.analyzed', { type: 'anything' }, 0, 'first_interaction'],
    [ONBOARDING, 'lead.moved', { from: 'leads', to: 'won' }, 0, null],
    [SALE, 'customer.updated', { changed: ['name'] }, 5, null],
  ] as const)('a %s hears %s %j with %i orders and comes to %s', (flowType, kind, data, orders, stage) => {
    expect(brings(flowType, kind, data, orders)).toBe(stage);
  });

  it('is of use, and leads to a stage of its flow', () => {
    for (const { flowType, atLeast, because, kinds } of FLOW_RULES) {
      expect(stageOf(flowType, atLeast)).toBe(atLeast);
      expect(because).toMatch(/^[a-z].+[a-z]$/);
      expect(kinds.length).toBeGreaterThan(0);
    }
  });
});

describe('a rule', () => {
  it('never moves a flow back, and leaves it alone where it has got to already', () => {
    expect(brings(SALE, 'lead.moved', { to: 'quoted' }, 0, 'evaluation')).toBeNull();
    expect(brings(SALE, 'lead.moved', { to: 'quoted' }, 0, 'intent')).toBeNull();
    expect(brings(SALE, 'order.created', {}, 1, 'retention')).toBeNull();
  });

  it('does not move a flow in an unknown stage', () => {
    expect(brings(SALE, 'lead.moved', { to: 'won' }, 0, 'limbo')).toBeNull();
  });

  it.each([
    ['lead.moved', { to: 'lost' }],
    ['lead.moved', {}],
    ['lead.created', { stage: null }],
    ['lead.updated', { changed: 'customerId', stage: 'won' }],
  ])('is not moved by an invalid %s: %j', (kind, data) => {
    expect(brings(SALE, kind, data)).toBeNull();
  });

  it('exists for every column of the board', () => {
    const columns = LEAD_STAGES.filter((to) => brings(SALE, 'lead.moved', { to }) !== null);
    expect(columns).toEqual([...LEAD_STAGES]);
  });
});

it('knows which facts and which flows are meant at all', () => {
  expect(FLOW_TRIGGERS).toContain('lead.moved');
  expect(FLOW_TRIGGERS).not.toContain('flow.advanced');
  expect(ruledTypes('lead.moved')).toEqual([SALE]);
  expect(ruledTypes('order.created')).toEqual([SALE, ONBOARDING]);
  expect(ruledTypes('session.ended')).toEqual([]);
});
