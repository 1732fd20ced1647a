import { expect, it } from 'vitest';
import type { DecimalSign } from '#contract/money.ts';
import { createRowReader } from './validate-rows.ts';

const readAmount = (cell: string, decimalSign: DecimalSign = '.') => {
  const columns = ['name', 'value'];
  const { fields, problems } = createRowReader({ entityType: 'lead', columns, replacements: [], emptyFields: [], decimalSign })([
    'Jo March',
    cell,
  ]);
  return fields?.value ?? problems[0]?.problem;
};

it.each([
  ['4.327,66', '4327.66'],
  ['$12,500.50', '12500.50'],
  ['1250,5', '1250.50'],
  ['1,500', '1500.00'],
  ['1.250', 'Ambiguous amount: write 1250, or two decimals'],
  ['a lot', 'Must be an amount from 0 to 99999999.99, such as 1,250.50'],
])('reads amounts as the forms do: %s is %s', (cell, amount) => {
  expect(readAmount(cell)).toBe(amount);
});

it.each([
  [',', '1.250', '1250.00'],
  [',', '1,500', 'Ambiguous amount: write 1500, or two decimals'],
  [',', '12,500.50', '12500.50'],
  ['mixed', '1.250', 'Ambiguous amount: write 1250, or two decimals'],
  ['mixed', '1,500', 'Ambiguous amount: write 1500, or two decimals'],
] as const)('reads amounts as the others of their column are written: decimals after %s, %s is %s', (decimalSign, cell, amount) => {
  expect(readAmount(cell, decimalSign)).toBe(amount);
});
