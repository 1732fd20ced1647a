import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER } from '#domain/viewer.ts';
import { fault } from '#server/testing/emulators/shopify/faults.ts';
import { HTTP_FAULTS } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrder, makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp, shopEnv } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

let store: ShopTestApp;
beforeAll(async () => {
  store = await createShopTestApp(makeOrders(600));
});
afterAll(() => store.close());

const sync = () => store.app.container.services.orderImport.sync(store.ada);
const prisma = () => store.app.container.db.prisma;
const orderOf = (n: number) =>
  prisma().order.findUniqueOrThrow({ where: { shopifyOrderId: makeOrder(n).id }, include: { customer: true } });
const result = (count: number) => ({ synced: count, message: `Successfully synced ${count} orders from your Shopify store` });

/** The facts of orders and customers since the last look. */
let looked = 0n;
const events = async () => {
  const facts = await prisma().event.findMany({
    where: { id: { gt: looked }, OR: [{ kind: { startsWith: 'order' } }, { kind: { startsWith: 'customer' } }] },
    orderBy: { id: 'asc' },
  });
  looked = facts.at(-1)?.id ?? looked;
  return facts;
};

describe('the first sync', () => {
  it('reads everything, and reports progress page by page', async () => {
    const seen: number[] = [];
    const { orderImport } = store.app.container.services;
    expect(await orderImport.sync(store.ada, { onProgress: ({ read, total }) => seen.push(read, total ?? 0) })).toEqual(result(600));
    expect(seen).toEqual([250, 600, 500, 600, 600, 600]);
    expect(await prisma().order.count()).toBe(600);
    expect(await prisma().customer.count()).toBe(600);
    expect((await events()).map(({ kind, data, actorId }) => [kind, data, actorId])).toEqual(
      [250, 250, 100].map((count) => ['orders.imported', { count }, store.ada.id]),
    );
    const state = await prisma().integrationState.findUniqueOrThrow({ where: { provider: 'shopify' } });
    expect(state).toMatchObject({ lastError: null, lastSyncAt: store.app.clock.now(), state: { isComplete: true, bulk: null } });
  });

  it('stores the data of the shop with each order', async () => {
    expect(await orderOf(3)).toMatchObject({
      orderNumber: '#1004',
      status: 'delivered',
      currency: 'USD',
      customerName: 'Customer 3',
      customerEmail: 'customer3@example.com',
      fulfilment: 'fulfilled',
      test: false,
      createdAt: new Date('2026-10-01T08:03:00Z'),
      shopUpdatedAt: new Date('2026-11-01T00:00:00Z'),
      customer: { name: 'Customer 3', shopifyCustomerId: '115310627314723957', phone: '+12165550003' },
      orderData: {
        lineItems: [{ sku: 'COF-1', title: 'Coffee 1', quantity: 1, price: '12.50' }],
        fulfilment: { carrier: 'Three Rivers Parcel', trackingNumber: 'TRP3', deliveredAt: '2026-10-04T08:03:00.000Z' },
        financialStatus: 'paid',
        total: '43.03',
      },
    });
    expect(String((await orderOf(3)).totalPrice)).toBe('43.03');
  });

  it(fault('guest'), async () => {
    expect((await orderOf(9)).customer).toMatchObject({ name: 'Guest 9', email: 'guest9@example.com', shopifyCustomerId: null });
  });
});

describe('a later sync', () => {
  it('changes nothing where nothing changed', async () => {
    expect(await sync()).toEqual(result(0));
    expect(await events()).toEqual([]);
  });

  it('publishes an event for every new and every changed order', async () => {
    const { shop } = store;
    shop.store.put(makeOrder(700, { updatedAt: '2026-11-10T08:00:00Z' }));
    shop.store.change(makeOrder(1).id, { financial: 'PAID', updatedAt: '2026-11-10T08:00:00Z' });
    shop.store.change(makeOrder(2).id, { note: 'Ring twice', updatedAt: '2026-11-10T08:00:01Z' });
    expect(await sync()).toEqual(result(3));
    const [created, changed, noted] = [await orderOf(700), await orderOf(1), await orderOf(2)];
    const facts = (await events()).map(({ kind, subjectId, customerId, data }) => ({ kind, subjectId, customerId, data }));
    expect(facts.find(({ kind }) => kind === 'customer.created')).toMatchObject({
      subjectId: created.customerId,
      data: { name: 'Customer 700' },
    });
    expect(facts.filter(({ kind }) => kind.startsWith('order.'))).toHaveLength(3);
    expect(facts).toEqual(
      expect.arrayContaining([
        { kind: 'order.synced', subjectId: created.id, customerId: created.customerId, data: { status: 'shipped', totalPrice: '740.00' } },
        {
          kind: 'order.updated',
          subjectId: changed.id,
          customerId: changed.customerId,
          data: { status: 'paid', totalPrice: '41.01', from: 'pending' },
        },
        { kind: 'order.updated', subjectId: noted.id, customerId: noted.customerId, data: { status: 'shipped', totalPrice: '42.02' } },
      ]),
    );
    expect(await sync()).toEqual(result(0));
  });

  it('sees a second change of the same second', async () => {
    store.shop.store.change(makeOrder(2).id, { note: 'Ring three times' });
    expect(await sync()).toEqual(result(1));
    expect(await orderOf(2)).toMatchObject({ orderData: { note: 'Ring three times' } });
  });

  it('is left to the night where a change came in behind our back', async () => {
    store.shop.store.put(makeOrder(701, { updatedAt: '2026-11-10T06:00:00Z' }));
    expect(await sync()).toEqual(result(0));
    store.shop.store.put(makeOrder(702, { updatedAt: '2026-11-19T10:00:00Z' }));
    await sync();
    store.shop.store.put(makeOrder(703, { updatedAt: '2026-11-19T09:40:00Z' }));
    expect(await store.app.container.services.orderImport.reconcile()).toEqual(result(1));
    expect(await sync()).toEqual(result(0));
  });

  it(fault('largeTotal'), async () => {
    const price = { currency: 'JPY', currentTotal: '0', updatedAt: '2026-11-20T08:00:00Z' };
    store.shop.store.put(makeOrder(710, { ...price, total: '123456789012345678.90' }));
    store.shop.store.put(makeOrder(711, { ...price, total: '99999999.99' }));
    expect(await sync()).toEqual({
      synced: 1,
      message: 'Successfully synced 1 orders from your Shopify store. 1 order could not be read and was skipped.',
    });
    expect(String((await orderOf(711)).totalPrice)).toBe('99999999.99');
  });
});

