import { ANALYTICS_PERIODS, PERIOD_LABELS, type AnalyticsPeriod as Period, RANGE_LIMIT } from '#contract/analytics.ts';
import { WEEKS } from '#domain/analytics/date-ranges.ts';
import type { WeekFigures } from '#domain/analytics/results.ts';
import type { Analysis, Figures } from '#domain/analytics/service.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES } from '#domain/domain-events.ts';
import { builder } from '../builder.ts';
import { AssistantAnalytics, CallAnalytics, LeadAnalytics, SalesAnalytics } from './analytics-parts.ts';

const MEANINGS = {
  all_time: 'Everything there is.',
  this_week: 'Since Monday; compared with as much of last week.',
  this_month: 'Since the first of the month; compared with as much of last month.',
  last_30_days: 'Today and the 29 days before; compared with as much of the 30 days before.',
  this_quarter: 'Since the first day of the quarter; compared with as much of last quarter.',
  this_year: 'Since the first of January; compared with as much of last year.',
} as const satisfies Record<Period, string>;

const AnalyticsPeriod = builder.enumType('AnalyticsPeriod', {
  description: 'A range of time by its name.',
  values: Object.fromEntries(
    ANALYTICS_PERIODS.map((period) => [period, { value: period, description: `${PERIOD_LABELS[period]}. ${MEANINGS[period]}` }]),
  ),
});

const AnalyticsRange = builder.inputType('AnalyticsRangeInput', {
  description: 'Which time is meant: a period by its name, or a first and a last day.',
  fields: (t) => ({
    period: t.field({ type: AnalyticsPeriod, description: 'A period that ends today.' }),
    from: t.string({
      description:
        'The first day, such as 2026-11-01. A custom range is an analyst query: two at once per person, charged for database time.',
    }),
    to: t.string({ description: `The last day, which belongs to it; at most ${RANGE_LIMIT.toLocaleString('en-US')} days.` }),
  }),
});

const AnalyticsBefore = builder.objectRef<Figures>('AnalyticsBefore').implement({
  description: 'The same numbers of the time before a range. A range that is not over is compared with as much of the one before.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', nullable: true, description: 'When it began.', resolve: ({ span }) => span.from }),
    to: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; that moment is not in it.',
      resolve: ({ span }) => span.to,
    }),
    leads: t.field({ type: LeadAnalytics, description: 'The leads that came in then.', resolve: (figures) => figures }),
    sales: t.field({ type: SalesAnalytics, description: 'The orders placed then, and the leads won.', resolve: (figures) => figures }),
    calls: t.field({ type: CallAnalytics, description: 'The calls of that time.', resolve: (figures) => figures }),
    assistant: t.field({ type: AssistantAnalytics, description: 'What the assistant answered then.', resolve: (figures) => figures }),
  }),
});

const AnalyticsWeek = builder.objectRef<WeekFigures>('AnalyticsWeek').implement({
  description: 'What came in during a week. The first and last one are cut to the range.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Its Monday, such as 2026-11-16.' }),
    from: t.expose('from', { type: 'DateTime', nullable: true, description: 'When it begins.' }),
    to: t.expose('to', { type: 'DateTime', nullable: true, description: 'When it ends; that moment is not in it.' }),
    leads: t.int({ description: 'Leads that came in.', resolve: ({ leads }) => leads.total }),
    orders: t.int({ description: 'Orders that count.', resolve: ({ sales }) => sales.orders }),
    revenue: t.field({
      type: 'Decimal',
      description: 'What the orders of a currency come to.',
      args: { currency: t.arg.string({ description: 'Which currency; left out, the first one of `sales.revenue`.' }) },
      resolve: ({ sales, currency }, asked) =>
        sales.revenue.find((each) => each.currency === (asked.currency ?? currency))?.total ?? '0.00',
    }),
    positive: t.int({ description: 'Calls that sounded positive.', resolve: ({ calls }) => calls.positive.count }),
    neutral: t.int({ description: 'Calls that sounded neutral.', resolve: ({ calls }) => calls.neutral.count }),
    negative: t.int({ description: 'Calls that sounded negative.', resolve: ({ calls }) => calls.negative.count }),
    responses: t.int({ description: 'Answers of the assistant.', resolve: ({ replies }) => replies.total }),
    responsesUsed: t.int({ description: 'How many of those someone copied to send.', resolve: ({ replies }) => replies.used }),
  }),
});

