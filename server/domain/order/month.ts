import { Invalid } from '../failures.ts';

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

function zoneOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric' as const;
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
    hourCycle: 'h23' as const,
  };
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, ...fields });
  } catch {
    throw new Invalid([{ path: 'timeZone', message: `There is no time zone called ${JSON.stringify(timeZone.slice(0, 50))}.` }]);
  }
}

/** When the calendar month of a moment began, as a clock in the zone shows it. */
export function startOfMonth(now: Date, timeZone: string): Date {
  const zone = zoneOf(timeZone);
  const local = new Date(now.getTime() + offsetAt(now.getTime(), zone));
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1);
  // The clocks may have been changed since: what counts is how far ahead the zone was then.
  const guess = midnight - offsetAt(midnight, zone);
  return new Date(midnight - offsetAt(guess, zone));
}
