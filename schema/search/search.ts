import { leadFilter } from '#domain/lead/service.ts';
import { orderFilter } from '#domain/order/service.ts';
import { trainingFilter } from '#domain/training/service.ts';
import { transcriptionFilter } from '#domain/transcription/service.ts';
import { builder } from '../builder.ts';
import { asConnection, perRow } from '../connection.ts';
import { CustomerConnection } from '../customer.ts';
import { LeadConnection } from '../lead.ts';
import { OrderConnection } from '../order/order.ts';
import { TrainingItemConnection } from '../training.ts';
import { TranscriptionConnection } from '../transcription/transcription.ts';

/** What is searched for, as it was typed. */
interface Sought {
  readonly text: string;
}

const SearchResults = builder.objectRef<Sought>('SearchResults').implement({
  description: 'Search results by type. Only the selected types are searched.',
  fields: (t) => ({
    leads: t.field({
      type: LeadConnection,
      description: 'Leads that contain the text in name, company or email, newest first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ text }, page, { services, viewer }) =>
        asConnection(await services.analyst.leads.page(viewer, { filter: leadFilter({ search: text }) }, page)),
    }),
    customers: t.field({
      type: CustomerConnection,
      description: 'Customers that contain all words in name, email, company or phone, newest first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ text }, page, { services, viewer }) =>
        asConnection(await services.analyst.customers.page(viewer, { filter: { matches: text } }, page)),
    }),
    transcriptions: t.field({
      type: TranscriptionConnection,
      description: 'Calls that contain the words in title, summary, tags or transcript, newest first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ text }, page, { services, viewer }) =>
        asConnection(await services.analyst.transcriptions.page(viewer, { filter: transcriptionFilter(text) }, page)),
    }),
    orders: t.field({
      type: OrderConnection,
      description: 'Orders that contain the text in their number or store id, newest first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ text }, page, { services, viewer }) =>
        asConnection(await services.analyst.orders.page(viewer, { filter: orderFilter(text) }, page)),
    }),
    trainingItems: t.field({
      type: TrainingItemConnection,
      description: 'Training items that contain the words in title or content, newest first.',
      args: t.arg.connectionArgs(),
      complexity: perRow,
      resolve: async ({ text }, page, { services, viewer }) =>
        asConnection(await services.analyst.trainingItems.page(viewer, { filter: trainingFilter({ search: text }) }, page)),
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: SearchResults,
    description: 'Search leads, customers, calls, orders and training items.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'The search text, at most 200 characters. An empty text returns the newest rows.',
      }),
    },
    resolve: (_root, { text }) => ({ text }),
  }),
);
