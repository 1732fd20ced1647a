import { splitName } from '#contract/customer.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { Customer as CustomerRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { followable } from './changes.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';

export const Customer = builder.objectRef<CustomerRow>('Customer').implement({
  description: 'Someone who has bought, or whom we know by name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same id as in REST.' }),
    name: t.exposeString('name', { description: 'First and last name, or a company.' }),
    firstName: t.string({ description: 'Read from the name.', resolve: ({ name }) => splitName(name).firstName }),
    lastName: t.string({ description: 'Read from the name; empty when it is one word.', resolve: ({ name }) => splitName(name).lastName }),
    email: t.exposeString('email', { nullable: true, description: 'Email address.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number as it was typed.' }),
    company: t.exposeString('company', { nullable: true, description: 'Where they work.' }),
    shopifyCustomerId: t.exposeString('shopifyCustomerId', { nullable: true, description: 'Their id in the online store.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When we met them.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When this record last changed.' }),
  }),
});

export const CustomerConnection = connectionOf('Customer', Customer);

const CustomerInput = builder.inputType('CustomerInput', {
  description: 'A new customer.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At least one character.' }),
    email: t.string({ description: 'A valid email address, or nothing.' }),
    phone: t.string({ description: 'In any format.' }),
    company: t.string({ description: 'Where they work.' }),
    shopifyCustomerId: t.string({ description: 'Their id in the online store; unique.' }),
  }),
});

const CustomerChangesInput = builder.inputType('CustomerChangesInput', {
  description: 'What to change. What is left out stays; null or an empty text clears.',
  fields: (t) => ({
    name: t.string({ description: 'At least one character.' }),
    email: t.string({ description: 'A valid email address, or empty.' }),
    phone: t.string({ description: 'In any format.' }),
    company: t.string({ description: 'Where they work.' }),
    shopifyCustomerId: t.string({ description: 'Their id in the online store; unique.' }),
  }),
});

builder.queryFields((t) => ({
  customer: t.field({
    type: Customer,
    nullable: true,
    description: 'One customer; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The customer’s id.' }) },
    resolve: (_root, { id }, { load }) => load.customer(id),
  }),
  customers: t.field({
    type: CustomerConnection,
    description: 'Customers, newest first.',
    args: { ...t.arg.connectionArgs(), search: t.arg.string({ description: 'Part of the name, email, company or phone.' }) },
    complexity: perRow,
    resolve: async (_root, { search, ...page }, { services }) => asConnection(await services.customers.list(search, page)),
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
    errors: { types: [Invalid, NotFound, Conflict] },
    description: 'Change a customer.',
    args: {
      id: t.arg.id({ required: true, description: 'The customer’s id.' }),
      input: t.arg({ type: CustomerChangesInput, required: true, description: 'What to change.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.customers.update(viewer, id, input),
  }),
}));

const CustomerChange = followable({
  noun: 'Customer',
  subscription: 'customersChanged',
  kinds: { 'customer.created': 'created', 'customer.updated': 'updated' },
});

builder.objectField(CustomerChange, 'customer', (t) =>
  t.field({
    type: Customer,
    nullable: true,
    description: 'The customer as it is now.',
    resolve: ({ subjectId }, _args, { load }) => load.customer(subjectId),
  }),
);
