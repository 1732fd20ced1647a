import { LEAD_SOURCES, LEAD_STAGES, SOURCE_LABELS, STAGE_LABELS } from '#contract/lead.ts';
import { LOST_NOTE_LENGTH, type LostReason } from '#contract/lost-reasons.ts';
import { narrowed } from '#domain/access/narrowed.ts';
import { LeadEditConflict } from '#domain/editable-row.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { LeadMetrics as LeadMetricsRow } from '#domain/lead/queries.ts';
import { leadFilter } from '#domain/lead/service.ts';
import { ListRead, RelationRead, RowRead, reads } from '#domain/query/field-reads.ts';
import { nestedList } from '#domain/query/nested-lists.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { Lead as LeadRow } from '#prisma/generated/client.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { ownersArg } from './owners.ts';
import { columnFields, inputFields } from './query/entity-fields.ts';
import { listArgs } from './query/list-args.ts';

export const LeadStage = builder.enumType('LeadStage', {
  description: 'A column of the pipeline.',
  values: Object.fromEntries(LEAD_STAGES.map((stage) => [stage, { value: stage, description: STAGE_LABELS[stage] }])),
});

export const LeadSource = builder.enumType('LeadSource', {
  description: 'Where a lead came from.',
  values: Object.fromEntries(LEAD_SOURCES.map((source) => [source, { value: source, description: SOURCE_LABELS[source] }])),
});

export const LeadLostReason = builder.enumType('LeadLostReason', {
  description: 'Why a lead was lost.',
  values: {
    price: { description: 'The price was too high.' },
    competitor: { description: 'They chose a competitor.' },
    no_budget: { description: 'They have no budget.' },
    no_need: { description: 'They do not need it.' },
    timing: { description: 'It is the wrong time.' },
    no_response: { description: 'They no longer answer.' },
    other: { description: 'Another reason.' },
  } satisfies Record<LostReason, { description: string }>,
});

const LeadMetrics = builder.objectRef<LeadMetricsRow>('LeadMetrics').implement({
  description: 'Metrics of a lead and of its linked customer.',
  fields: (t) => ({
    orders: t.exposeInt('orders', {
      nullable: true,
      description: 'Number of the customer’s orders, without cancelled and refunded ones; null without a customer or orders.',
    }),
    revenue: t.expose('revenue', { type: 'Decimal', nullable: true, description: 'Total of those orders, US dollars.' }),
    avgDealSize: t.expose('avgDealSize', { type: 'Decimal', nullable: true, description: 'Revenue per order, US dollars.' }),
    monthlyGrowth: t.exposeFloat('monthlyGrowth', {
      nullable: true,
      description: 'Change of orders in the last 30 days compared to the 30 days before, percent; can be negative.',
    }),
    conversionRate: t.exposeFloat('conversionRate', {
      nullable: true,
      description: 'Share of the customer’s leads that were won, percent.',
    }),
    contactCount: t.int({
      description: 'Number of emails sent and calls made.',
      resolve: ({ emailsSent, callsMade }) => emailsSent + callsMade,
    }),
    emailsSent: t.exposeInt('emailsSent', { description: 'Number of assistant replies that were copied to send.' }),
    callsMade: t.exposeInt('callsMade', { description: 'Number of recorded calls.' }),
  }),
});

export const Lead = builder.objectRef<LeadRow>('Lead').implement({
  description: 'A potential sale in the pipeline.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.lead, { enums: { LeadStage, LeadSource, LeadLostReason } }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The linked customer; null if there is none.',
      extensions: reads(new RelationRead('customer')),
      resolve: ({ customerId }, _args, { loaders }) => loaders.customer(customerId),
    }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'The person whose lead it is; null for nobody’s.',
      extensions: reads(new RelationRead('owner')),
      resolve: ({ ownerId }, _args, { loaders }) => loaders.user(ownerId),
    }),
    metrics: t.field({
      type: LeadMetrics,
      complexity: 10,
      description: 'Metrics shown in the card’s tooltip, computed when selected.',
      resolve: ({ id }, _args, { loaders }) => loaders.leadMetrics(id),
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
  description: 'Common filters; `where` has all others. Omitted fields match everything.',
  fields: (t) => ({
    stage: t.field({ type: LeadStage, description: 'Only this stage.' }),
    source: t.field({ type: LeadSource, description: 'Only this source.' }),
    customerId: t.id({ description: 'Only leads of this customer.' }),
    search: t.string({
      description: 'Part of the name, company or email, ignoring case and accents; at most 200 characters.',
    }),
  }),
});

