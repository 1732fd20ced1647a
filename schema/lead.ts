import { LEAD_SOURCES, LEAD_STAGES, SOURCE_LABELS, STAGE_LABELS } from '#contract/lead.ts';
import { LeadEditConflict } from '#domain/editable-row.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Invalid, NotFound } from '#domain/failures.ts';
import type { LeadMetrics as LeadMetricsRow } from '#domain/lead/queries.ts';
import { leadFilter } from '#domain/lead/service.ts';
import { nestedList } from '#domain/query/nested-lists.ts';
import type { ListedLead } from '#domain/query/service.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { columnFields, inputFields } from './query/entity-fields.ts';
import { isNodeFieldSelected } from './query/is-node-field-selected.ts';
import { listArgs } from './query/list-args.ts';

export const LeadStage = builder.enumType('LeadStage', {
  description: 'A column of the pipeline.',
  values: Object.fromEntries(LEAD_STAGES.map((stage) => [stage, { value: stage, description: STAGE_LABELS[stage] }])),
});

export const LeadSource = builder.enumType('LeadSource', {
  description: 'Where a lead came from.',
  values: Object.fromEntries(LEAD_SOURCES.map((source) => [source, { value: source, description: SOURCE_LABELS[source] }])),
});

const LeadMetrics = builder.objectRef<LeadMetricsRow>('LeadMetrics').implement({
  description: 'The numbers of a lead, and those of its customer where one is linked.',
  fields: (t) => ({
    orders: t.exposeInt('orders', {
      nullable: true,
      description: 'The customer’s orders, cancelled and refunded ones left out; null without any.',
    }),
    revenue: t.expose('revenue', { type: 'Decimal', nullable: true, description: 'What those orders add up to, US dollars.' }),
    avgDealSize: t.expose('avgDealSize', { type: 'Decimal', nullable: true, description: 'Revenue per order, US dollars.' }),
    monthlyGrowth: t.exposeFloat('monthlyGrowth', {
      nullable: true,
      description: 'Orders of the last 30 days against those of the 30 days before, percent; may be negative.',
    }),
    conversionRate: t.exposeFloat('conversionRate', {
      nullable: true,
      description: 'Of the customer’s leads, how many were won, percent.',
    }),
    contactCount: t.int({ description: 'Emails sent and calls made.', resolve: ({ emailsSent, callsMade }) => emailsSent + callsMade }),
    emailsSent: t.exposeInt('emailsSent', { description: 'Answers that were copied to be sent.' }),
    callsMade: t.exposeInt('callsMade', { description: 'Recorded calls.' }),
  }),
});

export const Lead = builder.objectRef<ListedLead>('Lead').implement({
  description: 'Someone who may buy.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.lead, { LeadStage, LeadSource }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer it belongs to, where one is linked.',
      resolve: ({ customer, customerId }, _args, { loaders: load }) => (customer === undefined ? load.customer(customerId) : customer),
    }),
    metrics: t.field({
      type: LeadMetrics,
      complexity: 10,
      description: 'The numbers of the card’s tooltip, counted when asked for.',
      resolve: ({ id }, _args, { loaders: load }) => load.leadMetrics(id),
    }),
  }),
});

builder.objectType(LeadEditConflict, {
  name: 'LeadEditConflict',
  description: 'The lead changed after you loaded it. Nothing was saved.',
  interfaces: [Failure, EditConflict],
  fields: (t) => ({ current: t.expose('current', { type: Lead, description: 'The lead as it is now.' }) }),
});

export const LeadConnection = connectionOf('Lead', Lead);

const LeadFilter = builder.inputType('LeadFilter', {
  description: 'Which leads are meant, for the commonest questions; `where` asks any. What is left out does not matter.',
  fields: (t) => ({
    stage: t.field({ type: LeadStage, description: 'In this column.' }),
    source: t.field({ type: LeadSource, description: 'From this source.' }),
    customerId: t.id({ description: 'Of this customer.' }),
    search: t.string({
      description: 'Part of the name, company or email, in any case and with or without accents; at most 200 characters.',
    }),
  }),
});

const CreateLeadInput = builder.inputType('CreateLeadInput', {
  description: 'A new lead; it starts in the first column.',
  fields: (t) => inputFields(t, ENTITIES.lead, 'create', { LeadSource }),
});

const LeadChangesInput = builder.inputType('LeadChangesInput', {
  description: 'What to change. What is left out stays; null or an empty text clears. The stage is changed by `moveLead`.',
  fields: (t) => inputFields(t, ENTITIES.lead, 'update', { LeadSource }),
});

const leadsOfCustomer = nestedList(ENTITIES.lead, 'customerId');

builder.objectField(Customer, 'leads', (t) =>
  t.field({
    type: LeadConnection,
    description: 'This customer’s leads, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('lead') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await leadsOfCustomer(id, args, context)),
  }),
);

builder.queryFields((t) => ({
  lead: t.field({
    type: Lead,
    nullable: true,
    description: 'One lead; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The lead’s id.' }) },
    resolve: (_root, { id }, { services }) => services.leads.find(id),
  }),
  leads: t.field({
    type: LeadConnection,
    description: 'Leads, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: LeadFilter, description: 'Which ones, in short; all when left out.' }),
      ...listArgs('lead'),
    },
    complexity: perRow,
    resolve: async (_root, { filter, where, orderBy, ...page }, { services, viewer }, info) =>
      asConnection(
        await services.analyst.leads.page(viewer, { where, orderBy, filter: leadFilter(filter ?? {}) }, page, {
          include: isNodeFieldSelected('customer', info) ? 'customer' : null,
        }),
      ),
  }),
}));

builder.mutationFields((t) => ({
  createLead: t.withAuth({ signedIn: true }).field({
    type: Lead,
    errors: { types: [Invalid, NotFound] },
    description: 'Add a lead to the first column.',
    args: { input: t.arg({ type: CreateLeadInput, required: true, description: 'The new lead.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.leads.create(viewer, input),
  }),
  updateLead: t.withAuth({ signedIn: true }).field({
    type: Lead,
    errors: { types: [Invalid, NotFound, LeadEditConflict] },
    description: 'Change a lead.',
    args: {
      id: t.arg.id({ required: true, description: 'The lead’s id.' }),
      input: t.arg({ type: LeadChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.leads.update(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
  moveLead: t.withAuth({ signedIn: true }).field({
    type: Lead,
    errors: { types: [NotFound, LeadEditConflict] },
    description: 'Put a lead in another column. Where it already is, nothing happens.',
    args: {
      id: t.arg.id({ required: true, description: 'The lead’s id.' }),
      stage: t.arg({ type: LeadStage, required: true, description: 'The column it goes to.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, stage, ifUpdatedAt }, { services, viewer }) =>
      services.leads.move(viewer, id, stage, unlessChangedSince(ifUpdatedAt)),
  }),
}));
