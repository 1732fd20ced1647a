import type { Owners } from './owners.ts';
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

/** The days a range may include; earlier time zones had offsets with seconds. */
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

/** The range of a question, as GraphQL takes it. */
export interface RangeParams {
  readonly period?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

// The selection behind each number of the Analytics screen. People copy these, so they are as short as possible.
const SELECTIONS = {
  'Total Leads': 'leads { total thisWeek }',
  'Conversion Rate': 'leads { conversionRate won total }',
  'Total Revenue': 'sales { revenue { currency total thisMonth } }',
  'AI Usage Rate': 'assistant { usageRate used total }',
  'Pipeline Distribution': 'leads { total stages { label count share } }',
  'Customer Sentiment': 'calls { total positive { count share } neutral { count share } negative { count share } }',
  'Sentiment by week': 'weeks { day positive neutral negative }',
  'Sales Performance': 'sales { orders wonDeals revenue { currency averageOrderValue } }',
  'Revenue by week': 'weeks { day orders revenue }',
  'AI Assistant Usage': 'assistant { total used usageRate }',
  'AI answers by week': 'weeks { day responses responsesUsed }',
  Communication: 'calls { total sales support }',
} as const;

export type ExplorableStat = keyof typeof SELECTIONS;

export const EXPLORABLE_STATS = Object.keys(SELECTIONS).filter((name): name is ExplorableStat => name in SELECTIONS);

const rangeText = ({ period, from, to }: RangeParams): string =>
  period ? `{ period: ${period} }` : `{ from: ${JSON.stringify(from ?? '')}, to: ${JSON.stringify(to ?? '')} }`;

/** `a { b c }` with each part on a line of its own, indented. */
function indented(selection: string, depth: number): string {
  let level = depth;
  const lines: string[] = [];
  for (const word of selection.split(' ')) {
    if (word === '}') level -= 1;
    if (word === '{') lines.push(`${lines.pop() ?? ''} {`);
    else lines.push(`${'  '.repeat(level)}${word}`);
    if (word === '{') level += 1;
  }
  return lines.join('\n');
}

/** The GraphQL query of some numbers, ready to be sent. */
export const numbersQuery = (names: readonly ExplorableStat[], range: RangeParams, timeZone: string, owners: Owners = 'EVERYONE'): string =>
  `query {
  analytics(
    range: ${rangeText(range)}
    timeZone: ${JSON.stringify(timeZone)}${owners === 'EVERYONE' ? '' : `\n    owners: ${owners}`}
  ) {
${names.map((name) => indented(SELECTIONS[name], 2)).join('\n')}
  }
}`;

/** The latest leads, orders and calls. */
export const RECENT_QUERY = `query {
  leads(first: 5) { nodes { id name createdAt } }
  orders(first: 5) { nodes { id orderNumber totalPrice currency createdAt } }
  transcriptions(first: 5) { nodes { id title createdAt } }
}`;
