import { describe, expect, it } from 'vitest';
import type { MomentKind } from '#contract/call.ts';
import { toMoney } from '#contract/money.ts';
import type { CallAnalysis, KeyMoment } from '#server/ai/port.ts';
import { firstJudgement, laterJudgement, needOf, previewOf, readAnalysis, readMetadata } from './analysis.ts';

const moment = (kind: MomentKind, quote: string = kind, speaker: KeyMoment['speaker'] = 'customer'): KeyMoment => ({
  kind,
  quote,
  speaker,
  turn: 0,
});

const analysis = (parts: Partial<CallAnalysis> = {}): CallAnalysis => ({
  title: 'Found',
  summary: 'Found.',
  type: 'support',
  sentiment: 'neutral',
  tags: ['found'],
  callValue: toMoney('10'),
  priority: 'high',
  keyMoments: [],
  nextSteps: [],
  engine: 'offline',
  tokens: null,
  ...parts,
});

const NOTHING = { title: null, type: null };

describe('the first analysis', () => {
  it.each([
    ['support', null, null, [], 'support'],
    ['support', 'sales', null, [moment('problem')], 'sales'],
    ['sales', 'support', null, [], 'support'],
    ['support', null, 'sales', [moment('problem')], 'support'],
    ['support', null, 'sales', [moment('price')], 'sales'],
    ['sales', null, 'sales', [moment('problem')], 'sales'],
  ] as const)('that hears %s, given %s and likely %s, with %j, makes it %s', (type, given, likely, keyMoments, made) => {
    expect(firstJudgement({ title: null, type: given }, analysis({ type, keyMoments }), likely).type).toBe(made);
  });

  it('does not replace the title a person set', () => {
    expect(firstJudgement({ title: 'Mine', type: null }, analysis(), null).title).toBe('Mine');
    expect(firstJudgement(NOTHING, analysis(), null)).toMatchObject({
      title: 'Found',
      tags: ['found'],
      callValue: '10.00',
      priority: 'high',
    });
  });
});

describe('a later analysis', () => {
  it('changes everything but what a person set', () => {
    const later = (setByPerson: readonly string[]) =>
      Object.keys(laterJudgement({ metadata: { setByPerson: [...setByPerson] }, callValue: null }, analysis()));
    expect(later([])).toEqual(['summary', 'sentiment', 'title', 'type', 'tags', 'callValue', 'priority']);
    expect(later(['priority', 'callValue'])).toEqual(['summary', 'sentiment', 'title', 'type', 'tags']);
    expect(later(['title', 'type', 'tags', 'callValue', 'priority'])).toEqual(['summary', 'sentiment']);
  });
});

describe('what the customer wants', () => {
  const need = (keyMoments: readonly KeyMoment[], summary: string | null = 'The summary.') =>
    needOf({ analysis: { keyMoments: keyMoments.map((each) => ({ ...each })) }, summary, content: 'Rep: Hello.' });

  it.each([
    [[moment('problem', 'It leaks.')], 'It leaks.'],
    [[moment('price', 'Too much.'), moment('need', 'We need two.'), moment('problem', 'It leaks.')], 'We need two.\nIt leaks.'],
    [[moment('need', 'Same.'), moment('need', 'Same.')], 'Same.'],
    [[moment('need', 'Do you need help?', 'rep'), moment('need', 'Nobody said who.', null)], 'Nobody said who.'],
    [[moment('praise', 'Great.')], 'The summary.'],
    [[], 'The summary.'],
  ])('of %j is %s', (moments, expected) => {
    expect(need(moments)).toBe(expected);
  });

  it('is the beginning of the call when there is no summary', () => {
    expect(need([], null)).toBe('Rep: Hello.');
  });
});

describe('what is stored with a call', () => {
  it.each([[null], [5], ['x'], [[]], [{ keyMoments: 'x', nextSteps: 5, analyzedAt: 'yesterday', engine: 1 }]])(
    'may be %j, and then says nothing',
    (stored) => {
      expect(readAnalysis(stored)).toEqual({
        engine: null,
        keyMoments: [],
        nextSteps: [],
        analyzedAt: null,
        fallbackReason: null,
        promptTokens: null,
        completionTokens: null,
      });
      expect(readMetadata(stored)).toMatchObject({ source: null, setByPerson: [] });
    },
  );

  it('keeps the valid entries of a list', () => {
    const stored = { keyMoments: [{ ...moment('need') }, 5, { kind: 'poem' }], nextSteps: [{ text: 'Call.', owner: 'nobody', due: 5 }] };
    expect(readAnalysis(stored)).toMatchObject({ keyMoments: [moment('need')], nextSteps: [{ text: 'Call.', owner: null, due: null }] });
  });
});

it('cuts a preview between characters', () => {
  expect(previewOf('short')).toBe('short');
  expect(previewOf('🙂'.repeat(500))).toBe('🙂'.repeat(320));
});
