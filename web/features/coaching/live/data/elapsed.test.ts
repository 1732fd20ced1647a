import { describe, expect, it } from 'vitest';
import { anchored, secondsAt, timerText } from './elapsed.ts';

it.each([
  [0, '0:00'],
  [59, '0:59'],
  [61, '1:01'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [36_061, '10:01:01'],
])('%i seconds are %s', (seconds, text) => {
  expect(timerText(seconds)).toBe(text);
});

describe('a call’s clock', () => {
  const start = anchored(null, 90, 1_000_000);

  it('counts on from what the server said, whatever this clock shows', () => {
    expect(secondsAt(start, 1_000_000)).toBe(90);
    expect(secondsAt(start, 1_012_900)).toBe(102);
  });

  it('does not jump for a second, and is put right where more is missing', () => {
    expect(secondsAt(anchored(start, 101, 1_012_900), 1_013_000)).toBe(103);
    expect(secondsAt(anchored(start, 140, 1_012_900), 1_012_900)).toBe(140);
  });

  it('never runs backwards when this clock is set back', () => {
    expect(secondsAt(start, 0)).toBe(90);
  });
});
