import { STAGE_LABELS } from '#contract/lead.ts';
import type { LeadFigures, LostFigures, Revenue as RevenueFigures, Share } from '#domain/analytics/metrics.ts';
import type { Figures } from '#domain/analytics/service.ts';
import { AiResponseConnection } from '../assistant.ts';
import { builder } from '../builder.ts';
import { asConnection, perRow } from '../connection.ts';
import { LeadConnection, LeadLostReason, LeadStage } from '../lead.ts';
import { OrderConnection } from '../order/order.ts';
import { TranscriptionConnection } from '../transcription/transcription.ts';

const StageShare = builder.objectRef<LeadFigures['stages'][number]>('StageShare').implement({
  description: 'Number of leads in a stage now.',
  fields: (t) => ({
    stage: t.expose('stage', { type: LeadStage, description: 'The stage.' }),
    label: t.string({
      description: 'Display name of the stage; the first one is “New Leads” here.',
      resolve: ({ stage }) => (stage === 'leads' ? 'New Leads' : STAGE_LABELS[stage]),
    }),
    count: t.exposeInt('count', { description: 'Number of leads.' }),
    share: t.exposeFloat('share', { description: 'count ÷ all leads of the range × 100, one decimal; 0 without leads.' }),
  }),
});

export const LeadAnalytics = builder.objectRef<Figures>('LeadAnalytics').implement({
  description: 'Leads created within the range.',
  fields: (t) => ({
    total: t.int({ description: 'Number of leads.', resolve: async (figures) => (await figures.leads()).total }),
    thisWeek: t.int({
      description: 'Leads created since Monday 0:00 in the time zone, whatever the range.',
      resolve: async (figures) => (await figures.leads()).thisWeek,
    }),
    won: t.int({ description: 'How many of them are in stage `won` now.', resolve: async (figures) => (await figures.leads()).won }),
    conversionRate: t.float({
      description: 'won ÷ total × 100, one decimal; 0 without leads.',
      resolve: async (figures) => (await figures.leads()).conversionRate,
    }),
    stages: t.field({
      type: [StageShare],
      description: 'All six stages in order, with the number of these leads in each now.',
      complexity: { field: 1, multiplier: 6 },
      resolve: async (figures) => [...(await figures.leads()).stages],
    }),
    rows: t.field({
      type: LeadConnection,
      description: 'The leads behind these numbers, newest first.',
      args: { ...t.arg.connectionArgs(), stage: t.arg({ type: LeadStage, description: 'Only leads in this stage now.' }) },
      complexity: perRow,
      resolve: async ({ span, reader }, { stage, ...page }, { services }) =>
        asConnection(await services.analytics.leadsIn(reader, span, stage, page)),
    }),
  }),
});

const Revenue = builder.objectRef<RevenueFigures & { readonly thisMonth: string }>('Revenue').implement({
  description: 'Revenue in one currency, without cancelled and refunded orders.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO code, such as USD.' }),
    total: t.expose('total', { type: 'Decimal', description: 'Exact sum of the order totals.' }),
    thisMonth: t.expose('thisMonth', {
      type: 'Decimal',
      description: 'The same sum over orders placed since the first of the month, 0:00 in the time zone, whatever the range.',
    }),
    orders: t.exposeInt('orders', { description: 'Number of orders.' }),
    averageOrderValue: t.expose('averageOrderValue', {
      type: 'Decimal',
      description: 'total ÷ orders, to the nearest cent, halves up; 0.00 without orders.',
    }),
  }),
});

const LostDealsOfReason = builder.objectRef<LostFigures['reasons'][number]>('LostDealsOfReason').implement({
  description: 'Leads that were lost for one reason.',
  fields: (t) => ({
    reason: t.expose('reason', { type: LeadLostReason, description: 'The reason.' }),
    count: t.exposeInt('count', { description: 'Number of leads.' }),
    value: t.expose('value', { type: 'Decimal', description: 'Total value of these leads, US dollars.' }),
  }),
});

const LostDeals = builder.objectRef<LostFigures>('LostDeals').implement({
  description: 'Leads that were closed as lost within the range and are not reopened, whenever they were created.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of leads.' }),
    value: t.expose('value', { type: 'Decimal', description: 'Total value of these leads, US dollars.' }),
    reasons: t.field({
      type: [LostDealsOfReason],
      description: 'By reason, most leads first; reasons without a lead are left out.',
      resolve: ({ reasons }) => [...reasons],
    }),
  }),
});

