import { describe, expect, it } from 'vitest';
import { loadDemoData } from '#prisma/seed/demo-data.ts';
import { sentenceScore } from '#server/language/sentiment.ts';
import { countTurns, measure } from './measure.ts';
import { talk } from './testing/talk.ts';

const { calls } = loadDemoData();

const GOOD = 'It works perfectly, we love it.';
const BAD = 'It is broken and useless.';
const PLAIN = 'It stands in the kitchen.';
const [good, bad] = [sentenceScore(GOOD), sentenceScore(BAD)];

describe('the sentiment', () => {
  it('is half where nothing is felt', () => {
    expect(measure(`Rep: ${PLAIN}\nCustomer: ${PLAIN}`).sentimentScore).toBe(0.5);
  });

  it('of one sentence is what it feels, against a doubt of 1', () => {
    expect(measure(`Customer: ${GOOD}`).sentimentScore).toBeCloseTo(0.5 + (0.5 * good) / (good + 1), 10);
    expect(measure(`Customer: ${BAD}`).sentimentScore).toBeCloseTo(0.5 + (0.5 * bad) / (-bad + 1), 10);
  });

  it('weighs a sentence half for every 200 words after it', () => {
    // 39 + 1 sentences of 5 words, then the good one of 6: 206 words came after the bad one.
    const text = `Customer: ${BAD} ${`${PLAIN} `.repeat(39)}\nCustomer: ${PLAIN}\nCustomer: ${GOOD}`;
    const old = -bad * 2 ** (-206 / 200);
    expect(measure(text).sentimentScore).toBeCloseTo(0.5 + (0.5 * (good - old)) / (good + old + 1), 10);
  });

  it('is the customer’s where one is known, else everybody’s', () => {
    expect(measure(`Rep: ${BAD}\nCustomer: ${GOOD}`)).toMatchObject({ sentimentOf: 'customer' });
    expect(measure(`Rep: ${BAD}\nCustomer: ${GOOD}`).sentimentScore).toBe(measure(`Customer: ${GOOD}`).sentimentScore);
    expect(measure(`${GOOD}\n${BAD}`)).toMatchObject({ sentimentOf: 'everyone' });
  });

  it('turns with the last words', () => {
    const better = measure(`Customer: ${BAD} ${`${PLAIN} `.repeat(30)}\nCustomer: ${GOOD}`).sentimentScore;
    const worse = measure(`Customer: ${GOOD} ${`${PLAIN} `.repeat(30)}\nCustomer: ${BAD}`).sentimentScore;
    expect(better).toBeGreaterThan(0.55);
    expect(worse).toBeLessThan(0.45);
  });

  it('of the demo calls that went badly is negative, of those that went well it is not', () => {
    const below = (sentiment: string) =>
      calls.filter((call) => call.sentiment === sentiment).map(({ text }) => (measure(text).sentimentScore ?? 0) <= 0.4);
    expect(below('negative')).toEqual([true, true, true]);
    expect(below('positive').filter(Boolean).length).toBeLessThanOrEqual(1);
  });

  it('of a turn is the mean of what it feels', () => {
    const [turn, plain] = countTurns(`Customer: ${GOOD} ${PLAIN} ${BAD}\nRep: ${PLAIN}`);
    expect(turn?.feeling()).toBeCloseTo((good + bad) / 2, 10);
    expect(plain?.feeling()).toBe(0);
  });
});

describe('engagement', () => {
  it('is the weighted sum of its four parts, counted by hand', () => {
    const metrics = measure(
      talk(
        // 40 words in 30 s.
        ['rep', 0, 30, `${'We have eight machines in one house today. '.repeat(5)}`],
        // 19 words in 10 s: four sentences, one of them a question; "I see" is a reaction.
        ['customer', 30, 40, 'I see. How does it work? We are in one house and two floors. It is for forty people.'],
        // 19 words in 10 s.
        ['rep', 40, 50, 'It has a tank and a mill, and it makes two cups at once, which takes half a minute.'],
        // 20 words in 10 s, one sentence, no reaction.
        ['customer', 50, 60, 'We have tea as well, and water from the well behind the house, which is hard and cold, all year.'],
      ),
    );
    // 40 + 19 + 19 + 20 = 98 words, 3 switches, at best one every 30 words.
    expect(metrics.wordCount).toBe(98);
    expect(metrics.engagement?.turnTaking).toBeCloseTo((3 / 98) * 30, 10);
    // 20 of 60 s, at best 57 %.
    expect(metrics.engagement?.customerShare).toBeCloseTo(20 / 60 / 0.57, 10);
    // 1 of 5 sentences, at best a fifth.
    expect(metrics.engagement?.customerQuestions).toBeCloseTo(1, 10);
    // 1 of 2 turns, at best a third: never more than 1.
    expect(metrics.engagement?.reactions).toBe(1);
    expect(metrics.engagementLevel).toBeCloseTo(0.3 * (90 / 98) + 0.3 * (1 / 3 / 0.57) + 0.2 + 0.2, 10);
  });

  it('is low where the customer hardly takes part, and unknown until both have spoken', () => {
    expect(measure(`Rep: ${'We have many machines, and all are good. '.repeat(20)}\nCustomer: Fine.`).engagementLevel).toBeLessThan(0.2);
    expect(measure('Rep: Hello?').engagementLevel).toBeNull();
  });
});