describe('a flow', () => {
  it('is moved by a new order of its customer, in a first sync too', async () => {
    const emptyShop = await createShopTestApp([]);
    const { services, db } = emptyShop.app.container;
    const { id: customerId } = await services.customers.create(emptyShop.ada, { name: 'Jo', email: 'CUSTOMER1@example.com' });
    await services.flows.create(emptyShop.ada, { customerId, flowType: 'sales_pipeline', currentStage: 'awareness' });
    emptyShop.shop.store.put(makeOrder(1, { createdAt: '2026-11-20T09:40:00Z' }));
    emptyShop.shop.store.put(makeOrder(2, { createdAt: '2026-11-20T09:41:00Z' }));
    emptyShop.app.clock.advance(900_000);
    await services.orderImport.sync(emptyShop.ada);
    expect(await db.prisma.event.findMany({ where: { kind: 'order.synced' } })).toMatchObject([{ customerId }]);
    await until(async () => (await db.prisma.interactionFlow.findFirstOrThrow()).currentStage === 'purchase');
    await emptyShop.close();
  });
});

describe('another store', () => {
  it('is read from its beginning, wherever we were in the one before', async () => {
    const other = await createTestApp({ beside: store.app, env: { ...shopEnv(store.shop), SHOPIFY_STORE_DOMAIN: 'other.myshopify.com' } });
    await prisma().order.delete({ where: { shopifyOrderId: makeOrder(0).id } });
    expect(await sync()).toMatchObject({ synced: 0 });
    // The one that was deleted here, and the one that came in behind everybody’s back.
    expect(await other.container.services.orderImport.sync(store.ada)).toMatchObject({ synced: 2 });
    await other.close();
    await sync();
  });
});

describe('two parallel syncs', () => {
  it('are one on the same server, and refused on another', async () => {
    const other = await createTestApp({ beside: store.app, env: shopEnv(store.shop) });
    store.shop.store.put(makeOrder(720, { updatedAt: '2026-11-20T09:00:00Z' }));
    const pendingResponse = Promise.withResolvers<ServerResponse>();
    store.shop.fail(pendingResponse.resolve, 1);
    const first = sync();
    const response = await pendingResponse.promise;
    const joined = sync();
    await expect(other.container.services.orderImport.sync(store.ada)).rejects.toThrow('Another server is already syncing.');
    response.destroy();
    expect((await first).synced).toBe(1);
    expect(await joined).toBe(await first);
    await other.close();
  });
});

describe('a shop that does not answer', () => {
  it('is reported and remembered', async () => {
    store.shop.fail(HTTP_FAULTS.status(423));
    const message = 'The Shopify store is locked or closed. Open it in Shopify first.';
    const { services } = store.app.container;
    await expect(sync()).rejects.toThrow(message);
    expect(await services.orderImport.test(SERVER)).toEqual({ success: false, message });
    expect(await services.integrations.list(SERVER)).toContainEqual(expect.objectContaining({ provider: 'shopify', lastError: message }));
    store.shop.heal();
    expect(await services.orderImport.test(SERVER)).toEqual({ success: true, message: 'Connected to Brasswick Coffee.' });
    store.shop.settings.scopes = ['read_orders'];
    expect(await services.orderImport.test(SERVER)).toEqual({
      success: true,
      message:
        'Connected to Brasswick Coffee. The app lacks read_customers. Grant it in Shopify, then reinstall the app. It can only read orders of the last 60 days. Older ones need read_all_orders.',
    });
  });

  it('names the settings that are missing', async () => {
    const bare = await createTestApp();
    const message = expect.stringMatching(/^Shopify is not configured\. Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN/);
    expect(await bare.container.services.orderImport.test(SERVER)).toEqual({ success: false, message });
    await expect(bare.container.services.orderImport.sync(null)).rejects.toMatchObject({ message });
    await bare.close();
  });
});
