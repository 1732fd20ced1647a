import { STAGE_LABELS } from '#contract/lead.ts';
import type { LeadFigures, Revenue as RevenueFigures, Share } from '#domain/analytics/metrics.ts';
import type { Figures } from '#domain/analytics/service.ts';
import { AiResponseConnection } from '../assistant.ts';
import { builder } from '../builder.ts';
import { asConnection, perRow } from '../connection.ts';
import { LeadConnection, LeadStage } from '../lead.ts';
import { OrderConnection } from '../order/order.ts';
import { TranscriptionConnection } from '../transcription/transcription.ts';

const StageShare = builder.objectRef<LeadFigures['stages'][number]>('StageShare').implement({
  description: 'How many leads are in a stage now.',
  fields: (t) => ({
    stage: t.expose('stage', { type: LeadStage, description: 'Which stage.' }),
    label: t.string({
      description: 'The stage in words; the first one is New Leads here.',
      resolve: ({ stage }) => (stage === 'leads' ? 'New Leads' : STAGE_LABELS[stage]),
    }),
    count: t.exposeInt('count', { description: 'How many.' }),
    share: t.exposeFloat('share', { description: 'count ÷ all leads of the range × 100, one decimal; 0 without leads.' }),
  }),
});

export const LeadAnalytics = builder.objectRef<Figures>('LeadAnalytics').implement({
  description: 'The leads that came in within the range.',
  fields: (t) => ({
    total: t.int({ description: 'How many came in.', resolve: async (of) => (await of.leads()).total }),
    thisWeek: t.int({
      description: 'How many came in since Monday 0:00 in the time zone, whatever the range.',
      resolve: async (of) => (await of.leads()).thisWeek,
    }),
    won: t.int({ description: 'How many of them are won now.', resolve: async (of) => (await of.leads()).won }),
    conversionRate: t.float({
      description: 'won ÷ total × 100, one decimal; 0 without leads.',
      resolve: async (of) => (await of.leads()).conversionRate,
    }),
    stages: t.field({
      type: [StageShare],
      description: 'All six stages, left to right, with how many of these leads are in each now.',
      complexity: { field: 1, multiplier: 6 },
      resolve: async (of) => [...(await of.leads()).stages],
    }),
    rows: t.field({
      type: LeadConnection,
      description: 'The leads behind these numbers, newest first.',
      args: { ...t.arg.connectionArgs(), stage: t.arg({ type: LeadStage, description: 'Only those in this stage now.' }) },
      complexity: perRow,
      resolve: async ({ span }, { stage, ...page }, { services }) => asConnection(await services.analytics.leadsIn(span, stage, page)),
    }),
  }),
});

const Revenue = builder.objectRef<RevenueFigures & { readonly thisMonth: string }>('Revenue').implement({
  description: 'What orders of one currency come to. Cancelled and refunded ones are left out.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'Three letters, such as USD.' }),
    total: t.expose('total', { type: 'Decimal', description: 'The sum of their totals, exact.' }),
    thisMonth: t.expose('thisMonth', {
      type: 'Decimal',
      description: 'The same sum over orders placed since the first of the month, 0:00 in the time zone, whatever the range.',
    }),
    orders: t.exposeInt('orders', { description: 'How many orders.' }),
    averageOrderValue: t.expose('averageOrderValue', {
      type: 'Decimal',
      description: 'total ÷ orders, to the nearest cent, halves up; 0.00 without orders.',
    }),
  }),
});

