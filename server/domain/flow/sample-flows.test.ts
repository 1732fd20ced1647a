import { expect, it } from 'vitest';
import { NewFlow } from '#contract/flow-input.ts';
import { sampleFlows } from './sample-flows.ts';

const NOW = '2026-11-20T09:30:00.000Z';

it('makes three sample flows, each where the specification wants it and each one that can be stored', () => {
  const samples = sampleFlows(new Date(NOW));
  expect(samples.map(({ flowType, currentStage }) => `${flowType} at ${currentStage}`)).toEqual([
    'sales_pipeline at consideration',
    'support_journey at investigating',
    'onboarding_process at first_interaction',
  ]);
  for (const sample of samples) {
    expect(NewFlow.parse(sample)).toMatchObject(sample);
    expect(sample.stages.map(({ duration }) => duration === null)).toEqual([false, false, true]);
    const moments = [...sample.stages, ...sample.interactions].map(({ timestamp }) => timestamp);
    expect(moments.filter((moment) => moment >= NOW)).toEqual([]);
    const [first, second] = sample.stages.map(({ timestamp }) => Date.parse(timestamp));
    expect(sample.stages[0]?.duration).toBe(Number(second) - Number(first));
  }
});
