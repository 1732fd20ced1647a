import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordEdits } from './edit-distance.ts';

describe('the distance between two texts', () => {
  it.each([
    ['Hi Ada, thanks.', 'Hi Ada, thanks.', 0, 0],
    ['Hi Ada,\n\nthanks.', ' Hi  Ada, thanks. ', 0, 0],
    ['We ship on [date] then.', 'We ship on Friday then.', 1, 0.2],
    ['one two three', 'one three', 1, 0.333],
    ['one two', 'one and a half two', 3, 0.6],
    ['', 'Hello there', 2, 1],
    ['', '', 0, 0],
    ['a b a b', 'b a b a', 2, 0.5],
  ])('from %j to %j is %d words', (before, after, distance, share) => {
    expect(wordEdits(before, after)).toEqual({ distance, share });
  });

  it('is the same both ways, zero only for the same words, and never more than the words of the longer one', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { distance, share } = wordEdits(before, after);
        expect(wordEdits(after, before)).toEqual({ distance, share });
        expect(distance === 0).toBe(before === after);
        expect(share).toBeLessThanOrEqual(1);
      }),
      { seed: 15, numRuns: 200 },
    );
  });
});
