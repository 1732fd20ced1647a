import type { WeekStart } from '#contract/workspace.ts';
import { Invalid } from '../failures.ts';

/** A day as calendars write it: `2026-11-20`. Such texts sort as the days do. */
export type Day = string;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Clocks differ from UTC by at most 14 hours; one more makes sure. */
const FARTHEST = 15 * 60;

const utc = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`);
const written = (at: number): Day => new Date(at).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => written(utc(day) + days * DAY);
export const daysFrom = (first: Day, last: Day): number => Math.round((utc(last) - utc(first)) / DAY);

/** How weekdays count from Sunday. */
const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const satisfies Record<WeekStart, number>;

/** The first day of the week of a day. */
export const weekOf = (day: Day, start: WeekStart): Day => addDays(day, -((new Date(utc(day)).getUTCDay() - WEEKDAYS[start] + 7) % 7));

/** The first day of the month `months` away: 0 for this month, -1 for the one before. */
export function firstOfMonth(day: Day, months = 0): Day {
  const at = new Date(utc(day));
  return written(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
}

/** The first day of the quarter `quarters` away. */
export const firstOfQuarter = (day: Day, quarters = 0): Day => firstOfMonth(day, quarters * 3 - (new Date(utc(day)).getUTCMonth() % 3));

export const firstOfYear = (day: Day, years = 0): Day => firstOfMonth(day, years * 12 - new Date(utc(day)).getUTCMonth());

/** The days of one time zone. */
export interface Calendar {
  readonly timeZone: string;
  /** The day on which its weeks begin. */
  readonly weekStart: WeekStart;
  /** Which day it is there. */
  dayOf(at: Date): Day;
  /** When a day begins there: at midnight, or where the clocks skip midnight, at the first moment after it. */
  startOf(day: Day): Date;
}

/** The calendar of a time zone by its IANA name; `Invalid`, with the name, where there is none. */
export function calendarOf(timeZone: string, weekStart: WeekStart = 'monday'): Calendar {
  const days = formatOf(timeZone);
  const dayOf = (at: Date) => days.format(at);
  return {
    timeZone: days.resolvedOptions().timeZone,
    weekStart,
    dayOf,
    startOf: (day) => {
      const midnight = utc(day);
      let before = -FARTHEST;
      let after = FARTHEST;
      while (after - before > 1) {
        const middle = (before + after) >> 1;
        if (dayOf(new Date(midnight + middle * MINUTE)) < day) before = middle;
        else after = middle;
      }
      return new Date(midnight + after * MINUTE);
    },
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    // A mere offset, which newer engines take too, knows nothing of summer time.
    if (/^[+-]/.test(timeZone)) throw new RangeError('An offset');
    // Canadians write days as ISO 8601 does.
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    throw new Invalid([
      { path: 'timeZone', message: `There is no time zone ${JSON.stringify(timeZone.slice(0, 50))}. Write it like Europe/Berlin.` },
    ]);
  }
}
