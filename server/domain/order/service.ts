import type { Order } from '#prisma/generated/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { order as orderNoun } from '../entities/order.ts';
import type { Page, PageRequest } from '../page.ts';
import { readFirst, readList } from '../query/lists.ts';
import { createQueryRunner } from '../query/query-runner.ts';
import { containing } from '../query/shortcuts.ts';
import { startOfMonth } from './month.ts';
import { type OrderSummary, orderSummary } from './queries.ts';

export type Orders = ReturnType<typeof createOrders>;

/** What a search asks for, as a condition of any list of orders: part of the number or of the store's id. */
export const orderConditions = (search: string | null | undefined): object => containing(search, ['orderNumber', 'shopifyOrderId']);

/** What customers bought in the online store. */
export const createOrders = ({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>) => ({
  find: (id: string): Promise<Order | null> => db.prisma.order.findUnique({ where: { id } }),

  /** Those of several ids, in any order; for batched reading. */
  findMany: (ids: readonly string[]): Promise<Order[]> => db.prisma.order.findMany({ where: { id: { in: [...ids] } } }),

  /** Newest first, by when they were placed. `search` is any part of the number or of the store's id. */
  list: async (search: string | null | undefined, page: PageRequest): Promise<Page<Order>> =>
    readList(createQueryRunner(db.pool), orderNoun, (order: Order) => order, { also: orderConditions(search) }, page, {
      viewerId: '',
      now: clock.now(),
    }),

  /** The newest ones, as many as asked for: what clients without pages take for the whole. */
  newest: async (search: string | null | undefined, limit: number): Promise<readonly Order[]> =>
    readFirst(createQueryRunner(db.pool), orderNoun, (order: Order) => order, { also: orderConditions(search) }, limit, {
      viewerId: '',
      now: clock.now(),
    }),

  /** The numbers of all orders; a month begins when clocks in the zone say so. */
  summary: async (timeZone: string): Promise<OrderSummary> => {
    const now = clock.now();
    return orderSummary(db.pool, startOfMonth(now, timeZone), now);
  },
});
