import { afterEach, describe, expect, it } from 'vitest';
import { dayName } from '#web/features/customers/detail/group-by-day.ts';
import { configureFormats } from './formats.ts';
import { calendarDays, minutesAndSeconds, relativeTime, secondsOf } from './time.ts';

const now = Date.parse('2026-05-20T12:00:00Z');
const second = 1_000;
const day = 86_400 * second;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [60 * second, '1 minute ago'],
    [5 * 60 * second, '5 minutes ago'],
    [3_599 * second, '59 minutes ago'],
    [3_600 * second, '1 hour ago'],
    [day, '1 day ago'],
    [6 * day, '6 days ago'],
    [7 * day, '1 week ago'],
    [30 * day, '1 month ago'],
    [400 * day, '1 year ago'],
    [-30 * second, 'just now'],
  ])('formats %i ms ago as "%s"', (ago, words) => {
    expect(relativeTime(new Date(now - ago).toISOString(), now)).toBe(words);
  });
});

it.each([
  [0, '0:00'],
  [9, '0:09'],
  [65, '1:05'],
  [600, '10:00'],
  [3_661, '61:01'],
])('formats %i seconds as %s', (seconds, written) => {
  expect(minutesAndSeconds(seconds)).toBe(written);
});

it.each([
  ['12:30', 750],
  [' 0:05 ', 5],
  ['1:02:30', 3_750],
  ['90:00', 5_400],
  ['12', null],
  ['12:60', null],
  ['12:3', null],
  ['', null],
  ['-1:00', null],
])('parses %j as %s seconds', (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds);
});

describe('a count of days', () => {
  afterEach(() => configureFormats({ locale: null, timeZone: null, currency: 'USD' }));

  it('counts midnights in the time zone of the workspace, as cards, metrics and the timeline show them', () => {
    const lateOnMonday = '2026-05-19T02:30:00.000Z';
    const earlyOnTuesday = Date.parse('2026-05-19T11:00:00.000Z');
    configureFormats({ locale: null, timeZone: 'America/New_York', currency: 'USD' });
    expect(calendarDays(lateOnMonday, earlyOnTuesday)).toBe(1);
    expect(dayName(new Date(lateOnMonday), new Date(earlyOnTuesday))).toBe('Yesterday');
    configureFormats({ locale: null, timeZone: 'Europe/Berlin', currency: 'USD' });
    expect(calendarDays(lateOnMonday, earlyOnTuesday)).toBe(0);
    expect(dayName(new Date(lateOnMonday), new Date(earlyOnTuesday))).toBe('Today');
  });

  it('is never negative, and the same in relative times', () => {
    configureFormats({ locale: null, timeZone: 'UTC', currency: 'USD' });
    expect(calendarDays('2026-05-21T00:00:00.000Z', now)).toBe(0);
    expect(relativeTime('2026-05-18T23:00:00.000Z', now)).toBe('2 days ago');
    expect(relativeTime('2026-05-19T23:00:00.000Z', now)).toBe('13 hours ago');
  });
});
