import { expect, it } from 'vitest';
import { initials } from './text.ts';

it.each([
  ['Maya Chen', 'MC'],
  ['demo', 'D'],
  ['Ana de la Cruz', 'AC'],
  ['jonas.weber', 'JW'],
  ['  ', ''],
])('formats %s as %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
