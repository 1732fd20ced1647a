import { describe, expect, it } from 'vitest';
import {
  ALL_FLOW_STAGES,
  durationWords,
  FLOW_STAGES,
  FLOW_TYPES,
  flowStageLabel,
  isAhead,
  isLastStage,
  isStuck,
  nextStage,
  progress,
  stageOf,
  stageState,
} from './flow.ts';

it('has the stages of the specification, each in one flow, each with words', () => {
  expect(FLOW_STAGES).toEqual({
    sales_pipeline: ['awareness', 'interest', 'consideration', 'intent', 'evaluation', 'purchase', 'retention'],
    support_journey: ['issue_reported', 'acknowledged', 'investigating', 'solution_proposed', 'resolved'],
    onboarding_process: ['signed_up', 'profile_setup', 'first_interaction', 'training_completed', 'fully_onboarded'],
  });
  expect(ALL_FLOW_STAGES).toHaveLength(17);
  for (const stage of ALL_FLOW_STAGES) expect(flowStageLabel(stage).toLowerCase().replace(' ', '_')).toBe(stage);
  expect(flowStageLabel('<b>lost</b>')).toBe('<b>lost</b>');
});

describe('progress', () => {
  it.each([
    ['sales_pipeline', 'awareness', 100 / 7],
    ['sales_pipeline', 'consideration', 300 / 7],
    ['sales_pipeline', 'retention', 100],
    ['support_journey', 'issue_reported', 20],
    ['support_journey', 'investigating', 60],
    ['onboarding_process', 'first_interaction', 60],
    ['onboarding_process', 'fully_onboarded', 100],
    ['sales_pipeline', 'resolved', 0],
    ['sales_pipeline', 'constructor', 0],
    ['support_journey', '', 0],
  ] as const)('of a %s in %s is %d', (type, stage, percent) => {
    expect(progress(type, stage)).toBeCloseTo(percent, 10);
  });
});

describe('the state of each stage', () => {
  it.each([
    ['issue_reported', 'current upcoming upcoming upcoming upcoming'],
    ['investigating', 'completed completed current upcoming upcoming'],
    ['resolved', 'completed completed completed completed current'],
    ['lost', 'upcoming upcoming upcoming upcoming upcoming'],
  ])('of a support journey in %s is %s', (current, states) => {
    expect(FLOW_STAGES.support_journey.map((stage) => stageState('support_journey', stage, current)).join(' ')).toBe(states);
  });
});

it.each([
  [0, '0s'],
  [-5, '0s'],
  [999, '0s'],
  [40_000, '40s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [12 * 60_000 + 59_000, '12m'],
  [3_600_000, '1h 0m'],
  [3 * 3_600_000 + 10 * 60_000, '3h 10m'],
  [86_399_999, '23h 59m'],
  [86_400_000, '1d 0h'],
  [51 * 3_600_000 + 59 * 60_000, '2d 3h'],
  [400 * 86_400_000, '400d 0h'],
])('%d ms read as %s', (time, words) => {
  expect(durationWords(time)).toBe(words);
});

it('knows what comes next, what lies ahead and what is last', () => {
  for (const type of FLOW_TYPES) {
    const [first, second] = FLOW_STAGES[type];
    const last = FLOW_STAGES[type].at(-1) ?? '';
    expect([nextStage(type, first), nextStage(type, last), nextStage(type, 'lost')]).toEqual([second, null, null]);
    expect([isAhead(type, second, first), isAhead(type, first, second), isAhead(type, first, first)]).toEqual([true, false, false]);
    expect([isAhead(type, first, 'lost'), isAhead(type, 'lost', first)]).toEqual([false, false]);
    expect([isLastStage(type, last), isLastStage(type, first), isLastStage(type, 'lost')]).toEqual([true, false, false]);
  }
  expect([stageOf('support_journey', 'resolved'), stageOf('support_journey', 'purchase')]).toEqual(['resolved', null]);
});

it('calls a flow stuck when it stays longer than is usual, and says nothing while nothing is', () => {
  const since = new Date('2026-11-20T09:00:00Z');
  const after = (ms: number) => new Date(since.getTime() + ms);
  expect([isStuck(since, 1_000, after(1_000)), isStuck(since, 1_000, after(1_001)), isStuck(since, null, after(1e9))]).toEqual([
    false,
    true,
    null,
  ]);
});