export const SalesAnalytics = builder.objectRef<Figures>('SalesAnalytics').implement({
  description: 'The orders that were placed within the range, and the leads won in it. Cancelled and refunded orders count for nothing.',
  fields: (t) => ({
    revenue: t.field({
      type: [Revenue],
      description:
        'By currency: US dollars first, then the others by their letters; without an order, US dollars alone. Nothing is converted.',
      resolve: async (of) => {
        const { revenue, thisMonth } = await of.sales();
        return revenue.map((each) => ({ ...each, thisMonth: thisMonth.get(each.currency) ?? '0.00' }));
      },
    }),
    orders: t.int({ description: 'How many orders, of all currencies.', resolve: async (of) => (await of.sales()).orders }),
    undone: t.int({
      description: 'How many more were cancelled or refunded.',
      resolve: async (of) => (await of.sales()).undone,
    }),
    wonDeals: t.int({
      description: 'How many leads were won within the range, whenever they came in, and still are.',
      resolve: async (of) => (await of.sales()).wonDeals,
    }),
    rows: t.field({
      type: OrderConnection,
      description: 'The orders behind these numbers, newest first.',
      args: { ...t.arg.connectionArgs(), currency: t.arg.string({ description: 'Only those of this currency.' }) },
      complexity: perRow,
      resolve: async ({ span }, { currency, ...page }, { services }) =>
        asConnection(await services.analytics.ordersIn(span, currency, page)),
    }),
    wonRows: t.field({
      type: LeadConnection,
      description: 'The leads behind `wonDeals`, the latest won first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ span }, page, { services }) => asConnection(await services.analytics.wonIn(span, page)),
    }),
  }),
});

const CallShare = builder.objectRef<Share>('CallShare').implement({
  description: 'How many calls sounded so.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many.' }),
    share: t.exposeFloat('share', { description: 'count ÷ all calls of the range × 100, one decimal; 0 without calls.' }),
  }),
});

export const CallAnalytics = builder.objectRef<Figures>('CallAnalytics').implement({
  description: 'The recorded calls of the range.',
  fields: (t) => ({
    total: t.int({ description: 'How many calls.', resolve: async (of) => (await of.calls()).total }),
    sales: t.int({ description: 'How many are of the type `sales`.', resolve: async (of) => (await of.calls()).sales }),
    support: t.int({ description: 'How many are of the type `support`.', resolve: async (of) => (await of.calls()).support }),
    positive: t.field({ type: CallShare, description: 'Those that sounded positive.', resolve: async (of) => (await of.calls()).positive }),
    neutral: t.field({ type: CallShare, description: 'Those that sounded neutral.', resolve: async (of) => (await of.calls()).neutral }),
    negative: t.field({ type: CallShare, description: 'Those that sounded negative.', resolve: async (of) => (await of.calls()).negative }),
    other: t.field({
      type: CallShare,
      description: 'Those nobody judged, or judged in another word.',
      resolve: async (of) => (await of.calls()).other,
    }),
    rows: t.field({
      type: TranscriptionConnection,
      description: 'The calls behind these numbers, newest first.',
      args: {
        ...t.arg.connectionArgs(),
        type: t.arg.string({ description: 'Only those of this type.' }),
        sentiment: t.arg.string({ description: 'Only those that sounded so.' }),
      },
      complexity: perRow,
      resolve: async ({ span }, { type, sentiment, ...page }, { services }) =>
        asConnection(await services.analytics.callsIn(span, { type, sentiment }, page)),
    }),
  }),
});

export const AssistantAnalytics = builder.objectRef<Figures>('AssistantAnalytics').implement({
  description: 'What the assistant answered within the range.',
  fields: (t) => ({
    total: t.int({ description: 'How many answers.', resolve: async (of) => (await of.replies()).total }),
    used: t.int({ description: 'How many of them someone copied to send.', resolve: async (of) => (await of.replies()).used }),
    usageRate: t.float({
      description: 'used ÷ total × 100, one decimal; 0 without answers.',
      resolve: async (of) => (await of.replies()).usageRate,
    }),
    rows: t.field({
      type: AiResponseConnection,
      description: 'The answers behind these numbers, newest first.',
      args: { ...t.arg.connectionArgs(), used: t.arg.boolean({ description: 'Only the used ones, or only the others.' }) },
      complexity: perRow,
      resolve: async ({ span }, { used, ...page }, { services }) => asConnection(await services.analytics.repliesIn(span, used, page)),
    }),
  }),
});
