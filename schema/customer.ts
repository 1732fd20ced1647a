import { splitName } from '#contract/person.ts';
import { narrowed } from '#domain/access/narrowed.ts';
import type { CustomerMetrics as CustomerMetricsRow } from '#domain/customer/metrics.ts';
import type { SimilarCustomer as SimilarCustomerRow } from '#domain/customer/queries.ts';
import { CustomerEditConflict } from '#domain/editable-row.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import { ListRead, RelationRead, RowRead, reads } from '#domain/query/field-reads.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { Customer as CustomerRow } from '#prisma/generated/client.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { ownersArg } from './owners.ts';
import { columnFields, inputFields } from './query/entity-fields.ts';
import { listArgs } from './query/list-args.ts';

const CustomerMetrics = builder.objectRef<CustomerMetricsRow>('CustomerMetrics').implement({
  description: 'Revenue and contacts of a customer.',
  fields: (t) => ({
    orders: t.exposeInt('orders', { description: 'Number of orders, without cancelled and refunded ones.' }),
    lifetimeValue: t.expose('lifetimeValue', { type: 'Decimal', description: 'Total of those orders, US dollars.' }),
    openLeads: t.exposeInt('openLeads', { description: 'Number of leads that are not won.' }),
    openValue: t.expose('openValue', { type: 'Decimal', description: 'Total value of those leads, US dollars.' }),
    calls: t.exposeInt('calls', { description: 'Number of recorded calls.' }),
    repliesUsed: t.exposeInt('repliesUsed', { description: 'Number of assistant replies that were copied to send.' }),
    emailsPersonalized: t.exposeInt('emailsPersonalized', { description: 'Number of emails personalized from a template.' }),
    lastContactAt: t.expose('lastContactAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The latest call, answer sent, personalized email or contact noted on a lead; null for never.',
    }),
  }),
});

export const Customer = builder.objectRef<CustomerRow>('Customer').implement({
  description: 'A customer: a company or person you sell to.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.customer),
    firstName: t.string({ description: 'First word of the name.', resolve: ({ name }) => splitName(name).firstName }),
    lastName: t.string({
      description: 'The rest of the name; empty when it is one word.',
      resolve: ({ name }) => splitName(name).lastName,
    }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'The person whose customer it is; null for nobody’s.',
      extensions: reads(new RelationRead('owner')),
      resolve: ({ ownerId }, _args, { loaders }) => loaders.user(ownerId),
    }),
    metrics: t.field({
      type: CustomerMetrics,
      complexity: 5,
      description: 'Revenue and contacts, computed when selected.',
      resolve: ({ id }, _args, { loaders }) => loaders.customerMetrics(id),
    }),
  }),
});

const SimilarCustomer = builder.objectRef<SimilarCustomerRow>('SimilarCustomer').implement({
  description: 'A customer who already has this email address or phone number.',
  fields: (t) => ({
    customer: t.expose('customer', { type: Customer, description: 'The customer.' }),
    sameEmail: t.exposeBoolean('sameEmail', { description: 'Whether the email address matches, ignoring case.' }),
    samePhone: t.exposeBoolean('samePhone', { description: 'Whether the phone number matches, in any format.' }),
  }),
});

builder.objectType(CustomerEditConflict, {
  name: 'CustomerEditConflict',
  description: 'The customer changed after you loaded it. Nothing was saved.',
  interfaces: [Failure, EditConflict],
  fields: (t) => ({ current: t.expose('current', { type: Customer, description: 'The customer as it is now.' }) }),
});

export const CustomerConnection = connectionOf('Customer', Customer);

const CustomerInput = builder.inputType('CustomerInput', {
  description: 'A new customer.',
  fields: (t) => inputFields(t, ENTITIES.customer, 'create'),
});

const CustomerChangesInput = builder.inputType('CustomerChangesInput', {
  description: 'Fields to change. Omitted fields stay; null or an empty text clears.',
  fields: (t) => inputFields(t, ENTITIES.customer, 'update'),
});

const SEARCH =
  'Words that all occur in the name, email, company or phone, in any order, in any case and with or without accents; one or two letters stand for the beginning of a word. A phone number may have any format.';

builder.queryFields((t) => ({
  customer: t.field({
    type: Customer,
    nullable: true,
    description: 'One customer; null when there is none with this id.',
    extensions: reads(new RowRead('customer')),
    args: { id: t.arg.id({ required: true, description: 'The customer’s id.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.customer(id),
  }),
  customers: t.field({
    type: CustomerConnection,
    description: 'Customers, newest first.',
    extensions: reads(new ListRead({ entity: 'customer', filter: ({ search }) => ({ matches: search }), narrows: ['customer'] })),
    args: { ...t.arg.connectionArgs(), search: t.arg.string({ description: SEARCH }), ...ownersArg(), ...listArgs('customer') },
    complexity: perRow,
    resolve: async (_root, { search, owners, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(
        await services.analyst.customers.page(
          narrowed(viewer ?? NOBODY, owners, ['customer']),
          { where, orderBy, filter: { matches: search } },
          page,
        ),
      ),
  }),
  similarCustomers: t.field({
    type: [SimilarCustomer],
    description: 'Customers who already have this email address or phone number, newest first, at most five. Sharing one is allowed.',
    args: {
      email: t.arg.string({ description: 'The email address.' }),
      phone: t.arg.string({ description: 'The phone number, in any format.' }),
      exceptId: t.arg.id({ description: 'A customer to exclude: the one being edited.' }),
    },
    resolve: async (_root, similarTo, { services, viewer }) => [...(await services.customers.similar(viewer ?? NOBODY, similarTo))],
  }),
}));

builder.mutationFields((t) => ({
  createCustomer: t.withAuth({ signedIn: true }).field({
    type: Customer,
    errors: { types: [Invalid, Conflict] },
    description: 'Add a customer.',
    args: { input: t.arg({ type: CustomerInput, required: true, description: 'The new customer.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.customers.create(viewer, input),
  }),
  updateCustomer: t.withAuth({ signedIn: true }).field({
    type: Customer,
    errors: { types: [Invalid, NotFound, Conflict, CustomerEditConflict] },
    description: 'Change a customer.',
    args: {
      id: t.arg.id({ required: true, description: 'The customer’s id.' }),
      input: t.arg({ type: CustomerChangesInput, required: true, description: 'What to change.' }),
      ifUpdatedAt: t.arg({ type: 'DateTime', description: IF_UPDATED_AT }),
    },
    resolve: (_root, { id, input, ifUpdatedAt }, { services, viewer }) =>
      services.customers.update(viewer, id, input, unlessChangedSince(ifUpdatedAt)),
  }),
}));

const CustomerChange = changeSubscription({
  noun: 'Customer',
  subscription: 'customersChanged',
  // A first import of orders creates many at once and publishes one event for them.
  kinds: {
    'customer.created': 'created',
    'customer.updated': 'updated',
    'orders.imported': 'created',
    'customers.imported': 'imported',
    'customers.import_undone': 'imported',
  },
});

builder.objectField(CustomerChange, 'customer', (t) =>
  t.field({
    type: Customer,
    nullable: true,
    description: 'The customer as it is now; null when an import changed many: refetch the list.',
    resolve: ({ subjectId }, _args, { loaders }) => loaders.customer(subjectId),
  }),
);
