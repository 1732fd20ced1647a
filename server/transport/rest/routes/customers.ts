import { z } from 'zod';
import { CustomerEditConflict } from '#domain/editable-row.ts';
import { ById, existing, Limit, Nothing, route, rowRoute } from '../route.ts';
import { presentCustomer } from './present.ts';

const Search = Limit.extend({ search: z.string('search must be text').optional() });

const CUSTOMER = { conflict: CustomerEditConflict, present: presentCustomer };

export const customerRoutes = [
  route({
    method: 'GET',
    path: '/api/customers',
    description:
      'Lists customers, newest first. Filter by `search`: words that all occur in the name, email, company or phone, in any phone format.',
    params: Nothing,
    query: Search,
    run: async ({ services, viewer, query: { search, limit } }) =>
      (await services.analyst.customers.first(viewer, { filter: { matches: search } }, limit)).map(presentCustomer),
  }),
  rowRoute({
    ...CUSTOMER,
    method: 'GET',
    path: '/api/customers/:id',
    description: 'Returns one customer.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id } }) => existing(await services.customers.find(viewer, id), 'Customer', id),
  }),
  rowRoute({
    ...CUSTOMER,
    method: 'POST',
    path: '/api/customers',
    description: 'Adds a customer.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: ({ services, viewer, body }) => services.customers.create(viewer, body),
  }),
  rowRoute({
    ...CUSTOMER,
    method: 'PATCH',
    path: '/api/customers/:id',
    description: 'Changes a customer. Omitted fields stay; null or an empty text clears.',
    params: ById,
    query: Nothing,
    run: ({ services, viewer, params: { id }, body, precondition }) => services.customers.update(viewer, id, body, precondition),
  }),
];
