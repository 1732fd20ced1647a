import { afterEach, describe, expect, it } from 'vitest';
import { openShopWithClients } from '#server/testing/emulators/shopify/clients.ts';
import { fault } from '#server/testing/emulators/shopify/faults.ts';
import { FIRST_ID, makeOrder, makeOrders, stamp } from '#server/testing/emulators/shopify/orders.ts';
import { STORE } from '#server/testing/emulators/shopify/shopify.ts';
import type { BulkChunk, Shop, ShopOrder } from './port.ts';

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(...given: Parameters<typeof openShopWithClients>) {
  const opened = await openShopWithClients(...given);
  closers.push(opened.shop.close);
  return opened;
}

/** Everything that changed since, page by page. */
async function everything(shop: Shop, since: Date | null = null) {
  const orders: ShopOrder[] = [];
  const pages: number[] = [];
  let after: string | null = null;
  do {
    const page = await shop.changes({ since, after });
    orders.push(...page.orders);
    pages.push(page.orders.length);
    after = page.next;
  } while (after);
  return { orders, pages };
}

const idsOf = (orders: readonly ShopOrder[]) => orders.map(({ id }) => id);

describe('pages of orders', () => {
  it(fault('ties'), async () => {
    const { client } = await open({ orders: makeOrders(500).map((order) => ({ ...order, updatedAt: '2026-11-01T00:00:00Z' })) });
    const { orders, pages } = await everything(client());
    expect(pages).toEqual([250, 250]);
    expect(new Set(idsOf(orders)).size).toBe(500);
  });

  it('begin where the last ones ended, to the second', async () => {
    const { client, shop } = await open({ orders: makeOrders(50) });
    const since = new Date('2026-11-01T00:00:09Z');
    expect((await everything(client(), since)).orders).toHaveLength(5);
    shop.store.change(makeOrder(0).id, { updatedAt: '2026-11-02T00:00:00Z' });
    const { orders } = await everything(client(), since);
    expect(idsOf(orders).at(-1)).toBe(makeOrder(0).id);
  });

  it(fault('longOrder'), async () => {
    const lines = Array.from({ length: 620 }, (_, n) => ({ name: `Bean ${n}`, sku: null, quantity: 1, price: '0.10' }));
    const { client, shop } = await open({ orders: [makeOrder(0, { lines }), makeOrder(1)] });
    const { orders } = await everything(client());
    expect(orders.map((order) => order.lines.length)).toEqual([620, 2]);
    expect(orders[0]?.lines.map(({ title }) => title)).toEqual(lines.map(({ name }) => name));
    expect(shop.requests).toEqual(['CallboardOrders', 'CallboardLines', 'CallboardLines', 'CallboardLines']);
  });

  it(fault('largeId'), async () => {
    const { client } = await open({ orders: makeOrders(2) });
    const { orders } = await everything(client());
    expect(idsOf(orders)).toEqual(['820982911946154508', String(FIRST_ID + 1n)]);
    expect(idsOf(await client().orders(['820982911946154508', '5']))).toEqual(['820982911946154508']);
  });

  it(fault('longPage'), async () => {
    const { client, shop } = await open({ orders: makeOrders(251) });
    expect((await everything(client())).pages).toEqual([250, 1]);
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': STORE.token };
    const body = JSON.stringify({ query: '{ orders(first: 251) { nodes { id } } }' });
    const refused = await fetch(`${shop.baseUrl}/admin/api/2026-10/graphql.json`, { method: 'POST', headers, body });
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });
});

describe('the allowance', () => {
  it(fault('throttled'), async () => {
    const { client, shop, waits } = await open({ orders: makeOrders(2_000), bucket: { maximum: 200, rate: 10 } });
    const two = [client(), client()];
    const both = await Promise.all(two.map((each) => everything(each)));
    for (const { orders } of both) expect(new Set(idsOf(orders)).size).toBe(2_000);
    expect(shop.requests).toContain('THROTTLED');
    // The requested cost has to be available: 68 points at most, 10 a second.
    expect(Math.max(...waits)).toBeLessThan(6_800 + 200);
  });

  it(fault('maxCost'), async () => {
    const { client, shop } = await open({ orders: makeOrders(300), maxCost: 40 });
    expect((await everything(client())).pages).toEqual([125, 125, 50]);
    expect(shop.requests).toHaveLength(4);
  });

  it(fault('neverFits'), async () => {
    const { client, waits } = await open({ orders: makeOrders(300), bucket: { maximum: 40, rate: 10 } });
    expect((await everything(client())).pages).toEqual([125, 125, 50]);
    expect(waits.every((each) => each <= 4_200)).toBe(true);
  });
});

