import { expect, it } from 'vitest';
import { timerStartOf } from './stored-call.ts';

const START = Date.parse('2026-11-20T09:30:00.000Z');
const at = (seconds: number) => new Date(START + seconds * 1_000);

it.each([
  ['its start, before any update', { lastUpdate: null, duration: 0 }, 0],
  ['its start, although the update arrived late', { lastUpdate: at(95.4), duration: 90 }, 0],
  ['its start, though a clock runs a little ahead', { lastUpdate: at(90), duration: 92 }, 0],
  ['earlier, when the call began before it was reported', { lastUpdate: at(2), duration: 300 }, -298],
  ['later, where it has lasted less than the clock says', { lastUpdate: at(600), duration: 60 }, 540],
])('a call’s timer counts from %s', (_from, timing, seconds) => {
  expect(timerStartOf({ createdAt: at(0), ...timing })).toEqual(at(seconds));
});
