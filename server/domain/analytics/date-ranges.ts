import type { AnalyticsRange } from '#contract/analytics.ts';
import { addDays, type Calendar, type Day, daysFrom, firstOfMonth, firstOfQuarter, firstOfYear, weekOf } from './calendar.ts';

/** From a moment on, up to another, which does not belong to it; null is no end. */
export interface DateRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface Week extends DateRange {
  /** Its first day. */
  readonly day: Day;
}

/** All stretches of time one answer speaks of. */
export interface DateRanges {
  readonly shown: DateRange;
  /** As long as `shown` has lasted so far, and before it; null for all time. */
  readonly previous: DateRange | null;
  readonly thisWeek: DateRange;
  readonly thisMonth: DateRange;
  /** The weeks that `shown` touches, cut to it, oldest first; of many the last ones. */
  readonly weeks: readonly Week[];
}

/** How many weeks a series has at most: a year touches as many. */
export const WEEKS = 53;

interface Stretch {
  readonly from: Day;
  readonly to: Day;
  /** First day of what it is compared with. */
  readonly before: Day;
}

/** The days of a range, as of today; null for all time. */
function stretchOf(range: AnalyticsRange, today: Day, { weekStart }: Calendar): Stretch | null {
  if ('from' in range) return { ...range, before: addDays(range.from, -daysFrom(range.from, range.to) - 1) };
  const since = (from: Day, before: Day) => ({ from, to: today, before });
  switch (range.period) {
    case 'all_time':
      return null;
    case 'this_week':
      return since(weekOf(today, weekStart), addDays(weekOf(today, weekStart), -7));
    case 'this_month':
      return since(firstOfMonth(today), firstOfMonth(today, -1));
    case 'last_30_days':
      return since(addDays(today, -29), addDays(today, -59));
    case 'this_quarter':
      return since(firstOfQuarter(today), firstOfQuarter(today, -1));
    case 'this_year':
      return since(firstOfYear(today), firstOfYear(today, -1));
  }
}

export function resolveDateRanges(range: AnalyticsRange, calendar: Calendar, now: Date): DateRanges {
  const today = calendar.dayOf(now);
  const starting = (from: Day, next: Day): DateRange => ({ from: calendar.startOf(from), to: calendar.startOf(next) });
  const stretch = stretchOf(range, today, calendar);
  const week = weekOf(today, calendar.weekStart);
  return {
    ...(stretch ? compared(stretch, calendar, now) : { shown: { from: null, to: null }, previous: null }),
    thisWeek: starting(week, addDays(week, 7)),
    thisMonth: starting(firstOfMonth(today), firstOfMonth(today, 1)),
    weeks: weeksOf(stretch, today, calendar),
  };
}

/** A range that is not over yet is compared with as much of the one before as has passed of it. */
function compared({ from, to, before }: Stretch, { startOf }: Calendar, now: Date): Pick<DateRanges, 'shown' | 'previous'> {
  const shown = { from: startOf(from), to: startOf(addDays(to, 1)) };
  const begin = startOf(before);
  const over = now >= shown.to;
  const end = over ? startOf(addDays(before, daysFrom(from, to) + 1)) : new Date(begin.getTime() + now.getTime() - shown.from.getTime());
  // A long month has days its predecessor lacks; what has not begun has nothing to be compared with.
  const bounded = Math.min(Math.max(end.getTime(), begin.getTime()), shown.from.getTime());
  return { shown, previous: { from: begin, to: new Date(bounded) } };
}

function weeksOf(stretch: Stretch | null, today: Day, { startOf, weekStart }: Calendar): Week[] {
  const unfinished = !stretch || (stretch.from <= today && today < stretch.to);
  const last = weekOf(unfinished ? today : stretch.to, weekStart);
  const first = stretch ? weekOf(stretch.from, weekStart) : addDays(last, -7 * (WEEKS - 1));
  const count = Math.min(daysFrom(first, last) / 7 + 1, WEEKS);
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(last, 7 * (index - count + 1));
    const next = addDays(day, 7);
    if (!stretch) return { day, from: startOf(day), to: startOf(next) };
    const after = addDays(stretch.to, 1);
    return { day, from: startOf(day < stretch.from ? stretch.from : day), to: startOf(next > after ? after : next) };
  });
}

const START = Number.NEGATIVE_INFINITY;
const END = Number.POSITIVE_INFINITY;

const beginOf = ({ from }: DateRange) => from?.getTime() ?? START;
const endOf = ({ to }: DateRange) => to?.getTime() ?? END;

export const within = (inner: DateRange, outer: DateRange): boolean => beginOf(inner) >= beginOf(outer) && endOf(inner) <= endOf(outer);

/** Intervals, oldest first, none crossing the boundary of a range; those outside every range are left out. */
export function splitRange({ shown, previous, thisWeek, thisMonth, weeks }: DateRanges): DateRange[] {
  const spans = [shown, ...(previous ? [previous] : []), thisWeek, thisMonth, ...weeks];
  const borders = [...new Set(spans.flatMap((span) => [beginOf(span), endOf(span)]))].toSorted((one, other) => (one < other ? -1 : 1));
  return borders.slice(1).flatMap((to, index) => {
    const interval = { from: moment(borders[index]), to: moment(to) };
    return spans.some((span) => within(interval, span)) ? [interval] : [];
  });
}

const moment = (at: number | undefined): Date | null => (at === undefined || !Number.isFinite(at) ? null : new Date(at));
