import { OWNED_NOUNS } from '#contract/access.ts';
import { ANALYTICS_PERIODS, PERIOD_LABELS, type AnalyticsPeriod as Period, RANGE_LIMIT } from '#contract/analytics.ts';
import type { Owners } from '#contract/owners.ts';
import { narrowed } from '#domain/access/narrowed.ts';
import { WEEKS } from '#domain/analytics/date-ranges.ts';
import type { WeekFigures } from '#domain/analytics/results.ts';
import type { Analysis, Figures } from '#domain/analytics/service.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES } from '#domain/domain-events.ts';
import { NOBODY } from '#domain/viewer.ts';
import { builder } from '../builder.ts';
import { ownersArg } from '../owners.ts';
import { AssistantAnalytics, CallAnalytics, LeadAnalytics, SalesAnalytics } from './analytics-parts.ts';

const MEANINGS = {
  all_time: 'Everything.',
  this_week: 'Since the first day of the week, as the workspace has it; compared with as much of last week.',
  this_month: 'Since the first of the month; compared with as much of last month.',
  last_30_days: 'Today and the 29 days before; compared with as much of the 30 days before.',
  this_quarter: 'Since the first day of the quarter; compared with as much of last quarter.',
  this_year: 'Since the first of January; compared with as much of last year.',
} as const satisfies Record<Period, string>;

const AnalyticsPeriod = builder.enumType('AnalyticsPeriod', {
  description: 'A predefined date range.',
  values: Object.fromEntries(
    ANALYTICS_PERIODS.map((period) => [period, { value: period, description: `${PERIOD_LABELS[period]}. ${MEANINGS[period]}` }]),
  ),
});

const AnalyticsRange = builder.inputType('AnalyticsRangeInput', {
  description: 'A predefined period, or a first and a last day.',
  fields: (t) => ({
    period: t.field({ type: AnalyticsPeriod, description: 'A period that ends today.' }),
    from: t.string({
      description:
        'The first day, such as 2026-11-01. A custom range is an analyst query: two at once per person, charged for database time.',
    }),
    to: t.string({ description: `The last day, inclusive; at most ${RANGE_LIMIT.toLocaleString('en-US')} days.` }),
  }),
});

const AnalyticsBefore = builder.objectRef<Figures>('AnalyticsBefore').implement({
  description: 'The numbers of the period before. A range that is not over is compared with the same length of the previous one.',
  fields: (t) => ({
    from: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Start of the period, UTC; null for all time.',
      resolve: ({ span }) => span.from,
    }),
    to: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ended, exclusive.',
      resolve: ({ span }) => span.to,
    }),
    leads: t.field({ type: LeadAnalytics, description: 'Leads created then.', resolve: (figures) => figures }),
    sales: t.field({ type: SalesAnalytics, description: 'Orders placed and leads won then.', resolve: (figures) => figures }),
    calls: t.field({ type: CallAnalytics, description: 'Calls of that time.', resolve: (figures) => figures }),
    assistant: t.field({ type: AssistantAnalytics, description: 'Replies of the assistant then.', resolve: (figures) => figures }),
  }),
});

const AnalyticsWeek = builder.objectRef<WeekFigures>('AnalyticsWeek').implement({
  description: 'Numbers of one week. The first and last week are cut to the range.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Its first day, such as 2026-11-16; weeks begin as the workspace has it.' }),
    from: t.expose('from', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the week, UTC, or of the range if later; null for all time.',
    }),
    to: t.expose('to', { type: 'DateTime', nullable: true, description: 'When it ends, exclusive.' }),
    leads: t.int({ description: 'Leads created.', resolve: ({ leads }) => leads.total }),
    orders: t.int({ description: 'Orders, without cancelled and refunded ones.', resolve: ({ sales }) => sales.orders }),
    revenue: t.field({
      type: 'Decimal',
      description: 'Revenue in one currency.',
      args: { currency: t.arg.string({ description: 'Omitted: the first currency of `sales.revenue`.' }) },
      resolve: ({ sales, currency }, params) =>
        sales.revenue.find((each) => each.currency === (params.currency ?? currency))?.total ?? '0.00',
    }),
    positive: t.int({ description: 'Calls with positive sentiment.', resolve: ({ calls }) => calls.positive.count }),
    neutral: t.int({ description: 'Calls with neutral sentiment.', resolve: ({ calls }) => calls.neutral.count }),
    negative: t.int({ description: 'Calls with negative sentiment.', resolve: ({ calls }) => calls.negative.count }),
    responses: t.int({ description: 'Replies of the assistant.', resolve: ({ replies }) => replies.total }),
    responsesUsed: t.int({ description: 'Replies that were marked as used.', resolve: ({ replies }) => replies.used }),
  }),
});

