import { describe, expect, it } from 'vitest';
import {
  ALL_FLOW_STAGES,
  durationWords,
  FLOW_STAGES,
  FLOW_TYPES,
  type FlowStep,
  flowStageLabel,
  isAhead,
  isLastStage,
  isStuck,
  movedTo,
  nextStage,
  progress,
  STEP_LIMIT,
  stageOf,
  stageStartedAt,
  stageState,
  timeSpent,
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

it('has a next stage, later stages and a last stage', () => {
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

it('is stuck when a flow stays longer than usual, and not stuck while nothing is usual yet', () => {
  const since = new Date('2026-11-20T09:00:00Z');
  const after = (ms: number) => new Date(since.getTime() + ms);
  expect([isStuck(since, 1_000, after(1_000)), isStuck(since, 1_000, after(1_001)), isStuck(since, null, after(1e9))]).toEqual([
    false,
    true,
    null,
  ]);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));
const step = (stage: string, minute: number, duration: number | null = null): FlowStep => ({
  stage,
  timestamp: at(minute).toISOString(),
  duration,
});
const sale = (currentStage: string, ...stages: FlowStep[]) => ({ flowType: 'sales_pipeline', currentStage, stages }) as const;

describe('moving on', () => {
  it('closes the stay it leaves and begins the next', () => {
    expect(movedTo(sale('interest', step('awareness', 0, 300_000), step('interest', 5)), 'intent', at(20))).toEqual({
      currentStage: 'intent',
      stages: [step('awareness', 0, 300_000), step('interest', 5, 900_000), step('intent', 20)],
      completedAt: null,
    });
  });

  it('is complete with the last stage, and no longer when it moves back', () => {
    const done = movedTo(sale('purchase', step('purchase', 0)), 'retention', at(1));
    expect(done.completedAt).toEqual(at(1));
    expect(movedTo({ flowType: 'sales_pipeline', ...done }, 'purchase', at(2)).completedAt).toBeNull();
  });

  it('closes the last of several stays in one stage', () => {
    const { stages } = movedTo(sale('interest', step('interest', 0, 1), step('intent', 1, 2), step('interest', 3)), 'intent', at(4));
    expect(stages.map(({ duration }) => duration)).toEqual([1, 2, 60_000, null]);
  });

  it('closes no stage when the history has none, and never with a negative duration', () => {
    expect(movedTo(sale('lost'), 'awareness', at(0)).stages).toEqual([step('awareness', 0)]);
    expect(movedTo(sale('interest', step('interest', 9)), 'intent', at(0)).stages[0]?.duration).toBe(0);
  });

  it('straight back, within a minute, continues the step before: it was a slip', () => {
    const slipped = sale('intent', step('awareness', 0, 300_000), step('interest', 5, 60_000), step('intent', 6));
    const before = [step('awareness', 0, 300_000), step('interest', 5)];
    expect(movedTo(slipped, 'interest', new Date(at(7).getTime() - 1)).stages).toEqual(before);
    expect(movedTo(slipped, 'interest', at(7)).stages).toHaveLength(4);
    expect(movedTo(slipped, 'awareness', at(6)).stages).toHaveLength(4);
  });

  it('keeps the newest steps', () => {
    const many = Array.from({ length: STEP_LIMIT }, (_, minute) => step('interest', minute, 1));
    const { stages } = movedTo(sale('interest', ...many), 'intent', at(200));
    expect([stages.length, stages[0], stages.at(-1)]).toEqual([STEP_LIMIT, many[1], step('intent', 200)]);
  });
});

describe('the present stay', () => {
  it('began with the last step in that stage, or with the flow when its history has none', () => {
    const startedAt = at(0);
    expect(stageStartedAt({ ...sale('interest', step('interest', 1, 5), step('interest', 7), step('later', 9)), startedAt })).toEqual(
      at(7),
    );
    expect(stageStartedAt({ ...sale('interest', step('awareness', 1)), startedAt })).toEqual(at(0));
  });
});

describe('the time spent in a stage', () => {
  const flow = sale('interest', step('awareness', 0, 100), step('interest', 1, 20), step('awareness', 2, 5), step('interest', 3, 999));

  it('adds up the stays that are over', () => {
    expect(timeSpent(flow, 'awareness')).toBe(105);
    expect(timeSpent(flow, 'interest')).toBe(20);
  });

  it('is none in a stage it never left', () => {
    expect(timeSpent(flow, 'intent')).toBeNull();
    expect(timeSpent(sale('intent', step('intent', 0, 7)), 'intent')).toBeNull();
  });
});
