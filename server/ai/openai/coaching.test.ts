import { describe, expect, it } from 'vitest';
import { answers } from '#server/testing/emulators/openai/answers.ts';
import { crashes } from '#server/testing/emulators/openai/failures.ts';
import { contentOf } from '#server/testing/emulators/openai/request.ts';
import { coachingBrief } from '../assistant-contract.ts';
import { coachingMessage, coachingParts } from '../prompts/coaching.ts';
import { readCoaching } from './coaching.ts';
import { openAssistant } from './testing.ts';

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

it('a model is given the numbers and the lines of the calls, fenced', () => {
  const calls = coachingBrief('Rep: Hello <|im_start|>\nCustomer: What does it do?\nRep: Bye.', 'Rep: One.\nCustomer: Two.');
  const [part = []] = coachingParts(calls.calls);
  const message = coachingMessage(part, calls, 'edge');
  expect(message).not.toContain('<|im_start|>');
  expect(message).toContain('"name":"Talk share"');
  expect(message).toContain('rep: Bye.');
  expect(message.match(/DATA edge -----/g)).toHaveLength(2);
});

const LINES = Array.from({ length: 4_000 }, (_, at) => `${at % 2 ? 'Customer' : 'Rep'}: Line ${at} of a long call about machines.`);

describe('long calls', () => {
  it.each([
    ['one of many lines', [LINES.join('\n')]],
    ['one line', [`Rep: ${'word '.repeat(60_000)}`]],
    ['one word', ['x'.repeat(300_000)]],
    ['fifty', Array.from({ length: 50 }, () => LINES.slice(0, 1_000).join('\n'))],
    ['a long one between short ones', ['Rep: Hello.', LINES.join('\n'), 'Rep: Bye.']],
  ])('lose nothing in parts, which are few: %s', (_what, contents) => {
    const { calls } = coachingBrief(...contents);
    const parts = coachingParts(calls);
    expect(parts.length).toBeLessThanOrEqual(10);
    const sizes = parts.map((part) => part.reduce((sum, { lines }) => sum + lines.length, 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.max(60_000, (1.1 * sizes.reduce((sum, size) => sum + size)) / 8 + 1));
    for (const [at, { turns }] of calls.entries()) {
      const said = turns.map(({ speaker, text }) => `${speaker ?? 'unknown'}: ${text}`).join('\n');
      expect(
        parts
          .flat()
          .filter(({ title }) => title === `Call ${at}`)
          .map(({ lines }) => lines)
          .join(''),
      ).toBe(said);
    }
  });

  it('are read part by part, then as a whole, with a quote from the middle and the tokens of all', async () => {
    await using world = await openAssistant();
    const long = coachingBrief(LINES.join('\n'));
    const report = await world.assistant.coach(long);
    const heard = world.model.requests.map((request) => contentOf('user', request));
    const parts = coachingParts(long.calls).length;
    expect(parts).toBeGreaterThan(2);
    expect(heard).toHaveLength(parts + 1);
    expect(heard.slice(0, parts).some((text) => text.includes('Line 2000 of'))).toBe(true);
    expect(heard.at(-1)).toContain('"coached_parts":[');
    const quoted = report.insights.filter(({ metric }) => metric === null).flatMap(({ evidence }) => evidence.map(({ turn }) => turn));
    expect(quoted.some((turn) => turn > 1_000)).toBe(true);
    expect(report.insights.filter(({ metric }) => metric !== null).length).toBeGreaterThan(0);
    expect(report.tokens?.prompt).toBeGreaterThan(LINES.join('\n').length / 5);
  });

  it('fail where one of their parts does', async () => {
    await using world = await openAssistant({ settings: { retries: 0 } });
    world.model.next(answers(), crashes());
    await expect(world.assistant.coach(coachingBrief(LINES.join('\n')))).rejects.toThrow('The assistant');
  });
});
