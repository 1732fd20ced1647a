import { dateFormat, dayNumber, workspaceTimeZone } from './formats.ts';

const DAY = 86_400;
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const date = dateFormat({ dateStyle: 'medium' });
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** How many midnights lie between a moment and now: 0 is today, 1 yesterday. Never negative, so a clock that is off shows 0. */
export const calendarDays = (at: string, now: number): number => Math.max(0, dayNumber(now) - dayNumber(Date.parse(at)));

/** How long ago something was, as in "5 minutes ago"; from a day on in calendar days. A moment ahead of this clock reads as just now. */
export function relativeTime(at: string, now: number): string {
  const elapsed = Math.floor((now - Date.parse(at)) / 1000);
  const seconds = elapsed < DAY ? elapsed : calendarDays(at, now) * DAY;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

/** The moment itself, in the language and time zone of the workspace, or else the reader's. */
export const exactTime = (at: string): string => exact.format(new Date(at));

/** The day of a moment, in the language and time zone of the workspace, or else the reader's. */
export const exactDate = (at: string): string => date.format(new Date(at));

/** The time zone of the workspace, or else the reader's, by its IANA name; UTC where the browser does not know. */
export function userTimeZone(): string {
  const ofWorkspace = workspaceTimeZone();
  if (ofWorkspace) return ofWorkspace;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return !timeZone || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

/** The length of a call as minutes:seconds. */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const TYPED = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

/** Seconds of a length as people type it, 12:30 or 1:02:30; null for anything else. */
export function secondsOf(typed: string): number | null {
  const [, hours = '0', minutes, seconds] = TYPED.exec(typed.trim()) ?? [];
  return minutes === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}