export const SalesAnalytics = builder.objectRef<Figures>('SalesAnalytics').implement({
  description: 'Orders placed and leads won within the range. Cancelled and refunded orders do not count.',
  fields: (t) => ({
    revenue: t.field({
      type: [Revenue],
      description: 'By currency, US dollars first, then alphabetically; without orders only US dollars. Amounts are not converted.',
      resolve: async (figures) => {
        const { revenue, thisMonth } = await figures.sales();
        return revenue.map((each) => ({ ...each, thisMonth: thisMonth.get(each.currency) ?? '0.00' }));
      },
    }),
    orders: t.int({ description: 'Number of orders in all currencies.', resolve: async (figures) => (await figures.sales()).orders }),
    undone: t.int({
      description: 'Number of cancelled or refunded orders.',
      resolve: async (figures) => (await figures.sales()).undone,
    }),
    wonDeals: t.int({
      description: 'Leads that moved to `won` within the range and are still there, whenever they were created.',
      resolve: async (figures) => (await figures.sales()).wonDeals,
    }),
    lostDeals: t.field({
      type: LostDeals,
      description: 'Leads that were lost within the range.',
      resolve: async (figures) => (await figures.sales()).lost,
    }),
    rows: t.field({
      type: OrderConnection,
      description: 'The orders behind these numbers, newest first.',
      args: { ...t.arg.connectionArgs(), currency: t.arg.string({ description: 'Only this currency.' }) },
      complexity: perRow,
      resolve: async ({ span, reader }, { currency, ...page }, { services }) =>
        asConnection(await services.analytics.ordersIn(reader, span, currency, page)),
    }),
    wonRows: t.field({
      type: LeadConnection,
      description: 'The leads behind `wonDeals`, latest won first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ span, reader }, page, { services }) => asConnection(await services.analytics.wonIn(reader, span, page)),
    }),
  }),
});

const CallShare = builder.objectRef<Share>('CallShare').implement({
  description: 'Calls with a sentiment.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of calls.' }),
    share: t.exposeFloat('share', { description: 'count ÷ all calls of the range × 100, one decimal; 0 without calls.' }),
  }),
});

export const CallAnalytics = builder.objectRef<Figures>('CallAnalytics').implement({
  description: 'Recorded calls of the range.',
  fields: (t) => ({
    total: t.int({ description: 'Number of calls.', resolve: async (figures) => (await figures.calls()).total }),
    sales: t.int({ description: 'Calls of type `sales`.', resolve: async (figures) => (await figures.calls()).sales }),
    support: t.int({ description: 'Calls of type `support`.', resolve: async (figures) => (await figures.calls()).support }),
    positive: t.field({
      type: CallShare,
      description: 'Calls with positive sentiment.',
      resolve: async (figures) => (await figures.calls()).positive,
    }),
    neutral: t.field({
      type: CallShare,
      description: 'Calls with neutral sentiment.',
      resolve: async (figures) => (await figures.calls()).neutral,
    }),
    negative: t.field({
      type: CallShare,
      description: 'Calls with negative sentiment.',
      resolve: async (figures) => (await figures.calls()).negative,
    }),
    other: t.field({
      type: CallShare,
      description: 'Calls without a sentiment, or with another value.',
      resolve: async (figures) => (await figures.calls()).other,
    }),
    rows: t.field({
      type: TranscriptionConnection,
      description: 'The calls behind these numbers, newest first.',
      args: {
        ...t.arg.connectionArgs(),
        type: t.arg.string({ description: 'Only calls of this type.' }),
        sentiment: t.arg.string({ description: 'Only calls with this sentiment.' }),
      },
      complexity: perRow,
      resolve: async ({ span, reader }, { type, sentiment, ...page }, { services }) =>
        asConnection(await services.analytics.callsIn(reader, span, { type, sentiment }, page)),
    }),
  }),
});

export const AssistantAnalytics = builder.objectRef<Figures>('AssistantAnalytics').implement({
  description: 'Replies of the assistant within the range.',
  fields: (t) => ({
    total: t.int({ description: 'Number of replies.', resolve: async (figures) => (await figures.replies()).total }),
    used: t.int({ description: 'Replies that were marked as used.', resolve: async (figures) => (await figures.replies()).used }),
    usageRate: t.float({
      description: 'used ÷ total × 100, one decimal; 0 without replies.',
      resolve: async (figures) => (await figures.replies()).usageRate,
    }),
    rows: t.field({
      type: AiResponseConnection,
      description: 'The replies behind these numbers, newest first.',
      args: { ...t.arg.connectionArgs(), used: t.arg.boolean({ description: 'true: only used ones. false: only the others.' }) },
      complexity: perRow,
      resolve: async ({ span, reader }, { used, ...page }, { services }) =>
        asConnection(await services.analytics.repliesIn(reader, span, used, page)),
    }),
  }),
});
