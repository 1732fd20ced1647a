import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#server/testing/caller.ts';
import { HTTP_FAULTS } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrder, makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { until } from '#server/testing/writer.ts';

const EUROS = { currency: 'EUR', createdAt: '2026-11-01T03:30:00Z', updatedAt: '2026-11-02T00:00:00Z', total: '0.10', parcels: [] };

let store: ShopTestApp;
let bea: Caller;
beforeAll(async () => {
  store = await createShopTestApp([
    ...makeOrders(6),
    makeOrder(20, EUROS),
    makeOrder(21, { ...EUROS, total: '0.20' }),
    makeOrder(22, { ...EUROS, total: '7.00', test: true }),
    makeOrder(23, { ...EUROS, total: '9.00', financial: 'REFUNDED' }),
    makeOrder(24, { ...EUROS, total: '11.00', cancelledAt: '2026-11-02T00:00:00Z', currentTotal: '0.00', note: 'Changed their mind' }),
  ]);
  bea = await store.app.signUp('bea');
});
afterAll(() => store.close());

const List = z.object({
  orders: z.object({ eventCursor: z.string(), nodes: z.array(z.object({ id: z.string(), orderNumber: z.string() })) }),
});
const list = async (search: string | null = null, first = 100) => {
  const query = 'query ($search: String, $first: Int) { orders(search: $search, first: $first) { eventCursor nodes { id orderNumber } } }';
  return List.parse((await bea.graph(query, { search, first })).data).orders;
};
const numbers = async (search: string | null) => (await list(search)).nodes.map(({ orderNumber }) => orderNumber);

const SYNC = 'mutation { syncOrders { __typename ... on OrderSync { synced message } ... on Failure { message } } }';

describe('syncOrders', () => {
  it('returns the result of the sync', async () => {
    const message = 'Successfully synced 11 orders from your Shopify store';
    expect((await bea.graph(SYNC)).data).toEqual({ syncOrders: { __typename: 'OrderSync', synced: 11, message } });
  });

  it('returns the reason when the sync fails', async () => {
    store.shop.fail(HTTP_FAULTS.status(403));
    const message = expect.stringContaining('The Shopify app cannot read this store.');
    expect((await bea.graph(SYNC)).data).toEqual({ syncOrders: { __typename: 'ShopUnavailable', message } });
    expect((await bea.graph('mutation { testShop { success message } }')).data).toEqual({ testShop: { success: false, message } });
    expect((await bea.graph('{ integrations { provider lastError } }')).data).toMatchObject({
      integrations: [{ provider: 'shopify', lastError: message }, {}],
    });
    store.shop.heal();
    await bea.graph(SYNC);
  });
});

