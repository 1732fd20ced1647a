import { expect, it } from 'vitest';
import { startOfMonth } from './month.ts';

it.each([
  ['2026-11-20T09:30:00Z', 'UTC', '2026-11-01T00:00:00Z'],
  ['2026-11-20T09:30:00Z', 'America/New_York', '2026-11-01T04:00:00Z'],
  ['2026-12-01T03:00:00Z', 'America/New_York', '2026-11-01T04:00:00Z'],
  ['2026-12-01T06:00:00Z', 'America/New_York', '2026-12-01T05:00:00Z'],
  ['2026-11-30T18:29:59Z', 'Asia/Kolkata', '2026-10-31T18:30:00Z'],
  ['2026-11-30T18:30:00Z', 'Asia/Kolkata', '2026-11-30T18:30:00Z'],
  ['2026-03-31T12:00:00Z', 'Europe/Berlin', '2026-02-28T23:00:00Z'],
  ['2026-12-31T11:00:00Z', 'Pacific/Kiritimati', '2026-12-31T10:00:00Z'],
  ['2026-01-01T04:00:00Z', 'Pacific/Marquesas', '2025-12-01T09:30:00Z'],
])('the month of %s in %s began at %s', (now, zone, began) => {
  expect(startOfMonth(new Date(now), zone)).toEqual(new Date(began));
});

it.each(['Mars/Olympus', '', 'UTC; drop table'])('there is no zone %j', (zone) => {
  expect(() => startOfMonth(new Date(), zone)).toThrow(`There is no time zone called ${JSON.stringify(zone)}.`);
});
