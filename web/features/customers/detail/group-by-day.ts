import { dateFormat, dayNumber } from '#web/lib/format/formats.ts';

const withoutYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const year = dateFormat({ year: 'numeric' });
const withYear = dateFormat({ month: 'long', day: 'numeric', year: 'numeric' });

/** "Today", "Yesterday", or the date, with the year only if it is not the current one. */
export function dayName(at: Date, now: Date): string {
  const daysAgo = dayNumber(now) - dayNumber(at);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return (year.format(at) === year.format(now) ? withoutYear : withYear).format(at);
}

export type Day<T> = { name: string; entries: readonly T[] };

/** Groups entries by calendar day and keeps their order. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], now: Date): readonly Day<T>[] {
  const days = Map.groupBy(entries, ({ at }) => dayName(new Date(at), now));
  return [...days].map(([name, ofDay]) => ({ name, entries: ofDay }));
}
