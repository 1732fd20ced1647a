import { expect, it } from 'vitest';
import { minus, plus } from './cents.ts';

it('adds what a float would get wrong', () => {
  expect(plus('0.10', '0.20')).toBe('0.30');
  expect(plus('123456789012.34', '99999999.99')).toBe('123556789012.33');
  expect(minus('0.30', '0.10')).toBe('0.20');
});

it('takes an absent amount for nothing', () => {
  expect(plus('10.00', null)).toBe('10.00');
  expect(minus('10.00', undefined)).toBe('10.00');
});
