import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, heardBy } from '../testing/calls.ts';

const held = { easing: false };

describe('no question', () => {
  const asked = talk(
    ['rep', 0, 10, 'What do you need?'],
    ['customer', 10, 20, blah(20)],
    ['rep', 20, 100, blah(90)],
    ['customer', 100, 185, blah(90)],
  );

  it('holds after three minutes without one', () => {
    expect(heardBy('no_question', asked, { at: 189 })).toEqual([]);
    expect(heardBy('no_question', asked, { at: 190 })).toMatchObject([
      { kind: 'tip', value: 180, turn: 0, text: 'No question from you for 3 min: ask one.', ...held },
    ]);
  });

  it('counts from the beginning where none was ever asked, but only where a rep is named', () => {
    expect(heardBy('no_question', talk(['rep', 0, 10, blah(9)]), { at: 180 })).toMatchObject([{ value: 180, turn: null }]);
    expect(heardBy('no_question', talk(['customer', 0, 10, blah(9)]), { at: 180 })).toEqual([]);
  });

  it('is estimated by words without times', () => {
    const said = (words: number) => `Rep: What do you need?\nCustomer: ${blah(96)}\nRep: ${blah(words)}`;
    // 4 + 96 + 100 words in 400 s are 2 s a word.
    expect(heardBy('no_question', said(100), { at: 400 })).toMatchObject([{ value: 392, turn: 0 }]);
    expect(heardBy('no_question', said(100), { at: 180 })).toEqual([]);
    expect(heardBy('no_question', said(100))).toEqual([]);
  });
});

describe('few questions', () => {
  const asking = (questions: number) => Array.from({ length: questions }, () => 'Rep: What else?\nCustomer: Nothing.').join('\n');

  it('holds below eleven in the last third of the planned time', () => {
    expect(heardBy('few_questions', asking(10), { at: 600, planned: 900 })).toMatchObject([
      { kind: 'tip', value: 10, text: 'Only 10 questions so far: find out more before you close.' },
    ]);
    expect(heardBy('few_questions', asking(11), { at: 600, planned: 900 })).toEqual([]);
    expect(heardBy('few_questions', asking(10), { at: 599, planned: 900 })).toEqual([]);
  });

  it('is silent in a call that is meant to be short', () => {
    expect(heardBy('few_questions', asking(1), { at: 800, planned: 899 })).toEqual([]);
  });

  it('is silent where nobody said how long the call is meant to be', () => {
    expect(heardBy('few_questions', asking(1), { at: 600 })).toEqual([]);
  });
});
