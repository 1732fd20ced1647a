import { expect, it } from 'vitest';
import { isNothing, less, times } from './OrderLines.tsx';

it.each([
  ['68.00', 2, '136.00'],
  ['0.125', 3, '0.375'],
  ['19', 10, '190'],
  ['0.01', 0, '0.00'],
  ['-2.50', 2, '-5.00'],
])('a piece at %s, %i times, comes to %s', (price, quantity, sum) => {
  expect(times(price, quantity)).toBe(sum);
});

it.each([
  ['168.00', ['136.00', '32.00'], '0.00'],
  ['86.50', ['74.00', '0.125'], '12.375'],
  ['10', ['12.5'], '-2.5'],
  ['0.30', [], '0.30'],
])('%s less %j leaves %s', (from, amounts, rest) => {
  expect(less(from, amounts)).toBe(rest);
});

it.each([
  ['0', true],
  ['-0.000', true],
  ['0.001', false],
])('%s is nothing: %s', (amount, nothing) => {
  expect(isNothing(amount)).toBe(nothing);
});
