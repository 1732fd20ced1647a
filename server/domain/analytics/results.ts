import type { Day } from './calendar.ts';
import { type DateRange, type DateRanges, splitRange, type Week, within } from './date-ranges.ts';
import {
  type CallFigures,
  callFigures,
  countOf,
  type LeadFigures,
  type LostFigures,
  leadFigures,
  lostFigures,
  type OrderFigures,
  orderFigures,
  type ReplyFigures,
  replyFigures,
} from './metrics.ts';
import { type Count, type Counted, countCalls, countLeads, countLost, countOrders, countReplies, countWon } from './queries.ts';

/** The numbers of one table for every requested range. */
export interface Answer<Figures> {
  readonly shown: Figures;
  /** Nothing at all where there is no time before. */
  readonly previous: Figures;
  readonly weeks: ReadonlyMap<Day, Figures>;
}

export interface LeadAnswer extends Answer<LeadFigures> {
  /** Since Monday, whatever range is shown. */
  readonly thisWeek: number;
}

export interface SalesFigures extends OrderFigures {
  /** Leads won in this time, whenever they came in. */
  readonly wonDeals: number;
  /** Leads lost in this time and not reopened, whenever they came in. */
  readonly lost: LostFigures;
}

export interface SalesAnswer extends Answer<SalesFigures> {
  /** What orders of this calendar month come to, whatever range is shown; by currency. */
  readonly thisMonth: ReadonlyMap<string, string>;
}

/** Adds up the intervals that make up each range. */
function rowsByRange<Row extends Counted>(buckets: readonly DateRange[], rows: readonly Row[]) {
  const rowsOf = Map.groupBy(rows, ({ bucket }) => bucket);
  return (span: DateRange): readonly Row[] => buckets.flatMap((bucket, index) => (within(bucket, span) ? (rowsOf.get(index) ?? []) : []));
}

const NEVER: DateRange = { from: new Date(0), to: new Date(0) };

const eachOf = <Figures>({ shown, previous, weeks }: DateRanges, figuresOf: (span: DateRange) => Figures): Answer<Figures> => ({
  shown: figuresOf(shown),
  previous: figuresOf(previous ?? NEVER),
  weeks: new Map(weeks.map((week) => [week.day, figuresOf(week)])),
});

export async function answerLeads(count: Count, spans: DateRanges): Promise<LeadAnswer> {
  const buckets = splitRange(spans);
  const rowsIn = rowsByRange(buckets, await countLeads(count, buckets));
  return { ...eachOf(spans, (span) => leadFigures(rowsIn(span))), thisWeek: countOf(rowsIn(spans.thisWeek)) };
}

export async function answerSales(count: Count, spans: DateRanges): Promise<SalesAnswer> {
  const buckets = splitRange(spans);
  const [orders, won, lost] = await Promise.all([countOrders(count, buckets), countWon(count, buckets), countLost(count, buckets)]);
  const [ordersIn, wonIn, lostIn] = [rowsByRange(buckets, orders), rowsByRange(buckets, won), rowsByRange(buckets, lost)];
  const { revenue } = orderFigures(ordersIn(spans.thisMonth));
  return {
    ...eachOf(spans, (span) => ({ ...orderFigures(ordersIn(span)), wonDeals: countOf(wonIn(span)), lost: lostFigures(lostIn(span)) })),
    thisMonth: new Map(revenue.map(({ currency, total }) => [currency, total])),
  };
}

export async function answerCalls(count: Count, spans: DateRanges): Promise<Answer<CallFigures>> {
  const buckets = splitRange(spans);
  const rowsIn = rowsByRange(buckets, await countCalls(count, buckets));
  return eachOf(spans, (span) => callFigures(rowsIn(span)));
}

export async function answerReplies(count: Count, spans: DateRanges): Promise<Answer<ReplyFigures>> {
  const buckets = splitRange(spans);
  const rowsIn = rowsByRange(buckets, await countReplies(count, buckets));
  return eachOf(spans, (span) => replyFigures(rowsIn(span)));
}

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
  leads.total + sales.orders + sales.undone + sales.wonDeals + sales.lost.count + calls.total + replies.total === 0;

/** The weeks one after the other. Of all time, those before anything happened are left out. */
export function seriesOf(weeks: readonly Week[], { leads, sales, calls, replies }: Answers, allTime: boolean): readonly WeekFigures[] {
  const series = weeks.map((week) => ({
    ...week,
    leads: leads.weeks.get(week.day) ?? leadFigures([]),
    sales: sales.weeks.get(week.day) ?? { ...orderFigures([]), wonDeals: 0, lost: lostFigures([]) },
    calls: calls.weeks.get(week.day) ?? callFigures([]),
    replies: replies.weeks.get(week.day) ?? replyFigures([]),
    currency: sales.shown.revenue[0]?.currency ?? 'USD',
  }));
  if (!allTime) return series;
  const first = series.findIndex((week) => !quiet(week));
  const latest = Math.max(0, series.length - AT_LEAST);
  return series.slice(first === -1 ? latest : Math.min(first, latest));
}
