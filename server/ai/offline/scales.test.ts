import { describe, expect, it } from 'vitest';
import { nothingFor } from './match/answer.ts';
import { asksOf, readMessage } from './read/message.ts';
import { requestFor } from './testing/requests.ts';
import { type AskResult, confidenceIn, keyPointsOf } from './write/compose.ts';

const [ask] = asksOf(['Do you ship to Canada?']);
if (!ask) throw new Error('Nothing is asked');

const told = (coverage: number, rest: Partial<AskResult> = {}): AskResult => ({
  answer: { ...nothingFor(ask), coverage },
  isOpen: false,
  isIncluded: true,
  ...rest,
});

describe('confidence', () => {
  it.each([
    ['nothing matched', [told(0, { isOpen: true })], 0.3],
    ['everything answered', [told(0.7), told(1)], 0.9],
    ['one of two answered', [told(1), told(0, { isOpen: true })], 0.6],
    ['answered, but a person has to confirm', [told(1, { isOpen: true })], 0.6],
    ['barely matched', [told(0.35)], 0.6],
    ['matched, but there was no room to say it', [told(1, { isIncluded: false })], 0.3],
    ['nothing asked', [], 0.5],
  ])('with %s', (_case, answers, confidence) => {
    expect(confidenceIn(answers, false)).toBe(confidence);
  });

  it('is lowest in a language nobody here reads', () => {
    expect(confidenceIn([], true)).toBe(0.3);
  });
});

describe('key points', () => {
  const points = (message: string, open = 0) => keyPointsOf(readMessage(requestFor(message)), open);

  it.each([
    ['Where is my order #1042, due on 12 March?', ['Order #1042, 12 March', 'Asks: where your order #1042 is, due on 12 March']],
    ['How much are 25 seats?', ['25 seats', 'Asks: the price of 25 seats']],
    ['I want a full refund!!! This is ridiculous.', ['Wants: a full refund', 'Mood: angry']],
    ['👍', ['Asks for nothing specific', 'Mood: pleased']],
    ['Please call me on 020 7946 0011', ['Contact: 020 7946 0011', 'Wants: call you on 020 7946 0011']],
  ])('of %j are concrete', (message, expected) => {
    expect(points(message)).toEqual(expected);
  });

  it('are at most six of 120 characters, and keep what is left to fill in', () => {
    const message =
      'My BrewPro 200 from order #1042 leaks!!! Write to jo@acme.test. How much is a repair? Where do I send it? Who pays? When do you open? Is it covered?';
    const found = points(`${message} ${'And does the machine in the kitchen on the second floor '.repeat(5)} work?`, 4);
    expect(found).toHaveLength(6);
    expect(found.at(-1)).toBe('To fill in before sending: 4');
    for (const point of found) expect(point.length).toBeLessThanOrEqual(120);
  });
});
