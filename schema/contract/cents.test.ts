import { describe, expect, it } from 'vitest';
import { fromCents, toCents } from './cents.ts';

describe('amounts in cents', () => {
  it.each([
    ['0', 0n],
    ['1250', 125_000n],
    ['1250.5', 125_050n],
    ['99999999.99', 9_999_999_999n],
    ['-0.07', -7n],
    ['.5', 50n],
  ])('reads %s', (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
  });

  it.each([
    [0n, '0.00'],
    [7n, '0.07'],
    [-7n, '-0.07'],
    [125_050n, '1250.50'],
  ])('writes %s', (cents, amount) => {
    expect(fromCents(cents)).toBe(amount);
  });
});
