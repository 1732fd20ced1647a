import { type AnalyticsRange, PERIOD_LABELS } from '#contract/analytics.ts';
import type { LeadStage } from '#contract/lead.ts';
import type { Owners } from '#contract/owners.ts';
import { dateFormat } from '#web/lib/format/formats.ts';

/** The query parameters of the numbers on the screen. */
export type AnalyticsParams = { range: AnalyticsRange; timeZone: string; owners: Owners };

/** Which rows a number was counted from. */
export type DrilldownTarget =
  | { of: 'leads'; stage?: LeadStage }
  | { of: 'won' }
  | { of: 'orders'; currency?: string }
  | { of: 'calls'; type?: string; sentiment?: string }
  | { of: 'replies'; used?: boolean };

const days = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

const moment = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** A range as one says it: This month, or Nov 1 – 20, 2026. */
export const rangeLabel = (range: AnalyticsRange): string =>
  'period' in range ? PERIOD_LABELS[range.period] : days.formatRange(moment(range.from), moment(range.to));
