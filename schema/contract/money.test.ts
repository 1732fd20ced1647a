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
    ['1,250', '1250.00'],
    ['$1,250', '1250.00'],
    ['$ 5', '5.00'],
    ['1250,5', '1250.50'],
    ['12,500.50', '12500.50'],
    ['12.500,50', '12500.50'],
    ['4.327,66', '4327.66'],
    ['4.327,66 €', '4327.66'],
    ['12 500,50', '12500.50'],
    ['12\u202f500,50', '12500.50'],
    ['1’234’567.5', '1234567.50'],
    ['1.234.567', '1234567.00'],
    ['99,999,999.99', MONEY_LIMIT],
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
    ['1.'],
    ['.5'],
    ['1e3'],
    ['12,50,00'],
    ['0,250'],
    ['1250,500'],
    ['1,250,50'],
    ['1.250.00'],
    ['1,25.000'],
    ['100,000,000'],
    ['$'],
    ['5 USD'],
    ['100000000'],
    ['١٢'],
    ['12\n13'],
    [true],
    [{}],
    [['1']],
  ])('is not %j', (given) => {
    expect(validationMessages(optionalMoney, given)).toEqual(['Must be an amount from 0 to 99999999.99, such as 1,250.50']);
  });

  it('is refused where a point may end the whole or group it', () => {
    expect(validationMessages(optionalMoney, '1.250')).toEqual(['Ambiguous amount: write 1250, or two decimals']);
    expect(validationMessages(optionalMoney, '$999.999')).toEqual(['Ambiguous amount: write 999999, or two decimals']);
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
