import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { LOST_REASONS, type LostReason } from '#contract/lost-reasons.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { Counted, CountedCalls, CountedLeads, CountedLost, CountedOrders, CountedReplies } from './queries.ts';

export interface Share {
  readonly count: number;
  /** Percent of all, one decimal; 0 where there are none. */
  readonly share: number;
}

export interface LeadFigures {
  readonly total: number;
  readonly won: number;
  readonly conversionRate: number;
  /** All six, left to right. */
  readonly stages: ReadonlyArray<Share & { readonly stage: LeadStage }>;
}

/** What orders of one currency come to. */
export interface Revenue {
  readonly currency: string;
  readonly total: string;
  readonly orders: number;
  readonly averageOrderValue: string;
}

export interface OrderFigures {
  /** By currency: US dollars first, then by their letters; without an order, US dollars alone. */
  readonly revenue: readonly Revenue[];
  /** Those that count. */
  readonly orders: number;
  /** Those that were cancelled or refunded. */
  readonly undone: number;
}

/** Leads that were lost. */
export interface LostFigures {
  readonly count: number;
  /** What they were worth; US dollars. */
  readonly value: string;
  /** Most leads first; reasons without a lead are left out. */
  readonly reasons: ReadonlyArray<{ readonly reason: LostReason; readonly count: number; readonly value: string }>;
}

export interface CallFigures {
  readonly total: number;
  readonly sales: number;
  readonly support: number;
  readonly positive: Share;
  readonly neutral: Share;
  readonly negative: Share;
  /** Not judged, or in a word of an import. */
  readonly other: Share;
}

export interface ReplyFigures {
  readonly total: number;
  readonly used: number;
  readonly usageRate: number;
}

/** Percent with one decimal, halves up; 0 of nothing. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

export const countOf = (rows: readonly Counted[]): number => rows.reduce((sum, { count }) => sum + count, 0);

export function leadFigures(rows: readonly CountedLeads[]): LeadFigures {
  const total = countOf(rows);
  const stages = LEAD_STAGES.map((stage) => {
    const count = countOf(rows.filter((row) => row.stage === stage));
    return { stage, count, share: percent(count, total) };
  });
  const won = stages.find(({ stage }) => stage === 'won')?.count ?? 0;
  return { total, won, conversionRate: percent(won, total), stages };
}

const worth = (rows: readonly CountedLost[]): string => fromCents(rows.reduce((sum, { value }) => sum + toCents(value), 0n));

export function lostFigures(rows: readonly CountedLost[]): LostFigures {
  const reasons = LOST_REASONS.map((reason) => {
    const ofReason = rows.filter((row) => row.reason === reason);
    return { reason, count: countOf(ofReason), value: worth(ofReason) };
  });
  const found = reasons.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count);
  return { count: countOf(rows), value: worth(rows), reasons: found };
}

const FIRST = 'USD';

export function orderFigures(rows: readonly CountedOrders[]): OrderFigures {
  const currencies = [...new Set(rows.filter(({ count, undone }) => count > undone).map(({ currency }) => currency))];
  const others = currencies.filter((currency) => currency !== FIRST).toSorted();
  const listed = currencies.includes(FIRST) || others.length === 0 ? [FIRST, ...others] : others;
  const revenue = listed.map((currency) =>
    revenueOf(
      currency,
      rows.filter((row) => row.currency === currency),
    ),
  );
  const undone = rows.reduce((sum, row) => sum + row.undone, 0);
  return { revenue, orders: countOf(rows) - undone, undone };
}

function revenueOf(currency: string, rows: readonly CountedOrders[]): Revenue {
  const cents = rows.reduce((sum, { revenue }) => sum + toCents(revenue ?? '0'), 0n);
  const orders = rows.reduce((sum, { count, undone }) => sum + count - undone, 0);
  return { currency, total: fromCents(cents), orders, averageOrderValue: fromCents(shared(cents, BigInt(orders))) };
}

/** A sum shared out evenly, to the nearest cent, halves away from zero; nothing where there is nobody to share with. */
function shared(cents: bigint, among: bigint): bigint {
  if (among === 0n) return 0n;
  const half = cents < 0n ? -among : among;
  return (cents * 2n + half) / (among * 2n);
}

export function callFigures(rows: readonly CountedCalls[]): CallFigures {
  const total = countOf(rows);
  const share = (count: number): Share => ({ count, share: percent(count, total) });
  const sounding = (sentiment: string) => countOf(rows.filter((row) => row.sentiment === sentiment));
  const about = (type: string) => countOf(rows.filter((row) => row.type === type));
  const [positive, neutral, negative] = [sounding('positive'), sounding('neutral'), sounding('negative')];
  return {
    total,
    sales: about('sales'),
    support: about('support'),
    positive: share(positive),
    neutral: share(neutral),
    negative: share(negative),
    other: share(total - positive - neutral - negative),
  };
}

export function replyFigures(rows: readonly CountedReplies[]): ReplyFigures {
  const total = countOf(rows);
  const used = rows.reduce((sum, row) => sum + row.used, 0);
  return { total, used, usageRate: percent(used, total) };
}
