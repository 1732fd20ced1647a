import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { HTTP_FAULTS } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';

let store: ShopTestApp;
let bea: Caller;
beforeAll(async () => {
  store = await createShopTestApp(makeOrders(12));
  bea = await store.app.signUp('bea');
});
afterAll(() => store.close());

describe('orders over REST', () => {
  it('are synced with a request that has no body', async () => {
    const { status, body } = await bea.rest.post('/api/shopify/sync');
    expect([status, body]).toEqual([200, { message: 'Successfully synced 12 orders from your Shopify store', synced: 12 }]);
  });

  it('are listed newest first, the amount as text', async () => {
    const { body } = await bea.rest.get('/api/shopify/orders?limit=3');
    expect(body).toMatchObject([
      {
        id: expect.any(String),
        shopifyOrderId: '820982911946154519',
        orderNumber: '#1012',
        totalPrice: '51.11',
        currency: 'USD',
        status: 'pending',
        orderData: { note: null, lineItems: [{ title: 'Coffee 1', price: '12.50' }, {}, {}].slice(0, 3) },
        createdAt: '2026-10-01T08:11:00.000Z',
      },
      { orderNumber: '#1011' },
      { orderNumber: '#1010' },
    ]);
    expect((await bea.rest.get('/api/shopify/orders')).body).toHaveLength(12);
    expect((await bea.rest.get('/api/shopify/orders?search=%231007')).body).toMatchObject([{ orderNumber: '#1007' }]);
  });

  it('say with 502 why the shop cannot be read', async () => {
    store.shop.fail(HTTP_FAULTS.status(402), 1);
    const { status, body } = await bea.rest.post('/api/shopify/sync');
    expect([status, body]).toEqual([502, { message: 'The Shopify store’s plan does not include this. Check the plan and its billing.' }]);
  });
});
