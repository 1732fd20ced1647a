import { describe, expect, it } from 'vitest';
import { AdvanceFlow, FLOW_LIMITS, NewFlow, NewInteraction } from './flow-input.ts';
import { validationMessages } from './validation-messages.ts';

const NOW = '2026-11-20T09:30:00.000Z';
const flow = (given: object = {}) => ({ flowType: 'sales_pipeline', currentStage: 'interest', ...given });
const MOMENT = 'Must be a moment such as 2026-11-20T09:30:00.000Z';

describe('a new flow', () => {
  it('is read as clients send it', () => {
    const sent = flow({
      customerId: 'c1',
      stages: [{ stage: ' interest ', timestamp: '2026-11-20T10:30:00+01:00', duration: 1.6 }],
      interactions: [{ type: 'call', description: '<b>Hi</b>\u0000', timestamp: new Date(NOW) }],
      metadata: { owner: 'Ada\u0000', deep: [{ 'k\u0001': null, n: 1.5, yes: true }] },
    });
    expect(NewFlow.parse(sent)).toEqual({
      customerId: 'c1',
      flowType: 'sales_pipeline',
      currentStage: 'interest',
      stages: [{ stage: 'interest', timestamp: NOW, duration: 2 }],
      interactions: [{ type: 'call', description: '<b>Hi</b>', timestamp: NOW }],
      metadata: { owner: 'Ada', deep: [{ k: null, n: 1.5, yes: true }] },
    });
  });

  it('requires only its type and stage, and accepts an unknown stage', () => {
    expect(NewFlow.parse(flow({ currentStage: 'limbo' }))).toEqual({
      customerId: null,
      flowType: 'sales_pipeline',
      currentStage: 'limbo',
      stages: [],
      interactions: [],
      metadata: {},
    });
  });

  const step = (given: object) => flow({ stages: [{ stage: 'interest', timestamp: NOW, ...given }] });
  const deep = (levels: number): object => (levels === 0 ? {} : { inner: deep(levels - 1) });

  it.each([
    [{}, ['flowType: Unknown flow type', 'currentStage: Current stage is required']],
    [flow({ flowType: 'voyage' }), ['flowType: Unknown flow type']],
    [flow({ currentStage: '  ' }), ['currentStage: Current stage is required']],
    [flow({ customerId: 5 }), ['customerId: Must be an id']],
    [flow({ stages: 'interest' }), ['stages: Must be a list']],
    [flow({ stages: ['interest'], interactions: ['call'] }), ['stages.0: Must be an object', 'interactions.0: Must be an object']],
    [step({ stage: '' }), ['stages.0.stage: Stage is required']],
    [step({ timestamp: 'yesterday' }), [`stages.0.timestamp: ${MOMENT}`]],
    [step({ timestamp: 5 }), [`stages.0.timestamp: ${MOMENT}`]],
    [step({ timestamp: '2026-02-30T00:00:00Z' }), [`stages.0.timestamp: ${MOMENT}`]],
    [step({ timestamp: '0000-01-01T00:00:00Z' }), [`stages.0.timestamp: ${MOMENT}`]],
    [step({ timestamp: new Date(Number.NaN) }), [`stages.0.timestamp: ${MOMENT}`]],
    [step({ duration: -1 }), ['stages.0.duration: Must not be negative']],
    [step({ duration: '5' }), ['stages.0.duration: Must be a number of milliseconds']],
    [step({ duration: 1e300 }), ['stages.0.duration: Must be a number of milliseconds']],
    [flow({ interactions: [{ type: 'call', timestamp: NOW }] }), ['interactions.0.description: Description is required']],
    [flow({ interactions: [{ description: 'Hi', timestamp: NOW }] }), ['interactions.0.type: Type is required']],
    [flow({ metadata: 'x' }), ['metadata: Must be an object']],
    [flow({ metadata: deep(8) }), ['metadata: Must not be nested deeper than 8 levels']],
  ])('%j is refused', (input, lines) => {
    expect(validationMessages(NewFlow, input)).toEqual(lines);
  });

  it('has bounds', () => {
    const stages = Array.from({ length: FLOW_LIMITS.stages + 1 }, () => ({ stage: 'interest', timestamp: NOW }));
    const interactions = Array.from({ length: FLOW_LIMITS.interactions + 1 }, () => ({ type: 'call', description: 'Hi', timestamp: NOW }));
    expect(validationMessages(NewFlow, flow({ stages, interactions }))).toEqual(['stages: At most 100', 'interactions: At most 1,000']);
    expect(validationMessages(NewFlow, flow({ stages: stages.slice(1), interactions: interactions.slice(1) }))).toEqual([]);
    const bottomless = flow({ metadata: JSON.parse(`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) });
    expect(validationMessages(NewFlow, bottomless)).toEqual(['metadata: Must not be nested deeper than 8 levels']);
    const large = flow({ metadata: { x: 'x'.repeat(FLOW_LIMITS.metadata) } });
    expect(validationMessages(NewFlow, large)).toEqual(['metadata: Please keep this under 20,000 characters']);
    const long = { type: 'x'.repeat(201), description: 'x'.repeat(5_001) };
    expect(validationMessages(NewInteraction, long)).toEqual([
      'type: Please keep this under 200 characters',
      'description: Please keep this under 5,000 characters',
    ]);
    expect(validationMessages(AdvanceFlow, { stage: 5, note: 'x'.repeat(5_001) })).toEqual([
      'stage: Unknown stage',
      'note: Please keep this under 5,000 characters',
    ]);
  });
});