const Analytics = builder.objectRef<Analysis & { readonly owners: Owners }>('Analytics').implement({
  description: 'Numbers of leads, orders, calls and replies over all rows.',
  fields: (t) => ({
    id: t.id({
      description: 'The same range in the same time zone of the same owners has the same id.',
      resolve: ({ id, owners }) => (owners === 'EVERYONE' ? id : `${id} ${owners.toLowerCase()}`),
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone of days, weeks and months.' }),
    from: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the range begins; null for all time.',
      resolve: ({ shown }) => shown.span.from,
    }),
    to: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends, exclusive; null for all time.',
      resolve: ({ shown }) => shown.span.to,
    }),
    leads: t.field({ type: LeadAnalytics, description: 'Leads created.', resolve: ({ shown }) => shown }),
    sales: t.field({ type: SalesAnalytics, description: 'Orders placed and leads won.', resolve: ({ shown }) => shown }),
    calls: t.field({ type: CallAnalytics, description: 'Calls and their sentiment.', resolve: ({ shown }) => shown }),
    assistant: t.field({ type: AssistantAnalytics, description: 'Replies of the assistant.', resolve: ({ shown }) => shown }),
    weeks: t.field({
      type: [AnalyticsWeek],
      description: `Weeks of the range, oldest first, at most the last ${WEEKS}. For all time, empty weeks before the first activity are omitted.`,
      complexity: { field: 1, multiplier: WEEKS },
      resolve: async (analysis) => [...(await analysis.weeks())],
    }),
    previous: t.field({
      type: AnalyticsBefore,
      nullable: true,
      description: 'The period before, for comparison; null for all time.',
      resolve: ({ previous }) => previous,
    }),
    eventCursor: t.field({
      type: 'EventCursor',
      complexity: { field: 0, multiplier: 0 },
      description: 'Subscribe from this cursor to miss no change after this response.',
      resolve: (_analysis, _args, { eventCursor }) => eventCursor,
    }),
  }),
});

builder.queryField('analytics', (t) =>
  t.field({
    type: Analytics,
    description: 'Numbers over all rows for a date range. Weeks begin on Monday.',
    args: {
      range: t.arg({ type: AnalyticsRange, description: 'The date range. Omitted: all time.' }),
      timeZone: t.arg.string({ description: 'IANA time zone, such as Europe/Berlin. Default: that of the workspace, or else UTC.' }),
      ...ownersArg(),
    },
    resolve: (_root, { range, timeZone, owners }, { services, viewer, workspace }) => {
      const { values } = workspace.settings();
      const reader = narrowed(viewer ?? NOBODY, owners, OWNED_NOUNS);
      return {
        ...services.analytics.over(reader, range, timeZone ?? values.timeZone ?? 'UTC', values.weekStart),
        owners: owners ?? 'EVERYONE',
      };
    },
  }),
);

const AnalyticsChange = builder.objectRef<SequencedEvent>('AnalyticsChange').implement({
  description: 'An event that may change the numbers.',
  fields: (t) => ({
    cursor: t.expose('cursor', { type: 'EventCursor', description: 'Cursor of the event; resume after it.' }),
    kind: t.exposeString('kind', { description: 'Type of the event, such as `lead.moved`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened, UTC.' }),
  }),
});

/** Whatever happens to what is counted. */
const COUNTED = EVENT_TYPES.filter((kind) => /^(leads?|orders?|reply|transcription)\./.test(kind));

builder.subscriptionField('analyticsChanged', (t) =>
  t.field({
    type: AnalyticsChange,
    description:
      'Events that may change the numbers, after the cursor, then live. Ends with an error of code RESYNC when the cursor is too old: refetch the numbers, then resubscribe.',
    args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor received. Omitted: only new changes.' }) },
    extensions: { shared: true },
    subscribe: (_root, { after }, { subscribeFrom }) => subscribeFrom({ after: after ?? null, kinds: COUNTED }),
    resolve: (event) => event,
  }),
);
