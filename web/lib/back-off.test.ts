import { expect, it } from 'vitest';
import { backOff } from './back-off.ts';

it('waits longer each time, half a minute at most, with random jitter', () => {
  expect([0, 1, 2, 10].map((attempt) => backOff(attempt, () => 1))).toEqual([500, 1_000, 2_000, 30_000]);
  expect([0, 1, 2, 10].map((attempt) => backOff(attempt, () => 0))).toEqual([250, 500, 1_000, 15_000]);
});

it('waits no longer than its limit', () => {
  expect([0, 2, 3, 10].map((attempt) => backOff(attempt, () => 1, 4_000))).toEqual([500, 2_000, 4_000, 4_000]);
});