const Analytics = builder.objectRef<Analysis>('Analytics').implement({
  description: 'What leads, orders, calls and the assistant’s answers add up to: all rows, counted when asked for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the question: the same range in the same time zone has the same id.' }),
    timeZone: t.exposeString('timeZone', { description: 'Whose days, weeks and months are meant.' }),
    from: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the range begins; null for all time.',
      resolve: ({ shown }) => shown.span.from,
    }),
    to: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; that moment is not in it. Null for all time.',
      resolve: ({ shown }) => shown.span.to,
    }),
    leads: t.field({ type: LeadAnalytics, description: 'The leads that came in.', resolve: ({ shown }) => shown }),
    sales: t.field({ type: SalesAnalytics, description: 'The orders that were placed, and the leads won.', resolve: ({ shown }) => shown }),
    calls: t.field({ type: CallAnalytics, description: 'The calls, and how they sounded.', resolve: ({ shown }) => shown }),
    assistant: t.field({ type: AssistantAnalytics, description: 'What the assistant answered.', resolve: ({ shown }) => shown }),
    weeks: t.field({
      type: [AnalyticsWeek],
      description: `The weeks of the range, oldest first; of a longer one the last ${WEEKS}. Of all time, those before anything happened are left out.`,
      complexity: { field: 1, multiplier: WEEKS },
      resolve: async (analysis) => [...(await analysis.weeks())],
    }),
    previous: t.field({
      type: AnalyticsBefore,
      nullable: true,
      description: 'The same of the time before, for comparison; null for all time.',
      resolve: ({ previous }) => previous,
    }),
    eventCursor: t.field({
      type: 'EventCursor',
      complexity: { field: 0, multiplier: 0 },
      description: 'Where to start listening, so that nothing after this answer is missed.',
      resolve: (_analysis, _args, { eventCursor: heard }) => heard,
    }),
  }),
});

builder.queryField('analytics', (t) =>
  t.field({
    type: Analytics,
    description: 'Numbers over all rows, of a range of time. Weeks begin on Monday.',
    args: {
      range: t.arg({ type: AnalyticsRange, description: 'Which time; all of it when left out.' }),
      timeZone: t.arg.string({ defaultValue: 'UTC', description: 'The reader’s time zone by its IANA name, such as Europe/Berlin.' }),
    },
    resolve: (_root, { range, timeZone }, { services, viewer }) => services.analytics.over(viewer, range, timeZone ?? 'UTC'),
  }),
);

const AnalyticsChange = builder.objectRef<SequencedEvent>('AnalyticsChange').implement({
  description: 'Something that may change the numbers.',
  fields: (t) => ({
    cursor: t.expose('seq', { type: 'EventCursor', description: 'Its place in the order of events; continue after it.' }),
    kind: t.exposeString('kind', { description: 'What happened, in the past tense: `lead.moved`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});

/** Whatever happens to what is counted. */
const COUNTED = EVENT_TYPES.filter((kind) => /^(leads?|orders?|reply|transcription)\./.test(kind));

builder.subscriptionField('analyticsChanged', (t) =>
  t.field({
    type: AnalyticsChange,
    description:
      'Whatever may change the numbers after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for the numbers again.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }) },
    extensions: { shared: true },
    subscribe: (_root, { after }, { subscribeFrom: follow }) => follow({ after: after ?? null, kinds: COUNTED }),
    resolve: (event) => event,
  }),
);
