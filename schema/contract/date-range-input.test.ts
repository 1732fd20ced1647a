import { describe, expect, it } from 'vitest';
import { DateRangeInput } from './date-range-input.ts';

const complaint = (range: unknown) => DateRangeInput.safeParse(range).error?.issues[0]?.message;

describe('a range', () => {
  it.each([
    [null, { period: 'all_time' }],
    [undefined, { period: 'all_time' }],
    [{}, { period: 'all_time' }],
    [{ period: 'this_week', from: null, to: null }, { period: 'this_week' }],
    [
      { from: '2028-02-29', to: '2028-02-29' },
      { from: '2028-02-29', to: '2028-02-29' },
    ],
    [
      { from: '2017-01-01', to: '2027-01-08' },
      { from: '2017-01-01', to: '2027-01-08' },
    ],
  ])('%j is read as %j', (range, read) => {
    expect(DateRangeInput.parse(range)).toEqual(read);
  });

  it.each([
    [{ period: 'yesterday' }, 'Unknown period'],
    [{ period: 'this_week', from: '2026-11-01' }, 'Give a period, or a first and a last day, not both.'],
    [{ from: '2026-11-01' }, 'A day is written like 2026-11-20.'],
    [{ from: '2026-11-20', to: '2026-11-19' }, 'A range ends on the day it begins, or later.'],
    [{ from: '2017-01-01', to: '2027-01-09' }, 'A range has at most 3,660 days.'],
    [{ from: '2026-02-29', to: '2026-03-01' }, /^A day is written/],
    [{ from: '0001-01-01', to: '9999-12-31' }, /^A day is written like 2026-11-20, and lies between/],
    [{ from: '2026-11-01T00:00:00Z', to: '\u0000' }, /^A day is written/],
  ])('%j is refused', (range, message) => {
    expect(complaint(range)).toMatch(message);
  });
});
