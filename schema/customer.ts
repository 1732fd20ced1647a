import { splitName } from '#contract/person.ts';
import type { CustomerMetrics as CustomerMetricsRow } from '#domain/customer/metrics.ts';
import type { SimilarCustomer as SimilarCustomerRow } from '#domain/customer/queries.ts';
import { CustomerEditConflict } from '#domain/editable-row.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { Customer as CustomerRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { changeSubscription } from './changes.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { EditConflict, IF_UPDATED_AT, unlessChangedSince } from './edit-conflict.ts';
import { Failure } from './failures.ts';
import { columnFields, inputFields } from './query/entity-fields.ts';
import { listArgs } from './query/list-args.ts';

const CustomerMetrics = builder.objectRef<CustomerMetricsRow>('CustomerMetrics').implement({
  description: 'What a customer is worth, and how often we were in touch.',
  fields: (t) => ({
    orders: t.exposeInt('orders', { description: 'Orders, cancelled and refunded ones left out.' }),
    lifetimeValue: t.expose('lifetimeValue', { type: 'Decimal', description: 'What those orders add up to, US dollars.' }),
    openLeads: t.exposeInt('openLeads', { description: 'Leads that are not won.' }),
    openValue: t.expose('openValue', { type: 'Decimal', description: 'What those leads may be worth together, US dollars.' }),
    calls: t.exposeInt('calls', { description: 'Recorded calls.' }),
    repliesUsed: t.exposeInt('repliesUsed', { description: 'Answers of the assistant that were copied to be sent.' }),
    emailsPersonalized: t.exposeInt('emailsPersonalized', { description: 'Email templates that were filled in for them.' }),
    lastContactAt: t.expose('lastContactAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The latest call, answer sent, personalized email or contact noted on a lead; null for never.',
    }),
  }),
});

export const Customer = builder.objectRef<CustomerRow>('Customer').implement({
  description: 'Someone who has bought, or whom we know by name.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.customer),
    firstName: t.string({ description: 'Read from the name.', resolve: ({ name }) => splitName(name).firstName }),
    lastName: t.string({ description: 'Read from the name; empty when it is one word.', resolve: ({ name }) => splitName(name).lastName }),
    metrics: t.field({
      type: CustomerMetrics,
      complexity: 5,
      description: 'Their numbers, counted when asked for.',
      resolve: ({ id }, _args, { loaders: load }) => load.customerMetrics(id),
    }),
  }),
});

const SimilarCustomer = builder.objectRef<SimilarCustomerRow>('SimilarCustomer').implement({
  description: 'Someone who already has an email address or phone number.',
  fields: (t) => ({
    customer: t.expose('customer', { type: Customer, description: 'Who.' }),
    sameEmail: t.exposeBoolean('sameEmail', { description: 'Whether the email address is theirs, in upper or lower case.' }),
    samePhone: t.exposeBoolean('samePhone', { description: 'Whether the phone number is theirs, in whatever format.' }),
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
  description: 'What to change. What is left out stays; null or an empty text clears.',
  fields: (t) => inputFields(t, ENTITIES.customer, 'update'),
});

const SEARCH =
  'Words that all occur in the name, email, company or phone, in any order, in any case and with or without accents; one or two letters stand for the beginning of a word. A phone number may have any format.';

builder.queryFields((t) => ({
  customer: t.field({
    type: Customer,
    nullable: true,
    description: 'One customer; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The customer’s id.' }) },
    resolve: (_root, { id }, { loaders: load }) => load.customer(id),
  }),
  customers: t.field({
    type: CustomerConnection,
    description: 'Customers, newest first.',
    args: { ...t.arg.connectionArgs(), search: t.arg.string({ description: SEARCH }), ...listArgs('customer') },
    complexity: perRow,
    resolve: async (_root, { search, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.customers.page(viewer, { where, orderBy, filter: { matches: search } }, page)),
  }),
  similarCustomers: t.field({
    type: [SimilarCustomer],
    description: 'Whose email address or phone number this is already, the newest customers first, at most five. Sharing one is allowed.',
    args: {
      email: t.arg.string({ description: 'The email address.' }),
      phone: t.arg.string({ description: 'The phone number, in any format.' }),
      exceptId: t.arg.id({ description: 'A customer to leave out: the one whose address or number it is.' }),
    },
    resolve: async (_root, asked, { services }) => [...(await services.customers.similar(asked))],
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
  // A first import of orders brings many at once and tells of them together.
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
    description: 'The customer as it is now; null where an import brought many at once: ask for the list again.',
    resolve: ({ subjectId }, _args, { loaders: load }) => load.customer(subjectId),
  }),
);
