import { describe, expect, it } from 'vitest';
import { type ClockOffset, elapsedSeconds, formatTimer, updateClockOffset } from './CallTimer.tsx';

it.each([
  [0, '0:00'],
  [59, '0:59'],
  [61, '1:01'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [36_061, '10:01:01'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatTimer(seconds)).toBe(text);
});

const START = Date.parse('2026-11-20T09:30:00.000Z');
const call = { status: 'active' as const, duration: 30, countsFrom: '2026-11-20T09:30:00.000Z' };

describe('a call’s clock', () => {
  it('shows the same time in every window, whatever its own clock shows', () => {
    // One window loaded the call when it started, with a wrong clock; the other just now.
    const early = updateClockOffset(null, START + 30_100, 3_600_000);
    const late = updateClockOffset(null, START + 34_900, START + 34_900);
    expect(elapsedSeconds(call, early, 3_600_000 + 7_000)).toBe(37);
    expect(elapsedSeconds(call, late, START + 37_100)).toBe(37);
  });

  it('trusts the answer with the lowest latency, and uses no answer twice', () => {
    const quick = updateClockOffset(null, START, 1_000_000);
    const slow = updateClockOffset(quick, START + 10_000, 1_013_000);
    expect(elapsedSeconds(call, slow, 1_060_000)).toBe(60);
    expect(updateClockOffset(slow, START, 2_000_000)).toBe(slow);
    const quicker = updateClockOffset(slow, START + 20_000, 1_019_500);
    expect(elapsedSeconds(call, quicker, 1_060_000)).toBe(60);
    expect(elapsedSeconds(call, quicker, 1_060_500)).toBe(61);
  });

  it('is corrected after a clock change, and never shows less than the stored duration', () => {
    const before = updateClockOffset(null, START + 60_000, START + 60_000);
    expect(elapsedSeconds(call, before, START - 3_600_000)).toBe(30);
    for (const shift of [-3_600_000, 3_600_000]) {
      const after = updateClockOffset(before, START + 90_000, START + 90_000 + shift);
      expect(elapsedSeconds(call, after, START + 95_000 + shift)).toBe(95);
    }
  });

  it('does not tick once the call has ended, nor before the first answer', () => {
    const offset: ClockOffset = { milliseconds: 0, asOf: START };
    expect(elapsedSeconds({ ...call, status: 'completed' }, offset, START + 500_000)).toBe(30);
    expect(elapsedSeconds({ ...call, status: 'abandoned' }, offset, START + 500_000)).toBe(30);
    expect(elapsedSeconds(call, null, START + 500_000)).toBe(30);
  });
});
