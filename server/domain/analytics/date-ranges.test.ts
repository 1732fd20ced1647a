import { describe, expect, it } from 'vitest';
import type { AnalyticsRange } from '#contract/analytics.ts';
import { calendarOf } from './calendar.ts';
import { type DateRange, resolveDateRanges, splitRange } from './date-ranges.ts';

// A Friday.
const NOW = new Date('2026-11-20T09:30:00.000Z');

const isoBounds = (span: DateRange | null) => span && [span.from?.toISOString() ?? null, span.to?.toISOString() ?? null];
const spans = (range: AnalyticsRange, timeZone = 'UTC', now = NOW) => resolveDateRanges(range, calendarOf(timeZone), now);

describe('a range', () => {
  it.each([
    ['this_week', '2026-11-16', '2026-11-21', '2026-11-09', '2026-11-13T09:30'],
    ['this_month', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-20T09:30'],
    ['last_30_days', '2026-10-22', '2026-11-21', '2026-09-22', '2026-10-21T09:30'],
    ['this_quarter', '2026-10-01', '2026-11-21', '2026-07-01', '2026-08-20T09:30'],
    ['this_year', '2026-01-01', '2026-11-21', '2025-01-01', '2025-11-20T09:30'],
  ] as const)('%s is compared with as much of the one before', (period, from, to, before, until) => {
    const { shown, previous } = spans({ period });
    expect(isoBounds(shown)).toEqual([`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`]);
    expect(isoBounds(previous)).toEqual([`${before}T00:00:00.000Z`, `${until}:00.000Z`]);
  });

  it('of all time has no borders and nothing before it', () => {
    expect(spans({ period: 'all_time' })).toMatchObject({ shown: { from: null, to: null }, previous: null });
  });

  it('of one’s own that is over is compared with as many whole days', () => {
    const { shown, previous } = spans({ from: '2026-03-28', to: '2026-03-30' }, 'Europe/Berlin');
    // The clocks went forward on the 29th: these three days had 71 hours, those before 72.
    expect(isoBounds(shown)).toEqual(['2026-03-27T23:00:00.000Z', '2026-03-30T22:00:00.000Z']);
    expect(isoBounds(previous)).toEqual(['2026-03-24T23:00:00.000Z', '2026-03-27T23:00:00.000Z']);
  });

  it('is never compared with itself, nor before it has begun', () => {
    const lastOfMarch = new Date('2026-03-31T12:00:00.000Z');
    expect(isoBounds(spans({ period: 'this_month' }, 'UTC', lastOfMarch).previous)).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
    expect(isoBounds(spans({ from: '2027-01-01', to: '2027-01-31' }).previous)).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
    ]);
  });

  it('begins and ends as the reader’s days do', () => {
    const sundayEvening = new Date('2026-11-15T19:00:00.000Z');
    // In India it is Monday already.
    expect(isoBounds(spans({ period: 'this_week' }, 'Asia/Kolkata', sundayEvening).shown)).toEqual([
      '2026-11-15T18:30:00.000Z',
      '2026-11-16T18:30:00.000Z',
    ]);
    expect(isoBounds(spans({ period: 'this_week' }, 'America/New_York', sundayEvening).shown)).toEqual([
      '2026-11-09T05:00:00.000Z',
      '2026-11-16T05:00:00.000Z',
    ]);
    expect(isoBounds(spans({ period: 'all_time' }, 'Asia/Kolkata', new Date('2026-10-31T18:30:00.000Z')).thisMonth)).toEqual([
      '2026-10-31T18:30:00.000Z',
      '2026-11-30T18:30:00.000Z',
    ]);
  });
});

describe('the weeks of a range', () => {
  const days = (range: AnalyticsRange) => spans(range).weeks.map(({ day }) => day);

  it('begin on Monday, and the outer ones are cut to it', () => {
    const { weeks } = spans({ from: '2026-11-04', to: '2026-11-10' });
    expect(weeks.map((week) => [week.day, ...(isoBounds(week) ?? [])])).toEqual([
      ['2026-11-02', '2026-11-04T00:00:00.000Z', '2026-11-09T00:00:00.000Z'],
      ['2026-11-09', '2026-11-09T00:00:00.000Z', '2026-11-11T00:00:00.000Z'],
    ]);
  });

  it('are at most 53, the last ones, and none lies ahead', () => {
    expect([days({ period: 'all_time' }).length, days({ period: 'all_time' }).at(-1)]).toEqual([53, '2026-11-16']);
    expect(days({ period: 'this_year' })).toHaveLength(47);
    expect([days({ from: '2020-01-01', to: '2025-12-31' }).length, days({ from: '2020-01-01', to: '2025-12-31' }).at(-1)]).toEqual([
      53,
      '2025-12-29',
    ]);
    expect(days({ from: '2026-11-01', to: '2030-12-31' })).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']);
  });
});

it('time is split at every boundary, and intervals outside all ranges are left out', () => {
  const { weeks, ...rest } = spans({ from: '2026-10-30', to: '2026-11-03' });
  expect(splitRange({ weeks, ...rest }).map(isoBounds)).toEqual(
    [
      ['2026-10-25', '2026-10-30'],
      ['2026-10-30', '2026-11-01'],
      ['2026-11-01', '2026-11-02'],
      ['2026-11-02', '2026-11-04'],
      ['2026-11-04', '2026-11-16'],
      ['2026-11-16', '2026-11-23'],
      ['2026-11-23', '2026-12-01'],
    ].map((days) => days.map((day) => `${day}T00:00:00.000Z`)),
  );
  expect(
    splitRange(spans({ period: 'all_time' }))
      .map(isoBounds)
      .at(0)?.[0],
  ).toBeNull();
  expect(
    splitRange(spans({ period: 'all_time' }))
      .map(isoBounds)
      .at(-1)?.[1],
  ).toBeNull();
});
