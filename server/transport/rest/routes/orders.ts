import { z } from 'zod';
import { orderFilter } from '#domain/order/service.ts';
import { Limit, Nothing, route } from '../route.ts';
import { presentOrder } from './present.ts';

const Search = Limit.extend({ search: z.string('search must be text').optional() });

export const orderRoutes = [
  route({
    method: 'GET',
    path: '/api/shopify/orders',
    description: 'Lists orders of the online store, newest first. Filter by `search`: part of the order number or of the store’s id.',
    params: Nothing,
    query: Search,
    run: async ({ services, viewer, query: { search, limit } }) =>
      (await services.analyst.orders.first(viewer, { filter: orderFilter(search) }, limit)).map(presentOrder),
  }),
  route({
    method: 'POST',
    path: '/api/shopify/sync',
    description: 'Syncs new and changed orders from the online store. Returns `message` and the number of orders as `synced`.',
    params: Nothing,
    query: Nothing,
    run: async ({ services, viewer }) => {
      const { message, synced } = await services.syncs.nowOrFail(viewer, 'shopify');
      return { message, synced };
    },
  }),
];
