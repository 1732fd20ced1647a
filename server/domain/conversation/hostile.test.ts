import { describe, expect, it } from 'vitest';
import { measure } from './measure.ts';
import { createTranscriptAccumulator } from './transcript-accumulator.ts';

const LENGTH = 500_000;
const filled = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];

describe('a text of 500,000 characters', () => {
  it.each([
    ['one word', filled('x'), { wordCount: 1, sentenceCount: 1, turnCount: 1 }],
    ['dots', filled('.'), { wordCount: 0, sentenceCount: 0, questionRatio: null, sentimentScore: null }],
    ['dots before a letter', `${filled('.').slice(1)}x`, { wordCount: 1 }],
    ['question marks', filled('? '), { wordCount: 0, questionCount: 0, questionRatio: null }],
    ['colons', filled('A:'), { wordCount: 1, turnCount: 1 }],
    ['stars and brackets', filled('**[('), { wordCount: 0 }],
    ['spaces', `a${filled(' ').slice(2)}b`, { wordCount: 2 }],
    ['line ends', filled('\r\n'), { wordCount: 0, turnCount: 0 }],
    ['hesitation', filled('u'), { wordCount: 1 }],
    ['half emoji', filled('\ud83d'), { wordCount: 0 }],
    ['emoji', filled('🙂'), { wordCount: 0 }],
    ['Chinese', filled('价格是多少'), { wordCount: LENGTH / 2 }],
    ['digits', filled('1 '), { wordCount: LENGTH / 2 }],
    ['no punctuation', filled('you know how much is it '), { turnCount: 1 }],
    ['labels', filled('Rep: a\nCustomer: b\n'), { switches: 52_630 }],
    ['names', filled('Tom: a\nMaya: b\n'), { switches: 66_665 }],
    ['times', filled('[00:12] Rep: hi\n'), { silence: null }],
    ['right to left', filled('Rep: مرحبا كيف حالك؟\nCustomer: שלום\n'), { questionCount: 0 }],
  ])('of %s is measured within the time limit, at once and in parts', (_what, text, expected) => {
    const metrics = measure(text, { durationSeconds: 60 });
    expect(metrics).toMatchObject(expected);
    for (const number of numbersIn(metrics)) expect(Number.isFinite(number) && number >= 0).toBe(true);
    const tally = createTranscriptAccumulator();
    for (const part of [0.3, 0.6, 0.9, 1]) {
      tally.text(text.slice(0, LENGTH * part));
      tally.metrics();
    }
    expect(tally.metrics({ durationSeconds: 60 })).toEqual(metrics);
  });
});

describe('words in other languages', () => {
  it.each([
    ['German', 'Rep: Guten Tag.\nKunde: Was kostet das?', 5],
    ['Arabic', 'Rep: كم السعر؟\nCustomer: مئة دولار', 4],
    ['Japanese', 'Rep: こんにちは\nCustomer: いくらですか', 6],
  ])('are counted: %s', (_language, text, wordCount) => {
    expect(measure(text, { durationSeconds: 60 })).toMatchObject({ wordCount, turnCount: 2 });
  });
});

it('keeps markup as what it is: words', () => {
  const text = 'Rep: <b>Hi</b> <script>alert(1)</script>\nCustomer: {{name}} __proto__: constructor';
  expect(measure(text)).toMatchObject({ turnCount: 2, wordCount: 5 });
});
