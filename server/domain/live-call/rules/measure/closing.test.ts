import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, heardBy } from '../testing/calls.ts';

describe('no next step', () => {
  const NEXT = "Let's meet on Monday.";

  it('holds in the last tenth of the planned time', () => {
    const said = talk(['rep', 0, 10, NEXT], ['customer', 10, 500, blah(99)]);
    expect(heardBy('no_next_step', said, { at: 539, planned: 600 })).toEqual([]);
    expect(heardBy('no_next_step', said, { at: 540, planned: 600 })).toMatchObject([
      { kind: 'tip', value: 10, turn: null, text: '60 s left and no next step agreed: propose one.' },
    ]);
    expect(heardBy('no_next_step', said, { at: 700, planned: 600 })).toMatchObject([
      { value: 0, text: 'The planned time is over and no next step agreed: propose one.' },
    ]);
    expect(heardBy('no_next_step', said, { at: 700 })).toEqual([]);
  });

  it('is over once somebody names one towards the end', () => {
    const said = talk(['rep', 0, 480, blah(99)], ['customer', 481, 485, NEXT]);
    expect(heardBy('no_next_step', said, { at: 550, planned: 600 })).toEqual([]);
  });

  it('is estimated by words without times', () => {
    expect(heardBy('no_next_step', `Rep: ${blah(80)} ${NEXT}`, { at: 550, planned: 600 })).toEqual([]);
    expect(heardBy('no_next_step', `Rep: ${NEXT}\nCustomer: ${blah(80)}`, { at: 550, planned: 600 })).toHaveLength(1);
  });
});
