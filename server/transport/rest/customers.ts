import { z } from 'zod';
import { presentCustomer } from './present.ts';
import { Limit, Nothing, route } from './route.ts';

const Search = Limit.extend({ search: z.string('search must be text').optional() });

export const customerRoutes = [
  route({
    method: 'GET',
    path: '/api/customers',
    does: 'Lists customers, newest first; `search` is part of the name, email, company or phone.',
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
];
