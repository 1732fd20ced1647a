import { expect, it } from 'vitest';
import { validateRow } from './validate-rows.ts';

const readAmount = (cell: string) => {
  const { fields, problem } = validateRow('lead', ['name', 'value'], ['Jo March', cell]);
  return fields?.value ?? problem;
};

it.each([
  ['4.327,66', '4327.66'],
  ['$12,500.50', '12500.50'],
  ['1250,5', '1250.50'],
  ['1.250', 'Value: Ambiguous amount: write 1250, or two decimals'],
  ['a lot', 'Value: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
])('reads amounts as the forms do: %s is %s', (cell, amount) => {
  expect(readAmount(cell)).toBe(amount);
});
