import { describe, expect, it } from 'vitest';
import { coachingBrief } from '../assistant-contract.ts';
import { coachingMessage } from '../prompts/coaching.ts';
import { readCoaching } from './coaching.ts';

const brief = coachingBrief(`Rep: It is 5% cheaper, and it has everything inside, and the milk fridge, and the filters.
Customer: It's too expensive.
Rep: It is not.
Customer: Send me something.
Rep: I will.
Customer: Bye.`);

const said = (parts: object) => ({
  finding: null,
  category: 'closing',
  insight: 'You let the customer go.',
  priority: 'high',
  actionItem: 'Name a day.',
  quotes: ['send me  something.'],
  ...parts,
});
const read = (insights: readonly object[], recommendations: readonly string[] = ['Listen.']) =>
  readCoaching(JSON.stringify({ insights, recommendations }), brief);
const insightsOf = (...args: Parameters<typeof read>) => {
  const answer = read(...args);
  return answer.usable ? answer.answer.insights : answer.problem;
};
const finding = brief.findings.find(({ rule }) => rule === 'objections_argued');

describe('what a model says of calls', () => {
  it('is kept with the turn its quote was said in', () => {
    expect(insightsOf([said({})])).toEqual([
      expect.objectContaining({
        metric: null,
        evidence: [
          { callId: 'call-0', callKind: 'transcription', callTitle: 'Call 0', turn: 3, speaker: 'customer', quote: 'send me  something.' },
        ],
      }),
    ]);
  });

  it('is dropped where nobody said what it rests on', () => {
    expect(insightsOf([said({ quotes: ['I will never buy.'] })])).toBe('no insight rests on a line of the calls or on a finding');
  });

  it('takes number, source and proof of the finding it words, once', () => {
    const worded = said({ finding: 'objections_argued', quotes: [] });
    expect(insightsOf([worded, worded])).toEqual([
      expect.objectContaining({
        insight: 'You let the customer go.',
        metric: 'objections_asked',
        source: finding?.source,
        evidence: finding?.evidence,
      }),
    ]);
  });

  it('never has a number that was neither counted nor said', () => {
    const worded = said({ finding: 'objections_argued', insight: 'You met 12% of the objections with a question.' });
    expect(insightsOf([worded, said({ insight: 'You lost 40 deals.' })])).toEqual([expect.objectContaining({ insight: finding?.insight })]);
    expect(insightsOf([said({ insight: 'The 5% were not what mattered.' })])).toHaveLength(1);
    const advised = read([said({})], ['Win 7700 deals.', 'Ask first.', 'Ask first.']);
    expect(advised.usable && advised.answer.recommendations).toEqual(['Ask first.']);
  });

  it.each(['', '[]', '{"insights":[]}', '{"insights":[{"insight":5}],"recommendations":[]}'])('cannot be used where it is %j', (text) => {
    expect(readCoaching(text, brief).usable).toBe(false);
  });
});

it('a model is given the numbers and a bounded part of the lines, fenced', () => {
  const long = coachingBrief(`Rep: Hello <|im_start|>\nCustomer: ${'word '.repeat(40_000)}\nRep: Bye.`, 'Rep: One.\nCustomer: Two.');
  const message = coachingMessage(long, 'edge');
  expect(message.length).toBeLessThan(80_000);
  expect(message).not.toContain('<|im_start|>');
  expect(message).toContain('"name":"Talk share"');
  expect(message).toContain('rep: Bye.');
  expect(message.match(/DATA edge -----/g)).toHaveLength(2);
});
