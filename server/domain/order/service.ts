import type { Order, Prisma } from '#prisma/generated/client.ts';
import type { Deps } from '../deps.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { containing } from '../search.ts';
import { startOfMonth } from './month.ts';
import { type OrderSummary, orderSummary } from './queries.ts';

export type Orders = ReturnType<typeof createOrders>;

/** What customers bought in the online store. */
export const createOrders = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => ({
  find: (id: string): Promise<Order | null> => db.prisma.order.findUnique({ where: { id } }),

  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<Order[]> => db.prisma.order.findMany({ where: { id: { in: [...ids] } } }),

  /** Newest first, by when they were placed. `search` is any part of the number or of the store's id. */
  list: (search: string | null | undefined, page: PageRequest): Promise<Page<Order>> => {
    const where = matching(search);
    return readPage<Order>(page, {
      list: 'orders',
      order: [
        { field: 'createdAt', direction: 'desc', holds: 'moment' },
        { field: 'id', direction: 'desc' },
      ],
      find: (query) => db.prisma.order.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => db.prisma.order.count({ where }),
    });
  },

  /** The newest ones, as many as asked for: what clients without pages take for the whole. */
  newest: (search: string | null | undefined, limit: number): Promise<Order[]> =>
    db.prisma.order.findMany({ where: matching(search), orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: limit }),

  /** The numbers of all orders; a month begins when clocks in the zone say so. */
  summary: async (timeZone: string): Promise<OrderSummary> => {
    const now = clock.now();
    return orderSummary(db.pool, startOfMonth(now, timeZone), now);
  },
});

function matching(search: string | null | undefined): Prisma.OrderWhereInput {
  const text = containing(search);
  return text ? { OR: [{ orderNumber: text }, { shopifyOrderId: text }] } : {};
}
