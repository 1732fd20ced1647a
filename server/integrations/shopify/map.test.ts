import { describe, expect, it } from 'vitest';
import { orderNode } from '#server/testing/emulators/shopify/nodes.ts';
import { type ApiOrder, makeOrder } from '#server/testing/emulators/shopify/orders.ts';
import { restPayload } from '#server/testing/emulators/shopify/webhooks.ts';
import { shopOrder } from './map.ts';
import { restOrder } from './rest-order.ts';
import { type OrderState, statusOf } from './status.ts';

const parcel = (displayStatus: string | null, deliveredAt: Date | null = null) => ({ displayStatus, deliveredAt });
const SENT = new Date('2026-11-01T00:00:00Z');

describe('the status of an order', () => {
  it.each([
    ['cancelled', { cancelled: true, financial: 'PAID', fulfilment: 'FULFILLED' }],
    ['cancelled', { financial: 'VOIDED' }],
    ['refunded', { financial: 'REFUNDED', fulfilment: 'FULFILLED', parcels: [parcel('DELIVERED')] }],
    ['delivered', { financial: 'PAID', fulfilment: 'FULFILLED', parcels: [parcel('DELIVERED'), parcel(null, SENT)] }],
    ['delivered', { financial: 'PENDING', fulfilment: 'FULFILLED', parcels: [parcel('PICKED_UP'), parcel('CANCELED')] }],
    ['shipped', { financial: 'PAID', fulfilment: 'FULFILLED', parcels: [parcel('DELIVERED'), parcel('IN_TRANSIT')] }],
    ['shipped', { financial: 'PAID', fulfilment: 'FULFILLED', parcels: [] }],
    ['shipped', { financial: 'PAID', fulfilment: 'FULFILLED', parcels: [parcel('CANCELED', SENT)] }],
    ['partially_shipped', { financial: 'PAID', fulfilment: 'PARTIALLY_FULFILLED' }],
    ['paid', { financial: 'PAID', fulfilment: 'ON_HOLD' }],
    ['partially_refunded', { financial: 'PARTIALLY_REFUNDED' }],
    ['expired', { financial: 'EXPIRED' }],
    ['pending', { financial: 'AUTHORIZED' }],
    ['pending', { financial: 'PARTIALLY_PAID' }],
    ['pending', { financial: null, fulfilment: 'NEVER_HEARD_OF' }],
    ['awaiting_moonrise', { financial: 'AWAITING_MOONRISE' }],
  ] satisfies Array<[string, Partial<OrderState>]>)('is %s for %j', (status, state) => {
    const nothing: OrderState = { cancelled: false, financial: null, fulfilment: null, parcels: [] };
    expect(statusOf({ ...nothing, ...state })).toBe(status);
  });
});

/** As GraphQL would answer it, functions called. */
const answered = (order: ApiOrder) => {
  const { customer, lineItems, ...node } = orderNode(order, { allLines: true, customers: true });
  return { ...node, customer: customer(), lineItems: lineItems({ first: 250 }) };
};

describe('an order', () => {
  it.each([
    ['a guest', makeOrder(9)],
    ['a delivered one', makeOrder(3)],
    ['one on its way', makeOrder(2)],
    ['a cancelled one', makeOrder(4, { cancelledAt: '2026-11-05T10:00:00Z' })],
    ['a test', makeOrder(1, { test: true, note: 'Only a test' })],
  ])('is the same from a page and from a webhook: %s', (_name, order) => {
    const read = shopOrder(answered(order));
    expect(restOrder(JSON.parse(restPayload(order)))).toEqual(read);
    expect(read).toMatchObject({ id: order.id, number: order.name, totalPrice: order.total, updatedAt: new Date(order.updatedAt) });
  });

  it('keeps every digit of an id that a number would lose', () => {
    const payload = restPayload(makeOrder(0));
    expect(JSON.parse(payload).id).toBe(820982911946154500);
    expect(restOrder(JSON.parse(payload))).toMatchObject({ id: '820982911946154508', customer: { id: '115310627314723954' } });
  });

  it.each([
    ['numbers for texts', { name: 5, note: 7, test: 'yes', email: [], customer: 'Jo' }],
    ['lists of nonsense', { fulfillments: [null, 'x', { deliveredAt: 'soon' }], lineItems: { nodes: [4, {}] } }],
    [
      'nothing beside what it needs',
      { lineItems: null, fulfillments: null, billingAddress: null, customer: null, currentTotalPriceSet: {} },
    ],
    ['control characters', { name: '#1\u0000', note: '\u0001' }],
  ])('with %s is read as far as it makes sense', (_what, odd) => {
    expect(shopOrder({ ...answered(makeOrder(0)), ...odd })).toMatchObject({ id: '820982911946154508', status: 'paid' });
  });

  it.each([
    ['no id', { id: null }],
    ['no moment', { updatedAt: 'yesterday' }],
    ['a price that is a number', { totalPriceSet: { shopMoney: { amount: 12.5, currencyCode: 'USD' } } }],
    ['no currency', { totalPriceSet: { shopMoney: { amount: '12.50' } }, currencyCode: null }],
  ])('with %s is none', (_what, odd) => {
    expect(shopOrder({ ...answered(makeOrder(0)), ...odd })).toBeNull();
  });
});
