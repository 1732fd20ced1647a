import {
  type OrderBuyer as Buyer,
  type OrderFulfilment as Fulfilment,
  type OrderLine as Line,
  readOrderData,
} from '#domain/order/order-data.ts';
import { builder } from '../builder.ts';
import { Order } from './order.ts';

const OrderLine = builder.objectRef<Line>('OrderLine').implement({
  description: 'What an order is for: one product, and how many of it.',
  fields: (t) => ({
    title: t.string({ description: 'What it is called.', resolve: ({ title }) => title ?? 'Unnamed item' }),
    sku: t.exposeString('sku', { nullable: true, description: 'The store’s number of the product.' }),
    quantity: t.exposeInt('quantity', { description: 'How many.' }),
    price: t.expose('price', { type: 'Decimal', nullable: true, description: 'Of one piece, in the order’s currency.' }),
  }),
});

const moment = (text: string | null): Date | null => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null);

const OrderFulfilment = builder.objectRef<Fulfilment>('OrderFulfilment').implement({
  description: 'Where the parcel is.',
  fields: (t) => ({
    status: t.exposeString('status', {
      nullable: true,
      description: '`unfulfilled`, `in_progress`, `fulfilled`; the store may have others.',
    }),
    carrier: t.exposeString('carrier', { nullable: true, description: 'Who carries it.' }),
    trackingNumber: t.exposeString('trackingNumber', { nullable: true, description: 'The carrier’s number.' }),
    shippedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it left.',
      resolve: ({ shippedAt }) => moment(shippedAt),
    }),
    deliveredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it arrived.',
      resolve: ({ deliveredAt }) => moment(deliveredAt),
    }),
  }),
});

const OrderBuyer = builder.objectRef<Buyer>('OrderBuyer').implement({
  description: 'Who placed an order, as the store sent it; they need not be a customer here.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Their name.' }),
    email: t.exposeString('email', { nullable: true, description: 'Their email address.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Their phone number.' }),
    company: t.exposeString('company', { nullable: true, description: 'Where they work.' }),
  }),
});

// What is kept of an order beside its own columns.
builder.objectFields(Order, (t) => ({
  hasDetails: t.boolean({ description: 'Whether more is known than its own fields tell.', resolve: ({ orderData }) => orderData !== null }),
  lines: t.field({
    type: [OrderLine],
    description: 'What it is for.',
    resolve: ({ orderData }) => [...readOrderData(orderData).lineItems],
  }),
  fulfilment: t.field({
    type: OrderFulfilment,
    nullable: true,
    description: 'Where the parcel is; null where nothing is known.',
    resolve: ({ orderData }) => readOrderData(orderData).fulfilment,
  }),
  buyer: t.field({
    type: OrderBuyer,
    nullable: true,
    description: 'Who placed it, as the store sent it.',
    resolve: ({ orderData }) => readOrderData(orderData).customer,
  }),
  note: t.string({
    nullable: true,
    description: 'What the customer or the store noted.',
    resolve: ({ orderData }) => readOrderData(orderData).note,
  }),
  currentTotal: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'What is left of the total after changes and refunds.',
    resolve: ({ orderData }) => readOrderData(orderData).currentTotal,
  }),
  financialStatus: t.string({
    nullable: true,
    description: 'The store’s own word for how it was paid, such as `partially_refunded`.',
    resolve: ({ orderData }) => readOrderData(orderData).financialStatus,
  }),
  cancelReason: t.string({
    nullable: true,
    description: 'Why it was cancelled, in the store’s own word.',
    resolve: ({ orderData }) => readOrderData(orderData).cancelReason,
  }),
}));
