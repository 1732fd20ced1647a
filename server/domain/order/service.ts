import type { ServiceDeps } from '../deps.ts';
import { containing } from '../query/shortcuts.ts';
import type { Reader } from '../viewer.ts';
import { startOfMonth } from './month.ts';
import { type OrderSummary, orderSummary } from './queries.ts';

export type Orders = ReturnType<typeof createOrders>;

/** A search of orders in the language of `where`: part of the number or of the store's id. */
export const orderFilter = (search: string | null | undefined): object => containing(search, ['orderNumber', 'shopifyOrderId']);

/** What customers bought in the online store. */
export const createOrders = ({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>) => ({
  /** The numbers of the orders that a reader may see; a month begins when clocks in the zone say so. */
  summary: async (reader: Reader, timeZone: string): Promise<OrderSummary> => {
    const now = clock.now();
    return orderSummary(db.pool, reader.access.rows('order'), startOfMonth(now, timeZone), now);
  },
});
