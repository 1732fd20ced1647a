import type { Week } from './date-ranges.ts';
import { type CallFigures, callFigures, type LeadFigures, leadFigures, orderFigures, type ReplyFigures, replyFigures } from './metrics.ts';
import type { Answer, SalesFigures } from './results.ts';

/** A week of the series: what came in during it. */
export interface WeekFigures extends Week {
  readonly leads: LeadFigures;
  readonly sales: SalesFigures;
  readonly calls: CallFigures;
  readonly replies: ReplyFigures;
  /** That of most interest in the range: the first of its revenue. */
  readonly currency: string;
}

interface Answers {
  readonly leads: Answer<LeadFigures>;
  readonly sales: Answer<SalesFigures>;
  readonly calls: Answer<CallFigures>;
  readonly replies: Answer<ReplyFigures>;
}

/** A series that begins with the first week of an all too young workspace would be a single bar. */
const AT_LEAST = 8;

const quiet = ({ leads, sales, calls, replies }: WeekFigures) =>
  leads.total + sales.orders + sales.undone + sales.wonDeals + calls.total + replies.total === 0;

/** The weeks one after the other. Of all time, those before anything happened are left out. */
export function seriesOf(weeks: readonly Week[], { leads, sales, calls, replies }: Answers, allTime: boolean): readonly WeekFigures[] {
  const series = weeks.map((week) => ({
    ...week,
    leads: leads.weeks.get(week.day) ?? leadFigures([]),
    sales: sales.weeks.get(week.day) ?? { ...orderFigures([]), wonDeals: 0 },
    calls: calls.weeks.get(week.day) ?? callFigures([]),
    replies: replies.weeks.get(week.day) ?? replyFigures([]),
    currency: sales.shown.revenue[0]?.currency ?? 'USD',
  }));
  if (!allTime) return series;
  const first = series.findIndex((week) => !quiet(week));
  const latest = Math.max(0, series.length - AT_LEAST);
  return series.slice(first === -1 ? latest : Math.min(first, latest));
}
