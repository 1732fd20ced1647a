import { afterEach, describe, expect, it } from 'vitest';
import { fault } from '#server/testing/emulators/shopify/faults.ts';
import { makeOrder, makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { STORE } from '#server/testing/emulators/shopify/shopify.ts';
import { BULK_FROM } from './run.ts';

let store: ShopTestApp;
afterEach(() => store.close());

const MANY = BULK_FROM + 600;

/** Syncs until so many orders are read, as if the server were stopped then. */
const syncUntil = (read: number) => {
  const stop = new AbortController();
  const progress = (now: { read: number }) => {
    if (now.read >= read) stop.abort(new Error('The server stops'));
  };
  return store.app.container.services.orderImport.sync(store.ada, { onProgress: progress, signal: stop.signal });
};
const sync = () => store.app.container.services.orderImport.sync(store.ada);
const count = () => store.app.container.db.prisma.order.count();
const linesOf = async (n: number) => {
  const { orderData } = await store.app.container.db.prisma.order.findUniqueOrThrow({ where: { shopifyOrderId: makeOrder(n).id } });
  return Object(orderData).lineItems.length;
};
const STOPPED = 'The sync was interrupted. The next one resumes where it stopped.';

describe('a sync that is broken off', () => {
  it(fault('stopped'), async () => {
    store = await createShopTestApp(makeOrders(1_000));
    await expect(syncUntil(500)).rejects.toThrow(STOPPED);
    expect(await count()).toBe(500);
    store.shop.requests.splice(0);
    // Only the overlap of a few minutes is requested again.
    expect((await sync()).synced).toBe(500);
    expect(store.shop.requests.some((search) => search === `updated_at:>='2026-10-31T23:56:39Z'`)).toBe(true);
    expect(await count()).toBe(1_000);
    const kinds = await store.app.container.db.prisma.event.groupBy({ by: ['kind'], where: { kind: { startsWith: 'order' } } });
    expect(kinds.map(({ kind }) => kind)).toEqual(['orders.imported']);
  });

  it('is broken off where the server stops, too', async () => {
    store = await createShopTestApp(makeOrders(1_000));
    const { orderImport } = store.app.container.services;
    await expect(orderImport.sync(store.ada, { onProgress: () => orderImport.stop() })).rejects.toThrow(STOPPED);
    expect(await count()).toBe(250);
  });

  it('resumes in the middle of the file, where the first import reads one', async () => {
    store = await createShopTestApp(makeOrders(MANY));
    await expect(syncUntil(3_000)).rejects.toThrow(STOPPED);
    const before = await count();
    expect(before).toBeGreaterThanOrEqual(3_000);
    expect(before).toBeLessThan(MANY);
    store.shop.requests.splice(0);
    expect((await sync()).synced).toBe(MANY - before);
    expect(store.shop.requests).not.toContain('CallboardExport');
    expect(await count()).toBe(MANY);
    expect((await sync()).synced).toBe(0);
  });
});

describe('the file of a first import', () => {
  it(fault('exportFails'), async () => {
    store = await createShopTestApp(makeOrders(MANY));
    store.shop.bulk.failsWith = 'FAILED';
    expect((await sync()).synced).toBe(MANY);
    expect(await count()).toBe(MANY);
  });

  it(fault('scattered'), async () => {
    store = await createShopTestApp(makeOrders(MANY));
    store.shop.bulk.scattered = true;
    await sync();
    expect(await count()).toBe(MANY);
    expect(await Promise.all([0, 1, 2, 5, MANY - 2].map(linesOf))).toEqual([0, 1, 2, 5, MANY - 2].map((n) => 1 + (n % 3)));
  });
});

it(fault('depth'), async () => {
  const plain = { customer: null, email: null, billing: null, lines: [], parcels: [] };
  store = await createShopTestApp(Array.from({ length: 25_600 }, (_, n) => makeOrder(n, plain)));
  const state = { store: STORE.domain, isComplete: true, watermark: '2026-10-30T00:00:00Z' };
  await store.app.container.db.prisma.integrationState.create({ data: { provider: 'shopify', state, updatedAt: store.app.clock.now() } });
  await sync();
  expect(await count()).toBe(25_600);
}, 60_000);
