import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, heardBy } from '../testing/calls.ts';

const held = { easing: false };

describe('silence', () => {
  it('holds after more than ten seconds, whoever spoke', () => {
    const said = talk([null, 0, 10, blah(9)]);
    expect(heardBy('silence', said, { at: 20 })).toEqual([]);
    expect(heardBy('silence', said, { at: 21 })).toMatchObject([
      { kind: 'tip', value: 11, turn: null, text: 'Silent for 11 s: ask, or say what comes next.' },
    ]);
  });

  it('is not known without times', () => {
    expect(heardBy('silence', 'Rep: Hello.', { at: 600 })).toEqual([]);
  });
});

describe('interruptions', () => {
  const CUT = [
    ['customer', 0, 10, blah(9)],
    ['rep', 8, 12, blah(9)],
    ['customer', 13, 20, blah(9)],
    ['rep', 19, 22, blah(9)],
    ['customer', 23, 30, blah(9)],
    ['rep', 30.4, 32, blah(9)],
  ] as const;

  it('hold from the third of the rep within two minutes', () => {
    expect(heardBy('interruptions', talk(...CUT), { at: 32 })).toMatchObject([
      { kind: 'tip', value: 3, turn: 5, text: 'You cut in 3 times in 2 minutes: let them finish.', ...held },
    ]);
    expect(heardBy('interruptions', talk(...CUT.slice(0, 4)), { at: 32 })).toMatchObject([{ value: 2, easing: true }]);
    expect(heardBy('interruptions', talk(...CUT.slice(0, 2)), { at: 32 })).toEqual([]);
    // The first was more than two minutes ago.
    expect(heardBy('interruptions', talk(...CUT), { at: 129 })).toMatchObject([{ value: 2, easing: true }]);
  });

  it('are not those of the customer, and not known without times', () => {
    const turned = CUT.map(([speaker, ...rest]) => [speaker === 'rep' ? 'customer' : 'rep', ...rest] as const);
    expect(heardBy('interruptions', talk(...turned), { at: 32 })).toEqual([]);
    expect(heardBy('interruptions', CUT.map(([speaker, , , text]) => `${speaker}: ${text}`).join('\n'), { at: 32 })).toEqual([]);
  });
});
