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
export const CALENDAR = { first: '1972-01-01', last: '2999-12-31' } as const;

/** Whether a text is a day of the calendar, within the days a range may touch. */
export const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : new Date(Number.NaN);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text >= CALENDAR.first && text <= CALENDAR.last;
};

/** The first and the last day of a range of one's own. */
export type CustomRange = { readonly from: string; readonly to: string };

export type AnalyticsRange = { readonly period: AnalyticsPeriod } | CustomRange;

const DAY = 86_400_000;

/** Whether a range is short enough. */
export const isWithinLimit = ({ from, to }: CustomRange): boolean => (Date.parse(to) - Date.parse(from)) / DAY < RANGE_LIMIT;

/** Whether two texts are the first and the last day of a range. */
export const isCustomRange = (range: CustomRange): boolean =>
  isDay(range.from) && isDay(range.to) && range.from <= range.to && isWithinLimit(range);
