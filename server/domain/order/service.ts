import type { Order } from '#prisma/generated/client.ts';
import type { Deps } from '../deps.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

export type Orders = ReturnType<typeof createOrders>;

/** What customers bought in the online store. */
export const createOrders = ({ db }: Pick<Deps, 'db'>) => ({
  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<Order[]> => db.prisma.order.findMany({ where: { id: { in: [...ids] } } }),

  /** Newest first, by when they were placed. */
  list: (page: PageRequest): Promise<Page<Order>> =>
    readPage<Order>(page, {
      list: 'orders',
      order: [
        { field: 'createdAt', direction: 'desc', holds: 'moment' },
        { field: 'id', direction: 'desc' },
      ],
      find: (query) => db.prisma.order.findMany(query),
      count: () => db.prisma.order.count(),
    }),
});
