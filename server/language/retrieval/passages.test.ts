import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages.ts';

const texts = (content: string) => passagesOf(content).map(({ text }) => text);

describe('what of a training item may be said to a customer', () => {
  it('ends where the item is for colleagues alone', () => {
    expect(texts('Returns are free for 30 days.\n\nSTAFF ONLY. Pass on to the fraud unit.\nLook at the receipts.')).toEqual([
      'Returns are free for 30 days.',
    ]);
    expect(texts('Internal: we lose money on these.')).toEqual([]);
  });

  it('is neither advice to staff, nor a greeting, nor a gap to fill in', () => {
    expect(texts('Hi there,\nOffer the customer a discount.\nYour code is [code].\nThe machine weighs 9 kg.')).toEqual([
      'The machine weighs 9 kg.',
    ]);
  });
});
