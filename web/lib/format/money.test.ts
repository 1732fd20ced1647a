import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('formatMoney', () => {
  it.each([
    ['1250.00', {}, '$1,250.00'],
    ['1250.00', { withoutCents: true }, '$1,250'],
    ['0.10', {}, '$0.10'],
    ['-12.50', {}, '-$12.50'],
    ['89.9', { currency: 'EUR' }, '€89.90'],
    [null, { withoutCents: true }, '$0'],
    ['', {}, '$0.00'],
    ['not a number', {}, '$0.00'],
  ])('formats %s with %o as %s', (value, format, text) => {
    expect(formatMoney(value, format)).toBe(text);
  });

  it('keeps every cent of an amount that a float cannot represent', () => {
    expect(formatMoney('90071992547409931.07')).toBe('$90,071,992,547,409,931.07');
  });
});
