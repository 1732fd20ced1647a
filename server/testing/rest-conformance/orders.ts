import { z } from 'zod';
import { badLimit, id, money, type RestCase, record, timestamp } from './case.ts';

const Order = z.object({
  id,
  shopifyOrderId: z.string().min(1),
  customerId: id.nullable(),
  orderNumber: z.string().min(1),
  totalPrice: money,
  currency: z.string().length(3),
  status: z.string().min(1),
  orderData: record,
  createdAt: timestamp,
  updatedAt: timestamp,
});

const PATH = '/api/shopify/orders';

/** The store has four orders. */
export const orderCalls: readonly RestCase[] = [
  { row: 'GET /api/shopify/orders', method: 'GET', path: () => PATH, status: 200, schema: z.array(Order).length(0) },
  {
    row: 'POST /api/shopify/sync',
    method: 'POST',
    path: () => '/api/shopify/sync',
    status: 200,
    schema: z.strictObject({ message: z.string(), synced: z.int() }),
    matches: () => ({ message: 'Successfully synced 4 orders from your Shopify store', synced: 4 }),
  },
  {
    row: 'GET /api/shopify/orders?limit=3',
    method: 'GET',
    path: () => `${PATH}?limit=3`,
    status: 200,
    schema: z.array(Order).length(3),
    matches: () => [{ orderNumber: '#1004', currency: 'USD' }, { orderNumber: '#1003' }, { orderNumber: '#1002' }],
    refusals: badLimit(PATH),
  },
  { row: 'GET /api/shopify/orders', method: 'GET', path: () => PATH, status: 200, schema: z.array(Order).length(4) },
];
