import type { Moment } from './types.ts';

/** How far back the story goes, in days. */
export const STORY_DAYS = 90;

export const MINUTES_PER_DAY = 1_440;

/** So many days and minutes before the story's 'now'. */
export const ago = (daysAgo: number, minutesAgo = 0): Moment => ({ daysAgo, minutesAgo });

/** A moment's whole distance from 'now', in minutes. */
export const minutesBefore = (moment: Moment): number => moment.daysAgo * MINUTES_PER_DAY + (moment.minutesAgo ?? 0);
