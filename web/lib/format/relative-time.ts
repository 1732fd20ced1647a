const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago something was, as in "5 minutes ago"; a moment ahead of this clock reads as just now. */
export function relativeTime(at: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

/** The moment itself, in the reader's locale and time zone. */
export const exactTime = (at: string): string => exact.format(new Date(at));

/** The day of a moment, in the reader's locale and time zone. */
export const exactDate = (at: string): string => date.format(new Date(at));
