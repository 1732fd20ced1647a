import { describe, expect, it } from 'vitest';
import { type FlowStep, movedTo, STEP_LIMIT, stageStartedAt, timeSpent } from './flow-history.ts';

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

  it('closes nothing where no stay was told of, and never with less than nothing', () => {
    expect(movedTo(sale('lost'), 'awareness', at(0)).stages).toEqual([step('awareness', 0)]);
    expect(movedTo(sale('interest', step('interest', 9)), 'intent', at(0)).stages[0]?.duration).toBe(0);
  });

  it('straight back, within a minute, goes on with the stay before: it was a slip', () => {
    const slipped = sale('intent', step('awareness', 0, 300_000), step('interest', 5, 60_000), step('intent', 6));
    const before = [step('awareness', 0, 300_000), step('interest', 5)];
    expect(movedTo(slipped, 'interest', new Date(at(7).getTime() - 1)).stages).toEqual(before);
    expect(movedTo(slipped, 'interest', at(7)).stages).toHaveLength(4);
    expect(movedTo(slipped, 'awareness', at(6)).stages).toHaveLength(4);
  });

  it('keeps the newest stays', () => {
    const many = Array.from({ length: STEP_LIMIT }, (_, minute) => step('interest', minute, 1));
    const { stages } = movedTo(sale('interest', ...many), 'intent', at(200));
    expect([stages.length, stages[0], stages.at(-1)]).toEqual([STEP_LIMIT, many[1], step('intent', 200)]);
  });
});

describe('the present stay', () => {
  it('began with the last one in that stage, or with the flow where none was told of', () => {
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
