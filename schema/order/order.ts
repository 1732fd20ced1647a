import { ENTITIES } from '#domain/entities/entities.ts';
import { Invalid } from '#domain/failures.ts';
import type { OrderSummary as OrderSummaryRow, Revenue } from '#domain/order/queries.ts';
import { orderFilter } from '#domain/order/service.ts';
import { nestedList } from '#domain/query/nested-lists.ts';
import type { Order as OrderRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';

export const Order = builder.objectRef<OrderRow>('Order').implement({
  description: 'An order of the online store.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.order, {}, ['fulfilment', 'shopUpdatedAt']),
    customerName: t.exposeString('customerName', { nullable: true, description: 'Who placed it, as the store sent it.' }),
    customerEmail: t.exposeString('customerEmail', { nullable: true, description: 'Their email address, as the store sent it.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'Who placed it, where we know them.',
      resolve: ({ customerId }, _args, { loaders: load }) => load.customer(customerId),
    }),
  }),
});

export const OrderConnection = connectionOf('Order', Order);

const OrderRevenue = builder.objectRef<Revenue>('OrderRevenue').implement({
  description: 'What orders in one currency come to; cancelled, refunded and test orders are left out.',
  fields: (t) => ({
    currency: t.exposeID('currency', { description: 'Three letters, such as USD.' }),
    orders: t.exposeInt('orders', { description: 'How many orders count.' }),
    total: t.expose('total', { type: 'Decimal', description: 'All of them together, exact.' }),
    average: t.expose('average', { type: 'Decimal', description: 'One of them on average, rounded to cents.' }),
  }),
});

const OrderSummary = builder.objectRef<OrderSummaryRow>('OrderSummary').implement({
  description: 'The numbers of all orders.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many there are, whatever became of them.' }),
    thisMonth: t.exposeInt('thisMonth', { description: 'How many of them were placed in the current calendar month.' }),
    revenue: t.field({
      type: [OrderRevenue],
      description: 'What they come to in each currency, US dollars first.',
      resolve: ({ revenue }) => [...revenue],
    }),
  }),
});

builder.queryFields((t) => ({
  order: t.field({
    type: Order,
    nullable: true,
    description: 'One order; null when there is none by that id.',
    args: { id: t.arg.id({ required: true, description: 'The order’s id here, not in the online store.' }) },
    resolve: (_root, { id }, { loaders: load }) => load.order(id),
  }),
  orders: t.field({
    type: OrderConnection,
    description: 'Orders of the online store, newest first.',
    args: {
      ...t.arg.connectionArgs(),
      search: t.arg.string({
        description:
          'Any part of the order number or of the id in the online store, in any case and with or without accents; at most 200 characters.',
      }),
      ...listArgs('order'),
    },
    complexity: perRow,
    resolve: async (_root, { search, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.orders.page(viewer, { where, orderBy, filter: orderFilter(search) }, page)),
  }),
  orderSummary: t.field({
    type: OrderSummary,
    errors: { types: [Invalid] },
    complexity: 20,
    description: 'How many orders there are and what they come to.',
    args: {
      timeZone: t.arg.string({
        defaultValue: 'UTC',
        required: true,
        description: 'Where a month begins: an IANA name such as America/New_York.',
      }),
    },
    resolve: (_root, { timeZone }, { services }) => services.orders.summary(timeZone),
  }),
}));

const OrderChange = changeSubscription({
  noun: 'Order',
  subscription: 'ordersChanged',
  kinds: { 'order.synced': 'created', 'order.updated': 'updated', 'orders.imported': 'created' },
});

builder.objectField(OrderChange, 'order', (t) =>
  t.field({
    type: Order,
    nullable: true,
    description: 'The order as it is now; null where a first import brought many at once: ask for the list again.',
    resolve: ({ subjectId }, _args, { loaders: load }) => load.order(subjectId),
  }),
);

const ordersOfCustomer = nestedList(ENTITIES.order, 'customerId');

builder.objectField(Customer, 'orders', (t) =>
  t.field({
    type: OrderConnection,
    description: 'This customer’s orders, newest first.',
    args: { ...t.arg.connectionArgs(), ...listArgs('order') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await ordersOfCustomer(id, args, context)),
  }),
);
