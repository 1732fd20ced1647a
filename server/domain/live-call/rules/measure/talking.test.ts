import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, heardBy } from '../testing/calls.ts';

const held = { easing: false };

describe('talk share', () => {
  // 100 s of talk: of the first 40 s the rep has 30, of the last 60 s as much as is said.
  const shared = (rep: number) =>
    talk(['rep', 0, 30, blah(60)], ['customer', 30, 40, blah(20)], ['rep', 40, 40 + rep, blah(9)], ['customer', 40 + rep, 100, blah(9)]);

  it('holds above 65 % of the last minute and of all', () => {
    expect(heardBy('talk_share', shared(40), { at: 100 })).toMatchObject([
      {
        kind: 'urgent',
        value: 66.7,
        turn: null,
        text: 'You did 67% of the talking in the last minute, 70% so far: ask, then listen.',
        ...held,
      },
    ]);
  });

  it('eases at 65 % and is over five points below, so that it does not flicker', () => {
    expect(heardBy('talk_share', shared(39), { at: 100 })).toMatchObject([{ value: 65, easing: true }]);
    expect(heardBy('talk_share', shared(37), { at: 100 })).toMatchObject([{ easing: true }]);
    expect(heardBy('talk_share', shared(36), { at: 100 })).toEqual([]);
  });

  it('is silent while one of the two is in order', () => {
    // The last minute was all the rep's, the call is not; and the other way round.
    expect(heardBy('talk_share', talk(['customer', 0, 60, blah(9)], ['rep', 60, 120, blah(9)]), { at: 120 })).toEqual([]);
    expect(heardBy('talk_share', talk(['rep', 0, 200, blah(9)], ['customer', 200, 260, blah(9)]), { at: 260 })).toEqual([]);
  });

  it('is silent in the first minute, and until a minute was spoken', () => {
    expect(heardBy('talk_share', talk(['rep', 0, 59, blah(9)]), { at: 59 })).toEqual([]);
    expect(heardBy('talk_share', talk(['rep', 0, 59, blah(9)]), { at: 90 })).toEqual([]);
    expect(heardBy('talk_share', talk(['rep', 0, 60, blah(9)]), { at: 60 })).toHaveLength(1);
  });

  it('is of words without times', () => {
    const said = (rep: number) => `Rep: ${blah(rep)}\nCustomer: ${blah(100 - rep)}`;
    // A word a second: the customer's all count, and of the rep's so many as a minute has left.
    expect(heardBy('talk_share', said(76), { at: 100 })).toEqual([]);
    expect(heardBy('talk_share', `Customer: ${blah(20)}\nRep: ${blah(80)}`, { at: 100 })).toMatchObject([{ value: 80, ...held }]);
    expect(heardBy('talk_share', said(76))).toEqual([]);
  });
});

describe('a long turn, and a monologue', () => {
  const speaking = (seconds: number) => talk(['customer', 0, 10, blah(20)], ['rep', 10, 10 + seconds, blah(200)]);
  const spokenUntil = (seconds: number) => ({ at: 10 + seconds });

  it('is long above 75 s', () => {
    expect(heardBy('long_turn', speaking(75), spokenUntil(75))).toMatchObject([{ easing: true }]);
    expect(heardBy('long_turn', speaking(70), spokenUntil(70))).toEqual([]);
    expect(heardBy('long_turn', speaking(76), spokenUntil(76))).toEqual([
      {
        rule: 'long_turn',
        kind: 'tip',
        text: 'You have been speaking for 76 s: pause or ask.',
        value: 76,
        turn: 1,
        topic: null,
        words: null,
        ...held,
      },
    ]);
  });

  it('is a monologue above 120 s, and then no longer only long', () => {
    expect(heardBy('monologue', speaking(115), spokenUntil(115))).toEqual([]);
    expect(heardBy('monologue', speaking(125), spokenUntil(125))).toMatchObject([
      { kind: 'urgent', value: 125, turn: 1, text: 'You have been speaking for 2 min 5 s on end: hand over with a question.', ...held },
    ]);
    expect(heardBy('long_turn', speaking(125), spokenUntil(125))).toEqual([]);
    expect(heardBy('long_turn', speaking(125), spokenUntil(125), { monologue: { enabled: false, threshold: null } })).toHaveLength(1);
  });

  it('goes on over a sign of listening, and ends with a word of the customer', () => {
    const over = (words: string) => talk(['rep', 0, 50, blah(90)], ['customer', 50, 51, words], ['rep', 51, 81, blah(60)]);
    expect(heardBy('long_turn', over('Right, I see.'), { at: 81 })).toMatchObject([{ value: 80, turn: 0 }]);
    expect(heardBy('long_turn', over('Wait, not so fast.'), { at: 81 })).toEqual([]);
    const asked = talk(['rep', 0, 50, 'Do you need two?'], ['customer', 50, 51, 'Yes.'], ['rep', 51, 81, blah(60)]);
    expect(heardBy('long_turn', asked, { at: 81 })).toEqual([]);
  });

  it('leaves out pauses of the rep', () => {
    expect(heardBy('long_turn', talk(['rep', 0, 40, blah(80)], ['rep', 90, 120, blah(60)]), { at: 120 })).toEqual([]);
  });

  it('is estimated by words without times', () => {
    const said = `Customer: ${blah(20)}\nRep: ${blah(80)}`;
    expect(heardBy('long_turn', said, { at: 100 })).toMatchObject([{ value: 80, ...held }]);
    expect(heardBy('long_turn', said, { at: 80 })).toEqual([]);
    expect(heardBy('long_turn', said)).toEqual([]);
  });
});
