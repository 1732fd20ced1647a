import type { Tone } from '#web/theme/theme.ts';

/** One part of every bar. */
export type Series = { name: string; tone: Tone /** The lighter of two parts in one hue. */; faint?: boolean };

/** A bar: its week, and how much each part of it is. */
export type WeekRow = { label: string; values: readonly number[] };

const days = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A Monday as it stands below its bar: Nov 16. */
export const weekLabel = (day: string): string => days.format(new Date(`${day}T00:00:00.000Z`));
