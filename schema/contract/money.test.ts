import { describe, expect, it } from 'vitest';
import { fromCents, MONEY_LIMIT, toCents, toMoney } from './money.ts';
import { optionalMoney } from './text.ts';
import { validationMessages } from './validation-messages.ts';

describe('an amount', () => {
  it.each([
    ['1250', '1250.00'],
    ['1250.5', '1250.50'],
    ['1250.50', '1250.50'],
    [' 12 ', '12.00'],
    ['01', '1.00'],
    ['0', '0.00'],
    ['000.10', '0.10'],
    [MONEY_LIMIT, MONEY_LIMIT],
    [0.1, '0.10'],
    [1250.5, '1250.50'],
    [99_999_999.99, MONEY_LIMIT],
  ])('given as %j is %s', (given, amount) => {
    expect(optionalMoney.parse(given)).toBe(amount);
  });

  it.each([[''], ['  '], [null], [undefined]])('may be missing: %j', (given) => {
    expect(optionalMoney.parse(given)).toBeNull();
  });

  it.each([
    [-1],
    ['-1'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e12],
    [1e-7],
    [0.001],
    ['1.005'],
    ['1.'],
    ['.5'],
    ['1e3'],
    ['1,250'],
    ['$5'],
    ['100000000'],
    ['١٢'],
    ['12\n13'],
    [true],
    [{}],
    [['1']],
  ])('is not %j', (given) => {
    expect(validationMessages(optionalMoney, given)).toEqual(['Must be an amount from 0 to 99999999.99']);
  });

  it('is stored with two decimals and no leading zeros', () => {
    expect(['7', '7.5', '7.25', '007.2'].map(toMoney)).toEqual(['7.00', '7.50', '7.25', '7.20']);
  });
});

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
