import {
  type OrderBuyer as Buyer,
  type OrderFulfilment as Fulfilment,
  type OrderLine as Line,
  readOrderData,
} from '#domain/order/order-data.ts';
import { builder } from '../builder.ts';
import { Order } from './order.ts';

const OrderLine = builder.objectRef<Line>('OrderLine').implement({
  description: 'A line item of an order: a product and its quantity.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the product.', resolve: ({ title }) => title ?? 'Unnamed item' }),
    sku: t.exposeString('sku', { nullable: true, description: 'Stock keeping unit; null if the store has none.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of units.' }),
    price: t.expose('price', { type: 'Decimal', nullable: true, description: 'Price per unit, in the order’s currency.' }),
  }),
});

const moment = (text: string | null): Date | null => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null);

const OrderFulfilment = builder.objectRef<Fulfilment>('OrderFulfilment').implement({
  description: 'The shipment of an order.',
  fields: (t) => ({
    status: t.exposeString('status', {
      nullable: true,
      description: '`unfulfilled`, `in_progress`, `fulfilled` or another status of the store.',
    }),
    carrier: t.exposeString('carrier', { nullable: true, description: 'Name of the carrier; null if unknown.' }),
    trackingNumber: t.exposeString('trackingNumber', { nullable: true, description: 'The carrier’s tracking number; null if unknown.' }),
    shippedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was shipped, UTC; null if unknown.',
      resolve: ({ shippedAt }) => moment(shippedAt),
    }),
    deliveredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered, UTC; null if unknown.',
      resolve: ({ deliveredAt }) => moment(deliveredAt),
    }),
  }),
});

const OrderBuyer = builder.objectRef<Buyer>('OrderBuyer').implement({
  description: 'The buyer as sent by the store; may not exist as a customer here.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Name of the buyer.' }),
    email: t.exposeString('email', { nullable: true, description: 'Email address of the buyer.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number of the buyer.' }),
    company: t.exposeString('company', { nullable: true, description: 'Company of the buyer.' }),
  }),
});

// Stored beside the order's own columns.
builder.objectFields(Order, (t) => ({
  hasDetails: t.boolean({
    description: 'Whether the store sent details, such as items and shipment.',
    resolve: ({ orderData }) => orderData !== null,
  }),
  lines: t.field({
    type: [OrderLine],
    description: 'Its line items.',
    resolve: ({ orderData }) => [...readOrderData(orderData).lineItems],
  }),
  fulfilment: t.field({
    type: OrderFulfilment,
    nullable: true,
    description: 'Its shipment; null if unknown.',
    resolve: ({ orderData }) => readOrderData(orderData).fulfilment,
  }),
  buyer: t.field({
    type: OrderBuyer,
    nullable: true,
    description: 'The buyer as sent by the store.',
    resolve: ({ orderData }) => readOrderData(orderData).customer,
  }),
  note: t.string({
    nullable: true,
    description: 'Note by the customer or the store.',
    resolve: ({ orderData }) => readOrderData(orderData).note,
  }),
  currentTotal: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'The total after changes and refunds.',
    resolve: ({ orderData }) => readOrderData(orderData).currentTotal,
  }),
  financialStatus: t.string({
    nullable: true,
    description: 'Payment status in the store, such as `partially_refunded`.',
    resolve: ({ orderData }) => readOrderData(orderData).financialStatus,
  }),
  cancelReason: t.string({
    nullable: true,
    description: 'Cancellation reason in the store, such as `inventory`.',
    resolve: ({ orderData }) => readOrderData(orderData).cancelReason,
  }),
}));