const CreateLeadInput = builder.inputType('CreateLeadInput', {
  description: 'A new lead. It starts in the first column.',
  fields: (t) => inputFields(t, ENTITIES.lead, 'create', { LeadSource }),
});

const LeadChangesInput = builder.inputType('LeadChangesInput', {
  description: 'Fields to change. Omitted fields stay; null or an empty text clears. Use `moveLead` to change the stage.',
  fields: (t) => inputFields(t, ENTITIES.lead, 'update', { LeadSource }),
});

const CloseLeadAsLostInput = builder.inputType('CloseLeadAsLostInput', {
  description: 'Why a lead is lost.',
  fields: (t) => ({
    reason: t.field({ type: LeadLostReason, required: true, description: 'The main reason.' }),
    competitor: t.string({ description: 'The competitor it was lost to, at most 200 characters.' }),
    note: t.string({ description: `More about it, at most ${LOST_NOTE_LENGTH} characters.` }),
  }),
});

const leadsOfCustomer = nestedList(ENTITIES.lead, 'customerId');

builder.objectField(Customer, 'leads', (t) =>
  t.field({
    type: LeadConnection,
    description: 'This customer’s leads, newest first.',
    extensions: reads(new ListRead({ entity: 'lead', foreignKey: 'customerId' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('lead') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await leadsOfCustomer(id, args, context)),
  }),
);

builder.queryFields((t) => ({
  lead: t.field({
    type: Lead,
    nullable: true,
    description: 'One lead; null when there is none with this id.',
    extensions: reads(new RowRead('lead')),
    args: { id: t.arg.id({ required: true, description: 'The lead’s id.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.lead(id),
  }),
  leads: t.field({
    type: LeadConnection,
    description: 'Leads, newest first, lost ones too.',
    extensions: reads(new ListRead({ entity: 'lead', filter: ({ filter }) => leadFilter(filter ?? {}), narrows: ['lead'] })),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: LeadFilter, description: 'Common filters. Omitted: all.' }),
      ...ownersArg(),
      ...listArgs('lead'),
    },
    complexity: perRow,
    resolve: async (_root, { filter, owners, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(
        await services.analyst.leads.page(
          narrowed(viewer ?? NOBODY, owners, ['lead']),
          { where, orderBy, filter: leadFilter(filter ?? {}) },
          page,
        ),
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
    errors: { types: [NotFound, Conflict, LeadEditConflict] },
    description: 'Move a lead to another stage. Moving it to its current stage changes nothing. A lost lead has to be reopened first.',
    args: {
      id: t.arg.id({ required: true, description: 'The lead’s id.' }),
      stage: t.arg({ type: LeadStage, required: true, description: 'The new stage.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, stage, ifUpdatedAt }, { services, viewer }) =>
      services.leads.move(viewer, id, stage, unlessChangedSince(ifUpdatedAt)),
  }),
  closeLeadAsLost: t.withAuth({ signedIn: true }).field({
    type: Lead,
    errors: { types: [Invalid, NotFound, Conflict, LeadEditConflict] },
    description:
      'Close a lead as lost. It leaves the board and keeps its stage; lists and reports still have it. `Conflict` for a lead that is won or lost already.',
    args: {
      id: t.arg.id({ required: true, description: 'The lead’s id.' }),
      input: t.arg({ type: CloseLeadAsLostInput, required: true, description: 'Why it is lost.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.leads.closeAsLost(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
  reopenLead: t.withAuth({ signedIn: true }).field({
    type: Lead,
    errors: { types: [NotFound, LeadEditConflict] },
    description:
      'Put a lost lead back on the board, at the top of its column, and clear why it was lost. A lead that is not lost stays as it is.',
    args: {
      id: t.arg.id({ required: true, description: 'The lead’s id.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, ifUpdatedAt }, { services, viewer }) => services.leads.reopen(viewer, id, unlessChangedSince(ifUpdatedAt)),
  }),
}));