describe('an app of the Dev Dashboard', () => {
  const key = { clientId: STORE.clientId, clientSecret: STORE.clientSecret };

  it('requests a token once, and the next one before it expires', async () => {
    const { client, shop, wait } = await open({ orders: makeOrders(3) });
    const granted = client({ key });
    await Promise.all([granted.test(), everything(granted), everything(granted)]);
    expect(shop.keys.grants()).toBe(1);
    await wait(20 * 3_600_000);
    await everything(granted);
    expect(shop.keys.grants()).toBe(2);
  });

  it(fault('endedToken'), async () => {
    const { client, shop } = await open({ orders: makeOrders(3) });
    const granted = client({ key });
    await everything(granted);
    shop.keys.revoke();
    expect((await everything(granted)).orders).toHaveLength(3);
    expect(shop.keys.grants()).toBe(2);
  });

  it(fault('badClient'), async () => {
    const { client } = await open({ orders: [] });
    await expect(client({ key: { ...key, clientSecret: 'no' } }).test()).rejects.toThrow(
      'Shopify issued no access token. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET',
    );
  });
});

describe('the export of everything', () => {
  const unhurried = { timeoutMs: 10_000 };
  const exported = async (shop: Shop, fromLine = 0) => {
    const bulk = await shop.beginExport();
    const chunks: BulkChunk[] = [];
    for await (const chunk of shop.readExport(bulk, fromLine)) chunks.push(chunk);
    return { bulk, chunks, orders: chunks.flatMap(({ orders }) => orders), incomplete: chunks.flatMap((chunk) => chunk.incomplete) };
  };

  it('reads every order with its lines, and reports the line to resume from', async () => {
    const { client, shop, waits } = await open({ orders: makeOrders(1_200) });
    shop.bulk.looks = 4;
    const { chunks, orders, incomplete } = await exported(client(unhurried));
    expect(new Set(idsOf(orders)).size).toBe(1_200);
    expect(orders.map((order) => order.lines.length)).toEqual(makeOrders(1_200).map((order) => order.lines.length));
    expect(incomplete).toEqual([]);
    expect(chunks.length).toBeGreaterThan(1);
    expect(waits).toHaveLength(4);
    const middle = chunks[0]?.lines ?? 0;
    const rest = await exported(client(unhurried), middle);
    expect(idsOf(rest.orders)).toEqual(idsOf(chunks.slice(1).flatMap((chunk) => chunk.orders)));
  });

  it(fault('exportCut'), async () => {
    const { client, shop } = await open({ orders: makeOrders(2_000) });
    shop.bulk.cutsAt = [3_000, 1_500, 5_000];
    const { orders } = await exported(client(unhurried));
    expect(orders).toHaveLength(2_000);
    expect(new Set(idsOf(orders)).size).toBe(2_000);
    expect(orders.map((order) => order.lines.length)).toEqual(makeOrders(2_000).map((order) => order.lines.length));
  });

  it('reports which orders are incomplete because their lines are elsewhere in the file', async () => {
    const { client, shop } = await open({ orders: makeOrders(800) });
    shop.bulk.scattered = true;
    const { orders, incomplete } = await exported(client(unhurried));
    expect(orders).toHaveLength(800);
    const whole = new Set(orders.filter(({ lines }, n) => lines.length === makeOrder(n).lines.length).map(({ id }) => id));
    expect(idsOf(orders).filter((id) => !whole.has(id) && !incomplete.includes(id))).toEqual([]);
    expect(incomplete.length).toBeGreaterThan(0);
  });

  it('reads a shop without orders', async () => {
    const { client, shop, now } = await open({ orders: [] });
    const { chunks, bulk } = await exported(client(unhurried));
    expect(chunks).toEqual([]);
    expect(stamp(bulk.begunAt.getTime()) <= stamp(now())).toBe(true);
    shop.bulk.failsWith = 'FAILED';
    await expect(exported(client(unhurried))).rejects.toThrow('Shopify could not export the orders: internal_server_error.');
  });
});
