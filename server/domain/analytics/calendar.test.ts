import { describe, expect, it } from 'vitest';
import { addDays, calendarOf, firstOfMonth, firstOfQuarter, firstOfYear, weekOf } from './calendar.ts';

describe('days', () => {
  it('are counted over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(['2026-11-16', '2026-11-20', '2026-11-22', '2027-01-01'].map((day) => weekOf(day, 'monday'))).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-12-28',
    ]);
    expect([firstOfMonth('2026-03-31', -1), firstOfMonth('2026-01-31', -1), firstOfMonth('2026-12-31', 1)]).toEqual([
      '2026-02-01',
      '2025-12-01',
      '2027-01-01',
    ]);
    expect([firstOfQuarter('2026-11-20'), firstOfQuarter('2026-02-20', -1), firstOfYear('2026-11-20', -1)]).toEqual([
      '2026-10-01',
      '2025-10-01',
      '2025-01-01',
    ]);
  });
});

describe('a day begins', () => {
  it.each([
    ['UTC', '2026-11-16', '2026-11-16T00:00:00.000Z'],
    ['Europe/Berlin', '2026-11-16', '2026-11-15T23:00:00.000Z'],
    // The days the clocks change: midnight is still of the old time, the next one of the new.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    // Half and quarter hours, and the largest offsets.
    ['Asia/Kolkata', '2026-11-16', '2026-11-15T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-16', '2026-11-15T18:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-16', '2026-11-15T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-16', '2026-11-16T11:00:00.000Z'],
    // Here summer time begins at midnight: the day begins at one.
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // Here it ends at midnight, and an hour of the day before comes twice.
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
    // Here the thirtieth was left out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s on %s at %s', (timeZone, day, begins) => {
    const { startOf, dayOf } = calendarOf(timeZone);
    expect(startOf(day).toISOString()).toBe(begins);
    expect(dayOf(startOf(day)) >= day && dayOf(new Date(startOf(day).getTime() - 1)) < day).toBe(true);
  });
});

it.each(['Mars/Olympus', '', '+05:30', '\u0000', 'x'.repeat(500)])('there is no time zone %j', (timeZone) => {
  expect(() => calendarOf(timeZone)).toThrow(`There is no time zone ${JSON.stringify(timeZone.slice(0, 50))}.`);
});

it('a time zone has one name, however it is written', () => {
  expect(calendarOf('europe/berlin').timeZone).toBe('Europe/Berlin');
});
