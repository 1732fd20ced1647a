import { type Order, Prisma } from '#prisma/generated/client.ts';
import { boolean, id, money, nullable, openEnum, primaryKey, text, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const order: EntitySchema<Order> = {
  name: 'order',
  type: 'Order',
  plural: 'orders',
  table: 'shopify_orders',
  fields: fieldsOf(Prisma.OrderScalarFieldEnum),
  columns: {
    id: primaryKey('The order’s id, the same in REST and exports.'),
    shopifyOrderId: text('The order’s id in the online store.'),
    customerId: nullable(id('The id of the customer who placed the order.')),
    orderNumber: text('The order number as the customer knows it.'),
    totalPrice: money('The order total, in the currency of the order. Group by `currency` where there are several.'),
    currency: openEnum('Three-letter currency code, such as USD.'),
    status: openEnum('`paid`, `pending`, `shipped`, `delivered`, `cancelled` or `refunded`; the store may use others.'),
    fulfilment: nullable(openEnum('The delivery status, in the store’s own words.')),
    cancelledAt: nullable(timestamp('When the order was cancelled, UTC.')),
    test: boolean('Whether it is a test order.'),
    shopUpdatedAt: nullable(timestamp('When the order last changed in the store, UTC.')),
    createdAt: timestamp('When the order was placed, UTC.'),
    updatedAt: timestamp('When the record last changed, UTC.'),
  },
  excluded: {
    orderData: 'the store’s own JSON',
    customerName: 'the buyer as the store spells it: query the customer instead',
    customerEmail: 'the buyer as the store spells it: query the customer instead',
  },
  toOne: {
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer who placed the order.',
      inverse: { name: 'orders', description: 'The customer’s orders.' },
    },
  },
  rowVisibility: [],
  access: { noun: 'order', owner: { table: 'customers', foreignKey: 'customer_id', column: 'owner_id' } },
  primaryKey: 'id',
  defaultSort: 'createdAt',
};
