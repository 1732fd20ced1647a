const DAY = 86_400_000;

const short = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric' });
const long = new Intl.DateTimeFormat(undefined, { month: 'long', day: 'numeric', year: 'numeric' });

/** The day of a moment where the reader is, as a number that grows by one a day. */
const dayOf = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / DAY);

/** What a day is called: Today, Yesterday, then its date; the year only where it is another one. */
export function dayName(at: Date, now: Date): string {
  const ago = dayOf(now) - dayOf(at);
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  return (at.getFullYear() === now.getFullYear() ? short : long).format(at);
}

export type Day<T> = { name: string; entries: readonly T[] };

/** What happened, day by day; the order stays. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], now: Date): readonly Day<T>[] {
  const days = Map.groupBy(entries, ({ at }) => dayName(new Date(at), now));
  return [...days].map(([name, those]) => ({ name, entries: those }));
}
