import { z } from 'zod';

/** The ranges one can choose by name, in the order they are offered. */
export const ANALYTICS_PERIODS = ['all_time', 'this_week', 'this_month', 'last_30_days', 'this_quarter', 'this_year'] as const;
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number];

export const PERIOD_LABELS = {
  all_time: 'All time',
  this_week: 'This week',
  this_month: 'This month',
  last_30_days: 'Last 30 days',
  this_quarter: 'This quarter',
  this_year: 'This year',
} as const satisfies Record<AnalyticsPeriod, string>;

/** How many days a range of one's own may have: ten years. */
export const RANGE_LIMIT = 3_660;

/** The days a range may touch; before them time zones were kept to the second. */
const CALENDAR = { first: '1972-01-01', last: '2999-12-31' } as const;

const DAY = 86_400_000;

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : new Date(Number.NaN);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text >= CALENDAR.first && text <= CALENDAR.last;
};

const day = z
  .string('A day is written like 2026-11-20.')
  .refine(isDay, `A day is written like 2026-11-20, and lies between ${CALENDAR.first} and ${CALENDAR.last}.`);

/** The first and the last day of a range of one's own. */
export const CustomRange = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'A range ends on the day it begins, or later.' })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY < RANGE_LIMIT, {
    path: ['to'],
    message: `A range has at most ${RANGE_LIMIT.toLocaleString('en-US')} days.`,
  });
export type CustomRange = z.output<typeof CustomRange>;

const NamedRange = z.object({ period: z.enum(ANALYTICS_PERIODS, 'Unknown period') });

export type AnalyticsRange = z.output<typeof NamedRange> | CustomRange;

const Asked = z.object({ period: z.string().nullish(), from: z.string().nullish(), to: z.string().nullish() }).nullish();

/** A period by its name, or a first and a last day; nothing means all time. */
export const AnalyticsRange = Asked.transform((asked, ctx): AnalyticsRange => {
  const { period, from, to } = asked ?? {};
  const own = from != null || to != null;
  if (own && period != null) {
    ctx.addIssue({ code: 'custom', path: ['period'], message: 'Give a period, or a first and a last day, not both.' });
    return z.NEVER;
  }
  const read = own ? CustomRange.safeParse({ from, to }) : NamedRange.safeParse({ period: period ?? 'all_time' });
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) ctx.addIssue({ code: 'custom', path: [...path], message });
  return z.NEVER;
});
