import { expect, it } from 'vitest';
import { sumOf } from './order-total.ts';

it.each([
  [[], '0.00'],
  [['0.10', '0.20'], '0.30'],
  [['1250.00', '349.99', '89.5'], '1689.49'],
  [['99999999.99', '99999999.99', '0.02'], '200000000.00'],
  [['5', '-7.25'], '-2.25'],
])('adds %j to %s, to the cent', (amounts, sum) => {
  expect(sumOf(amounts)).toBe(sum);
});
