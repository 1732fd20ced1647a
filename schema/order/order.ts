import { narrowed } from '#domain/access/narrowed.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Invalid } from '#domain/failures.ts';
import type { OrderSummary as OrderSummaryRow, Revenue } from '#domain/order/queries.ts';
import { orderFilter } from '#domain/order/service.ts';
import { ListRead, RelationRead, RowRead, reads } from '#domain/query/field-reads.ts';
import { nestedList, rowById } from '#domain/query/nested-lists.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { Order as OrderRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { Customer } from '../customer.ts';
import { ownersArg } from '../owners.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';

export const findOrder = rowById(ENTITIES.order);

export const Order = builder.objectRef<OrderRow>('Order').implement({
  description: 'An order of the online store.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.order, { except: ['fulfilment', 'shopUpdatedAt'] }),
    customerName: t.exposeString('customerName', { nullable: true, description: 'Name of the buyer, as sent by the store.' }),
    customerEmail: t.exposeString('customerEmail', { nullable: true, description: 'Email address of the buyer, as sent by the store.' }),
    customer: t.field({
      type: Customer,
      nullable: true,
      description: 'The customer who placed it; null if unknown.',
      extensions: reads(new RelationRead('customer')),
      resolve: ({ customerId }, _args, { loaders }) => loaders.customer(customerId),
    }),
  }),
});

export const OrderConnection = connectionOf('Order', Order);

const OrderRevenue = builder.objectRef<Revenue>('OrderRevenue').implement({
  description: 'Revenue in one currency, without cancelled, refunded and test orders.',
  fields: (t) => ({
    currency: t.exposeID('currency', { description: 'Three-letter currency code, such as USD.' }),
    orders: t.exposeInt('orders', { description: 'Number of orders.' }),
    total: t.expose('total', { type: 'Decimal', description: 'Sum of their totals.' }),
    average: t.expose('average', { type: 'Decimal', description: 'Average total, rounded to cents.' }),
  }),
});

const OrderSummary = builder.objectRef<OrderSummaryRow>('OrderSummary').implement({
  description: 'Summary of all orders.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of orders, including cancelled and refunded ones.' }),
    thisMonth: t.exposeInt('thisMonth', { description: 'Number of orders placed in the current calendar month.' }),
    revenue: t.field({
      type: [OrderRevenue],
      description: 'Revenue by currency, US dollars first.',
      resolve: ({ revenue }) => [...revenue],
    }),
  }),
});

builder.queryFields((t) => ({
  order: t.field({
    type: Order,
    nullable: true,
    description: 'One order; null when there is none with this id.',
    extensions: reads(new RowRead('order')),
    args: { id: t.arg.id({ required: true, description: 'Id of the order in Callboard, not in the online store.' }) },
    resolve: (_root, { id }, context) => findOrder(id, context),
  }),
  orders: t.field({
    type: OrderConnection,
    description: 'Orders of the online store, newest first.',
    extensions: reads(new ListRead({ entity: 'order', filter: ({ search }) => orderFilter(search), narrows: ['order'] })),
    args: {
      ...t.arg.connectionArgs(),
      search: t.arg.string({
        description: 'Part of the order number or of the id in the online store, ignoring case and accents; at most 200 characters.',
      }),
      ...ownersArg(),
      ...listArgs('order'),
    },
    complexity: perRow,
    resolve: async (_root, { search, owners, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(
        await services.analyst.orders.page(
          narrowed(viewer ?? NOBODY, owners, ['order']),
          { where, orderBy, filter: orderFilter(search) },
          page,
        ),
      ),
  }),
  orderSummary: t.field({
    type: OrderSummary,
    errors: { types: [Invalid] },
    complexity: 20,
    description: 'Number of orders and revenue by currency.',
    args: {
      timeZone: t.arg.string({
        defaultValue: 'UTC',
        required: true,
        description: 'IANA time zone of the current month, such as `America/New_York`.',
      }),
    },
    resolve: (_root, { timeZone }, { services, viewer }) => services.orders.summary(viewer ?? NOBODY, timeZone),
  }),
}));

const OrderChange = changeSubscription({
  noun: 'Order',
  subscription: 'ordersChanged',
  kinds: { 'order.synced': 'created', 'order.updated': 'updated', 'order.handed_over': 'updated', 'orders.imported': 'created' },
});

builder.objectField(OrderChange, 'order', (t) =>
  t.field({
    type: Order,
    nullable: true,
    description: 'The order as it is now; null when a first sync changed many: refetch the list.',
    resolve: ({ subjectId }, _args, context) => findOrder(subjectId, context),
  }),
);

const ordersOfCustomer = nestedList(ENTITIES.order, 'customerId');

builder.objectField(Customer, 'orders', (t) =>
  t.field({
    type: OrderConnection,
    description: 'This customer’s orders, newest first.',
    extensions: reads(new ListRead({ entity: 'order', foreignKey: 'customerId' })),
    args: { ...t.arg.connectionArgs(), ...listArgs('order') },
    complexity: perRow,
    resolve: async ({ id }, args, context) => asConnection(await ordersOfCustomer(id, args, context)),
  }),
);
