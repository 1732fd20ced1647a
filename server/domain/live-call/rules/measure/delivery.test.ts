import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, heardBy } from '../testing/calls.ts';

const held = { easing: false };

describe('pace', () => {
  const speaking = (words: number, seconds = 30) => talk(['rep', 0, seconds, blah(words)]);

  it('holds above 160 words a minute over 30 s, and eases ten below', () => {
    expect(heardBy('pace', speaking(81), { at: 30 })).toMatchObject([
      { kind: 'tip', value: 162, turn: 0, text: 'You speak 162 words a minute: slow down.', ...held },
    ]);
    expect(heardBy('pace', speaking(80), { at: 30 })).toMatchObject([{ value: 160, easing: true }]);
    expect(heardBy('pace', speaking(75), { at: 30 })).toEqual([]);
  });

  it('is silent before 30 s of it, long after it, for the customer, and without times', () => {
    expect(heardBy('pace', speaking(81, 29), { at: 30 })).toEqual([]);
    expect(heardBy('pace', speaking(81), { at: 61 })).toEqual([]);
    expect(heardBy('pace', talk(['customer', 0, 30, blah(99)]), { at: 30 })).toEqual([]);
    expect(heardBy('pace', `Rep: ${blah(200)}`, { at: 30 })).toEqual([]);
  });
});

describe('filler words', () => {
  const filled = (count: number) => `${'Um, '.repeat(count)}${blah(60 - count)}`;

  it('hold above four a minute', () => {
    expect(heardBy('fillers', talk(['rep', 0, 60, filled(5)]), { at: 60 })).toMatchObject([
      { kind: 'tip', value: 5, text: 'You use 5 filler words a minute: a pause does as well.', ...held },
    ]);
    expect(heardBy('fillers', talk(['rep', 0, 60, filled(4)]), { at: 60 })).toMatchObject([{ easing: true }]);
    expect(heardBy('fillers', talk(['rep', 0, 60, filled(3)]), { at: 60 })).toEqual([]);
    expect(heardBy('fillers', talk(['rep', 0, 59, filled(20)]), { at: 60 })).toEqual([]);
  });

  it('are estimated by words without times', () => {
    expect(heardBy('fillers', `Rep: ${filled(5)}`, { at: 60 })).toMatchObject([{ value: 5, ...held }]);
    expect(heardBy('fillers', `Rep: ${filled(5)}`, { at: 59 })).toEqual([]);
    expect(heardBy('fillers', `Rep: ${filled(5)}`)).toEqual([]);
  });
});
