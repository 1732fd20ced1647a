import { z } from 'zod';
import { ANALYTICS_PERIODS, type AnalyticsRange, CALENDAR, isDay, isWithinLimit, RANGE_LIMIT } from './analytics.ts';

const day = z
  .string('A day is written like 2026-11-20.')
  .refine(isDay, `A day is written like 2026-11-20, and lies between ${CALENDAR.first} and ${CALENDAR.last}.`);

/** The first and the last day of a range of one's own. */
export const CustomRangeInput = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'A range ends on the day it begins, or later.' })
  .refine(isWithinLimit, {
    path: ['to'],
    message: `A range has at most ${RANGE_LIMIT.toLocaleString('en-US')} days.`,
  });
const NamedRange = z.object({ period: z.enum(ANALYTICS_PERIODS, 'Unknown period') });

const RawRange = z.object({ period: z.string().nullish(), from: z.string().nullish(), to: z.string().nullish() }).nullish();

/** A period by its name, or a first and a last day; nothing means all time. */
export const DateRangeInput = RawRange.transform((input, ctx): AnalyticsRange => {
  const { period, from, to } = input ?? {};
  const own = from != null || to != null;
  if (own && period != null) {
    ctx.addIssue({ code: 'custom', path: ['period'], message: 'Give a period, or a first and a last day, not both.' });
    return z.NEVER;
  }
  const read = own ? CustomRangeInput.safeParse({ from, to }) : NamedRange.safeParse({ period: period ?? 'all_time' });
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) ctx.addIssue({ code: 'custom', path: [...path], message });
  return z.NEVER;
});
