import type { Order as OrderRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { Customer } from './customer.ts';

export const Order = builder.objectRef<OrderRow>('Order').implement({
  description: 'An order of the online store.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same id as in REST.' }),
    shopifyOrderId: t.exposeString('shopifyOrderId', { description: 'Its id in the online store.' }),
    orderNumber: t.exposeString('orderNumber', { description: 'Its number as the customer knows it.' }),
    totalPrice: t.expose('totalPrice', { type: 'Decimal', description: 'What it comes to, in its currency.' }),
    currency: t.exposeString('currency', { description: 'Three letters, such as USD.' }),
    status: t.exposeString('status', { description: '`paid`, `pending`, `shipped`, `delivered`, `cancelled`; the store may have others.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was placed.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Who placed it, where we know them.',
      resolve: ({ customerId }, _args, { load }) => load.customer(customerId),
    }),
  }),
});

export const OrderConnection = connectionOf('Order', Order);

builder.queryField('orders', (t) =>
  t.field({
    type: OrderConnection,
    description: 'Orders of the online store, newest first.',
    args: t.arg.connectionArgs(),
    complexity: perRow,
    resolve: async (_root, page, { services }) => asConnection(await services.orders.list(page)),
  }),
);