describe('orders', () => {
  it('are found by any part of their number or of the store’s id, in any case', async () => {
    expect(await numbers('#102')).toEqual(['#1025', '#1024', '#1023', '#1022', '#1021']);
    expect(await numbers('1003')).toEqual(['#1003']);
    expect(await numbers(' 6154510 ')).toEqual(['#1003']);
    expect(await numbers('%')).toEqual([]);
    const { id } = await store.app.container.db.prisma.order.findFirstOrThrow({ where: { orderNumber: '#1003' } });
    await store.app.container.db.prisma.order.update({ where: { id }, data: { orderNumber: 'Web-1003' } });
    for (const search of ['web-10', 'WEB-10', 'Web-1003']) expect(await numbers(search), search).toEqual(['Web-1003']);
    await store.app.container.db.prisma.order.update({ where: { id }, data: { orderNumber: '#1003' } });
    expect(await numbers('')).toHaveLength(11);
    expect((await list('#100', 2)).nodes.map(({ orderNumber }) => orderNumber)).toEqual(['#1006', '#1005']);
  });

  it('have lines, a parcel and a buyer', async () => {
    const [node] = (await list('#1004')).nodes;
    const query = `query ($id: ID!) { order(id: $id) {
      orderNumber hasDetails note currentTotal financialStatus test customerName
      lines { title sku quantity price } fulfilment { status carrier trackingNumber shippedAt deliveredAt }
      buyer { name email phone company } customer { name shopifyCustomerId }
    } }`;
    expect((await bea.graph(query, { id: node?.id })).data).toEqual({
      order: {
        orderNumber: '#1004',
        hasDetails: true,
        note: null,
        currentTotal: '43.03',
        financialStatus: 'paid',
        test: false,
        customerName: 'Customer 3',
        lines: [{ title: 'Coffee 1', sku: 'COF-1', quantity: 1, price: '12.50' }],
        fulfilment: {
          status: 'fulfilled',
          carrier: 'Three Rivers Parcel',
          trackingNumber: 'TRP3',
          shippedAt: '2026-10-02T08:03:00.000Z',
          deliveredAt: '2026-10-04T08:03:00.000Z',
        },
        buyer: { name: 'Customer 3', email: 'customer3@example.com', phone: '+12165550003', company: null },
        customer: { name: 'Customer 3', shopifyCustomerId: '115310627314723957' },
      },
    });
    expect((await bea.graph(query, { id: 'nobody' })).data).toEqual({ order: null });
  });

  it('that know nothing but themselves have no details', async () => {
    const at = store.app.clock.now();
    const order = {
      id: 'bare',
      shopifyOrderId: 'bare',
      orderNumber: 'bare',
      totalPrice: '1.00',
      status: 'paid',
      createdAt: at,
      updatedAt: at,
    };
    await store.app.container.db.prisma.order.create({ data: order });
    const query = '{ order(id: "bare") { hasDetails note currentTotal lines { title } fulfilment { status } buyer { name } } }';
    const nothing = { hasDetails: false, note: null, currentTotal: null, lines: [], fulfilment: null, buyer: null };
    expect((await bea.graph(query)).data).toEqual({ order: nothing });
    await store.app.container.db.prisma.order.delete({ where: { id: 'bare' } });
  });
});

describe('the summary of orders', () => {
  const countIn = async (timeZone: string) => {
    const query = `query ($timeZone: String!) { orderSummary(timeZone: $timeZone) {
      ... on OrderSummary { count thisMonth revenue { currency orders total average } } ... on Failure { message }
    } }`;
    return (await bea.graph(query, { timeZone })).data?.orderSummary;
  };

  it('adds each currency up exactly, without what came to nothing', async () => {
    expect(await countIn('UTC')).toEqual({
      count: 11,
      thisMonth: 5,
      revenue: [
        { currency: 'USD', orders: 6, total: '255.15', average: '42.53' },
        { currency: 'EUR', orders: 2, total: '0.30', average: '0.15' },
      ],
    });
  });

  it('begins the month where the reader is', async () => {
    expect(await countIn('America/New_York')).toMatchObject({ thisMonth: 0 });
    expect(await countIn('Mars/Olympus')).toEqual({ message: 'There is no time zone called "Mars/Olympus".' });
  });
});

describe('ordersChanged', () => {
  it('publishes every change after a cursor', async () => {
    const { db } = store.app.container;
    await until(async () => (await db.prisma.event.count({ where: { seq: null } })) === 0);
    const { eventCursor } = await list();
    store.shop.store.change(makeOrder(1).id, { financial: 'PAID', updatedAt: '2026-11-20T08:00:00Z' });
    store.shop.store.put(makeOrder(30, { updatedAt: '2026-11-20T08:10:00Z' }));
    await bea.graph(SYNC);
    const query =
      'subscription ($after: EventCursor) { ordersChanged(after: $after) { kind actor { username } order { orderNumber status } } }';
    const changes = bea.subscribe(query, { after: eventCursor });
    expect([await changes.next(), await changes.next()]).toEqual([
      { ordersChanged: { kind: 'updated', actor: { username: 'bea' }, order: { orderNumber: '#1002', status: 'paid' } } },
      { ordersChanged: { kind: 'created', actor: { username: 'bea' }, order: { orderNumber: '#1031', status: 'paid' } } },
    ]);
    changes.stop();
  });
});
