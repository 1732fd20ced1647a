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

/** What a clock in the zone shows at a moment, as if it were UTC. */
export const toLocal = (at: Date, timeZone: string): Date => new Date(at.getTime() + offsetAt(at.getTime(), zoneOf(timeZone)));

/** When a clock in the zone shows this, as if it were UTC. */
export function fromLocal(local: Date, timeZone: string): Date {
  const zone = zoneOf(timeZone);
  // The clocks may have been changed: what counts is how far ahead the zone is then.
  const guess = local.getTime() - offsetAt(local.getTime(), zone);
  return new Date(local.getTime() - offsetAt(guess, zone));
}

/** When the calendar month of a moment began, as a clock in the zone shows it. */
export function startOfMonth(now: Date, timeZone: string): Date {
  const local = toLocal(now, timeZone);
  return fromLocal(new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1)), timeZone);
}
