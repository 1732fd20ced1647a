import { describe, expect, it } from 'vitest';
import { intentsOf } from '#server/language/intents.ts';
import { isQuestion } from '#server/language/questions.ts';
import { feelingOf, sentenceScore } from '#server/language/sentiment.ts';

import { DEVELOPMENT } from './development.ts';
import { HELD_OUT } from './held-out.ts';
import type { Label } from './label.ts';
import { LETTERS } from './letters.ts';
import { VOICES } from './voices.ts';

const share = (lines: readonly Label[], right: (line: Label) => boolean) => lines.filter(right).length / lines.length;

const feels = ([feeling, , , text]: Label) => feelingOf(sentenceScore(text)) === feeling;
const asks = ([, kind, , text]: Label) => isQuestion(text) === (kind === 'asks');
const about = ([, , intents, text]: Label) => intents.every((intent) => intentsOf(text).includes(intent));

// The gates of the development lines keep what was reached; those of the held-out lines are the promise.
describe.each([
  { name: 'development', lines: [...DEVELOPMENT, ...VOICES, ...LETTERS], feeling: 0.95, asking: 0.95, intent: 0.95 },
  { name: 'held-out', lines: HELD_OUT, feeling: 0.8, asking: 0.85, intent: 0.75 },
])('the $name lines', ({ lines, feeling, asking, intent }) => {
  it(`feel as labelled in at least ${feeling} of the cases`, () => {
    expect(share(lines, feels)).toBeGreaterThanOrEqual(feeling);
  });

  it(`are told apart as asking or telling in at least ${asking}`, () => {
    expect(share(lines, asks)).toBeGreaterThanOrEqual(asking);
  });

  it(`are about what they are labelled with in at least ${intent}`, () => {
    expect(share(lines, about)).toBeGreaterThanOrEqual(intent);
  });
});

it('holds at least 150 lines, none of them twice', () => {
  const texts = [...DEVELOPMENT, ...VOICES, ...LETTERS, ...HELD_OUT].map(([, , , text]) => text);
  expect(texts.length).toBeGreaterThanOrEqual(150);
  expect(new Set(texts).size).toBe(texts.length);
});
