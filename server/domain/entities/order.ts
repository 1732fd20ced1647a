import { type Order, Prisma } from '#prisma/generated/client.ts';
import { flag, id, key, moment, money, openText, optional, text } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const order: EntitySchema<Order> = {
  name: 'order',
  type: 'Order',
  plural: 'orders',
  table: 'shopify_orders',
  fields: fieldsOf(Prisma.OrderScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    shopifyOrderId: text('Its id in the online store.'),
    customerId: optional(id('The id of the customer who placed it.')),
    orderNumber: text('Its number as the customer knows it.'),
    totalPrice: money('What it comes to, in its currency: group by the currency where there are several.'),
    currency: openText('Three letters, such as USD.'),
    status: openText('`paid`, `pending`, `shipped`, `delivered`, `cancelled`, `refunded`; the store may have others.'),
    fulfilment: optional(openText('How far its delivery is, in the store’s word.')),
    cancelledAt: optional(moment('When it was cancelled.')),
    test: flag('Whether it was placed to try the store out.'),
    shopUpdatedAt: optional(moment('When it last changed in the store.')),
    createdAt: moment('When it was placed.'),
    updatedAt: moment('When the record last changed.'),
  },
  excluded: {
    orderData: 'the store’s own JSON',
    customerName: 'the buyer as the store wrote it: ask for the customer',
    customerEmail: 'the buyer as the store wrote it: ask for the customer',
  },
  one: { customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'Who placed it.' } },
  many: {},
  visible: [],
  key: 'id',
  newest: 'createdAt',
};
