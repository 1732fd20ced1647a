import { describe, expect, it } from 'vitest';
import { Invalid } from '../failures.ts';
import { nextDay, parseRecurrence } from './recurrence.ts';

describe('a task repeats', () => {
  it.each([
    // 2026-11-24 is a Tuesday.
    ['FREQ=DAILY', '2026-11-24', '2026-11-24', '2026-11-25'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', '2026-11-27', '2026-11-27', '2026-11-30'],
    ['FREQ=DAILY;INTERVAL=3', '2026-11-24', '2026-11-28', '2026-11-30'],
    ['FREQ=WEEKLY', '2026-11-24', '2026-11-24', '2026-12-01'],
    ['FREQ=WEEKLY;BYDAY=MO', '2026-11-24', '2026-11-24', '2026-11-30'],
    ['FREQ=WEEKLY;INTERVAL=2', '2026-11-24', '2026-12-01', '2026-12-08'],
    ['FREQ=MONTHLY', '2026-11-30', '2026-11-30', '2026-12-30'],
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-12-31', '2026-12-31', '2027-01-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', '2027-02-01', '2027-02-28'],
    ['FREQ=MONTHLY;BYDAY=1MO', '2026-11-24', '2026-11-24', '2026-12-07'],
    ['FREQ=YEARLY', '2028-02-29', '2028-02-29', '2032-02-29'],
    ['FREQ=WEEKLY;UNTIL=20261201', '2026-11-24', '2026-11-24', '2026-12-01'],
    ['FREQ=WEEKLY;UNTIL=20261201', '2026-12-01', '2026-12-01', null],
  ])('by %s from %s, after %s, on %s', (rule, from, after, next) => {
    expect(nextDay(rule, from, after)).toBe(next);
  });

  it('by a rule in any case, with or without its name', () => {
    expect(parseRecurrence('rrule:freq=weekly;byday=mo', '2026-11-24')).toBe('FREQ=WEEKLY;BYDAY=MO');
  });

  it.each([
    ['every Monday', 'Write a rule such as FREQ=WEEKLY;BYDAY=MO, with FREQ DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=SECONDLY', 'Write a rule such as FREQ=WEEKLY;BYDAY=MO, with FREQ DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=DAILY;FREQ=DAILY', 'Write a rule such as FREQ=WEEKLY;BYDAY=MO, with FREQ DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=DAILY;COUNT=3', 'A DAILY rule cannot have COUNT=3.'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'A DAILY rule cannot have BYMONTH=2.'],
    ['FREQ=WEEKLY;INTERVAL=0', 'A WEEKLY rule cannot have INTERVAL=0.'],
    ['FREQ=WEEKLY;BYDAY=XX', 'A WEEKLY rule cannot have BYDAY=XX.'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'This rule does not occur again after the task is due.'],
    ['FREQ=DAILY;UNTIL=20200101', 'This rule does not occur again after the task is due.'],
  ])('by no rule like %s', (rule, message) => {
    expect(() => parseRecurrence(rule, '2026-11-24')).toThrow(new Invalid([{ path: 'recurrence', message }]));
  });
});
