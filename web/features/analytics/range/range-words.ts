import { type AnalyticsRange, PERIOD_LABELS } from '#contract/analytics.ts';

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

const moment = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** A range as one says it: This month, or Nov 1 – 20, 2026. */
export const rangeWords = (range: AnalyticsRange): string =>
  'period' in range ? PERIOD_LABELS[range.period] : days.formatRange(moment(range.from), moment(range.to));
