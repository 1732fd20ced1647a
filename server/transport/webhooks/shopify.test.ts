import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SERVER } from '#domain/viewer.ts';
import { fault } from '#server/testing/emulators/shopify/faults.ts';
import { HTTP_FAULTS } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrder } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { STORE } from '#server/testing/emulators/shopify/shopify.ts';
import { type Delivery, deliver, restPayload } from '#server/testing/emulators/shopify/webhooks.ts';
import { eventsOf } from '#server/testing/stories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const SECRETS = {
  SHOPIFY_WEBHOOK_SECRET: ` ${STORE.webhookSecret} , the-old-one`,
  SHOPIFY_CLIENT_ID: 'id',
  SHOPIFY_CLIENT_SECRET: 'of-the-app',
};

let store: ShopTestApp;
beforeAll(async () => {
  store = await createShopTestApp([makeOrder(0), makeOrder(1), makeOrder(2), makeOrder(3), makeOrder(5)], SECRETS);
});
afterAll(() => store.close());
afterEach(() => store.shop.heal());

const orderOf = (n: number) => store.app.container.db.prisma.order.findUnique({ where: { shopifyOrderId: makeOrder(n).id } });
const outcomes = async () =>
  (await store.app.container.db.prisma.webhookDelivery.findMany({ orderBy: { receivedAt: 'asc' } })).map(({ outcome }) => outcome);
const send = (changes: Partial<Delivery> & { body: string }, to = store.app.url) =>
  deliver(`${to}/webhooks/shopify`, { topic: 'orders/updated', secret: STORE.webhookSecret, domain: STORE.domain, ...changes });

describe('a webhook about an order', () => {
  it('loads the order as the shop has it now, and publishes the change', async () => {
    const received = makeOrder(1, { updatedAt: '2026-10-31T00:00:00Z', total: '1.00' });
    expect(await store.sendWebhook(received)).toEqual([200]);
    const order = await orderOf(1);
    expect(order).toMatchObject({ orderNumber: '#1002', status: 'pending', shopUpdatedAt: new Date(makeOrder(1).updatedAt) });
    expect((await eventsOf(store.app.container.db, order?.id)).map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['order.synced', null],
    ]);
    const [delivery] = await store.app.container.db.prisma.webhookDelivery.findMany();
    expect(delivery).toMatchObject({
      provider: 'shopify',
      topic: 'orders/updated',
      outcome: 'stored',
      receivedAt: store.app.clock.now(),
      triggeredAt: expect.any(Date),
      eventId: expect.any(String),
    });
  });

  it('uses the delivered order when the shop does not respond', async () => {
    store.shop.fail(HTTP_FAULTS.status(401));
    expect(await store.sendWebhook(makeOrder(4, { financial: 'PAID', fulfilment: 'ON_HOLD', parcels: [] }))).toEqual([200]);
    expect(await orderOf(4)).toMatchObject({ status: 'paid', customerName: 'Customer 4' });
  });

  it(fault('repeated'), async () => {
    expect(await store.sendWebhook(makeOrder(2), 'twice')).toEqual([200, 200]);
    const order = await orderOf(2);
    expect(await eventsOf(store.app.container.db, order?.id)).toHaveLength(1);
    const body = restPayload(makeOrder(2, { note: 'At once', updatedAt: '2026-11-19T00:00:00Z' }));
    store.shop.fail(HTTP_FAULTS.status(401));
    expect(await Promise.all(Array.from({ length: 8 }, () => send({ id: 'at-once', body })))).toEqual(Array(8).fill(200));
    expect(await eventsOf(store.app.container.db, order?.id)).toHaveLength(2);
  });

  it(fault('reordered'), async () => {
    store.shop.fail(HTTP_FAULTS.status(401));
    expect(await store.sendWebhook(makeOrder(3), 'reordered')).toEqual([200, 200]);
    expect(await orderOf(3)).toMatchObject({ status: 'delivered', shopUpdatedAt: new Date(makeOrder(3).updatedAt) });
    expect((await outcomes()).filter((outcome) => outcome === 'unchanged')).toHaveLength(1);
  });

  it(fault('stale'), async () => {
    expect(await store.sendWebhook(makeOrder(5), 'stale')).toEqual([200]);
    const { updatedAt } = makeOrder(5);
    expect(await orderOf(5)).toMatchObject({ shopUpdatedAt: new Date(updatedAt) });
    store.shop.fail(HTTP_FAULTS.status(401));
    expect(await store.sendWebhook(makeOrder(5), 'stale')).toEqual([200]);
    expect(await orderOf(5)).toMatchObject({ shopUpdatedAt: new Date(updatedAt) });
  });
});

describe('a webhook that is not the store’s', () => {
  const body = restPayload(makeOrder(9));

  it(fault('forged'), async () => {
    expect(await store.sendWebhook(makeOrder(9), 'forged')).toEqual([401]);
    expect(await orderOf(9)).toBeNull();
  });

  it.each([
    ['from another store', { domain: 'other.myshopify.com' }],
    ['signed for another body', { body: `${body} ` }],
  ])('is refused: %s', async (_what, changes) => {
    const sent = await store.app.anonymous().rest.send('/webhooks/shopify', { method: 'POST', body: 'x' });
    expect([sent.status, sent.body]).toEqual([401, { message: 'Not signed by the store.' }]);
    expect(await send({ body, ...changes, ...('body' in changes && { forged: true }) })).toBe(401);
  });

  it('is refused where it is too large, and where no store is set', async () => {
    expect(await send({ body: ' '.repeat(1024 * 1024 + 1) })).toBe(413);
    const bare = await createTestApp();
    expect(await send({ body }, bare.url)).toBe(401);
    await bare.close();
  });

  it(fault('rotation'), async () => {
    for (const secret of ['the-old-one', 'of-the-app', STORE.webhookSecret]) expect(await send({ body, secret })).toBe(200);
    expect(await send({ body, secret: '' })).toBe(401);
  });
});

describe('a webhook about something else', () => {
  it.each([
    ['customers/redact', '{}'],
    ['orders/delete', '{"id": 5}'],
    ['orders/updated', 'no JSON at all'],
    ['orders/updated', '[]'],
  ])('is thanked for and left alone: %s with %s', async (topic, body) => {
    const before = await store.app.container.db.prisma.order.count();
    expect(await send({ topic, body })).toBe(200);
    expect(await store.app.container.db.prisma.order.count()).toBe(before);
    expect((await outcomes()).at(-1)).toBeDefined();
  });

  it('reports that the app was uninstalled', async () => {
    expect(await send({ topic: 'app/uninstalled', body: '{}' })).toBe(200);
    const integrations = await store.app.container.services.integrations.list(SERVER);
    expect(integrations[0]?.lastError).toBe('The app was uninstalled from the Shopify store.');
  });
});
