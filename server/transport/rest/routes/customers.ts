import { z } from 'zod';
import { ById, Limit, Nothing, route } from '../route.ts';
import { presentCustomer } from './present.ts';

const Search = Limit.extend({ search: z.string('search must be text').optional() });

export const customerRoutes = [
  route({
    method: 'GET',
    path: '/api/customers',
    does: 'Lists customers, newest first; every word of `search` occurs in the name, email, company or phone, which may have any format.',
    params: Nothing,
    query: Search,
    run: async ({ services, query: { search, limit } }) => (await services.customers.newest(search, limit)).map(presentCustomer),
  }),
  route({
    method: 'POST',
    path: '/api/customers',
    does: 'Adds a customer.',
    status: 201,
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer, body }) => presentCustomer(await services.customers.create(viewer, body)),
  }),
  route({
    method: 'PATCH',
    path: '/api/customers/:id',
    does: 'Changes a customer; what is left out stays, null or an empty text clears.',
    params: ById,
    query: Nothing,
    run: async ({ services, viewer, params: { id }, body }) => presentCustomer(await services.customers.update(viewer, id, body)),
  }),
];
