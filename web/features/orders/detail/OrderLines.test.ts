import { expect, it } from 'vitest';
import { isZero, multiply, subtract } from './OrderLines.tsx';

it.each([
  ['68.00', 2, '136.00'],
  ['0.125', 3, '0.375'],
  ['19', 10, '190'],
  ['0.01', 0, '0.00'],
  ['-2.50', 2, '-5.00'],
])('multiplies %s by %i to %s', (price, quantity, sum) => {
  expect(multiply(price, quantity)).toBe(sum);
});

it.each([
  ['168.00', ['136.00', '32.00'], '0.00'],
  ['86.50', ['74.00', '0.125'], '12.375'],
  ['10', ['12.5'], '-2.5'],
  ['0.30', [], '0.30'],
])('subtracts from %s the amounts %j, leaving %s', (from, amounts, difference) => {
  expect(subtract(from, amounts)).toBe(difference);
});

it.each([
  ['0', true],
  ['-0.000', true],
  ['0.001', false],
])('%s is zero: %s', (amount, expected) => {
  expect(isZero(amount)).toBe(expected);
});
