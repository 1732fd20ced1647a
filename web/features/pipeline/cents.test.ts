import { describe, expect, it } from 'vitest';
import { fromCents, minus, plus, toCents } from './cents.ts';

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

  it('adds what a float would get wrong', () => {
    expect(plus('0.10', '0.20')).toBe('0.30');
    expect(plus('123456789012.34', '99999999.99')).toBe('123556789012.33');
    expect(minus('0.30', '0.10')).toBe('0.20');
  });

  it('takes an absent amount for nothing', () => {
    expect(plus('10.00', null)).toBe('10.00');
    expect(minus('10.00', undefined)).toBe('10.00');
  });
});
