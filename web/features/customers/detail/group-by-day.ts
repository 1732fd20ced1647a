import { dateFormat } from '#web/lib/format/formats.ts';

const DAY = 86_400_000;

const withoutYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const withYear = dateFormat({ month: 'long', day: 'numeric', year: 'numeric' });

/** The local calendar day as a number. */
const dayNumber = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / DAY);

/** "Today", "Yesterday", or the date, with the year only if it is not the current one. */
export function dayName(at: Date, now: Date): string {
  const daysAgo = dayNumber(now) - dayNumber(at);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return (at.getFullYear() === now.getFullYear() ? withoutYear : withYear).format(at);
}

export type Day<T> = { name: string; entries: readonly T[] };

/** Groups entries by local calendar day and keeps their order. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], now: Date): readonly Day<T>[] {
  const days = Map.groupBy(entries, ({ at }) => dayName(new Date(at), now));
  return [...days].map(([name, ofDay]) => ({ name, entries: ofDay }));
}
