import { describe, expect, it } from 'vitest';
import { afterAnswer, type ClockOffset, secondsOf, timerText } from './CallTimer.tsx';

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

const START = Date.parse('2026-11-20T09:30:00.000Z');
const call = { status: 'active' as const, duration: 30, countsFrom: '2026-11-20T09:30:00.000Z' };

describe('a call’s clock', () => {
  it('shows the same in every window, whatever its own clock shows and whenever it came to the call', () => {
    // One window heard of the call when it began, on a clock an hour off; the other a moment ago.
    const early = afterAnswer(null, START + 30_100, 3_600_000);
    const late = afterAnswer(null, START + 34_900, START + 34_900);
    expect(secondsOf(call, early, 3_600_000 + 7_000)).toBe(37);
    expect(secondsOf(call, late, START + 37_100)).toBe(37);
  });

  it('believes the answer that was least on its way, and no answer twice', () => {
    const quick = afterAnswer(null, START, 1_000_000);
    const slow = afterAnswer(quick, START + 10_000, 1_013_000);
    expect(secondsOf(call, slow, 1_060_000)).toBe(60);
    expect(afterAnswer(slow, START, 2_000_000)).toBe(slow);
    const quicker = afterAnswer(slow, START + 20_000, 1_019_500);
    expect(secondsOf(call, quicker, 1_060_000)).toBe(60);
    expect(secondsOf(call, quicker, 1_060_500)).toBe(61);
  });

  it('is put right where this clock was set, and never shows fewer seconds than were told', () => {
    const before = afterAnswer(null, START + 60_000, START + 60_000);
    expect(secondsOf(call, before, START - 3_600_000)).toBe(30);
    for (const shift of [-3_600_000, 3_600_000]) {
      const after = afterAnswer(before, START + 90_000, START + 90_000 + shift);
      expect(secondsOf(call, after, START + 95_000 + shift)).toBe(95);
    }
  });

  it('stands still where the call is over, and before any answer', () => {
    const heard: ClockOffset = { milliseconds: 0, asOf: START };
    expect(secondsOf({ ...call, status: 'completed' }, heard, START + 500_000)).toBe(30);
    expect(secondsOf({ ...call, status: 'abandoned' }, heard, START + 500_000)).toBe(30);
    expect(secondsOf(call, null, START + 500_000)).toBe(30);
  });
});
