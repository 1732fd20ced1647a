import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShopWithClients } from '#server/testing/emulators/shopify/clients.ts';
import { fault, SHOPIFY_FAULTS, type ShopifyFault } from '#server/testing/emulators/shopify/faults.ts';
import { HTTP_FAULTS, type HttpFault } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrder, makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { STORE } from '#server/testing/emulators/shopify/shopify.ts';
import { createGraphqlRequest } from './http/graphql.ts';
import { createHttpClient } from './http/http-client.ts';
import { staticToken } from './http/token.ts';

let opened: Awaited<ReturnType<typeof openShopWithClients>>;
beforeAll(async () => {
  opened = await openShopWithClients({ orders: makeOrders(20) });
});
afterAll(() => opened.shop.close());
beforeEach(() => {
  opened.waits.splice(0);
  opened.noted.splice(0);
});
afterEach(() => {
  opened.shop.heal();
  opened.shop.settings.scopes = ['read_orders', 'read_all_orders', 'read_customers'];
});

const first = { since: null, after: null };

/** Permanent failures: fault, code and message. */
const LASTING: ReadonlyArray<readonly [ShopifyFault, HttpFault, string]> = [
  ['badToken', HTTP_FAULTS.status(401), 'Shopify rejected the access token. Check SHOPIFY_ACCESS_TOKEN.'],
  ['plan', HTTP_FAULTS.status(402), 'The Shopify store’s plan does not include this.'],
  ['rights', HTTP_FAULTS.status(403), 'Check that it is installed and has read_orders and read_customers.'],
  ['unknown', HTTP_FAULTS.status(404), 'Shopify store or API version not found. Check SHOPIFY_STORE_DOMAIN and SHOPIFY_API_VERSION.'],
  ['locked', HTTP_FAULTS.status(423), 'The Shopify store is locked or closed.'],
  ['locked', HTTP_FAULTS.code('SHOP_INACTIVE', 'Shop is inactive'), 'The Shopify store is not active.'],
  ['html', HTTP_FAULTS.html, 'Shopify sent an invalid response.'],
  ['endless', HTTP_FAULTS.endless, 'Shopify’s response is too large.'],
];

/** Temporary failures: fault, code and message when they persist. */
const TEMPORARY: ReadonlyArray<readonly [ShopifyFault, HttpFault, string]> = [
  ['broken', HTTP_FAULTS.status(500), 'Shopify returned an error (500). Try again later. Response: An unexpected error occurred'],
  ['broken', HTTP_FAULTS.status(502), 'Shopify returned an error (502).'],
  ['broken', HTTP_FAULTS.code('INTERNAL_SERVER_ERROR', 'Internal error'), 'Shopify had an internal error.'],
  ['silence', HTTP_FAULTS.silence, 'Shopify took too long to respond.'],
  ['cut', HTTP_FAULTS.cut, 'Shopify’s response was cut off.'],
];

describe('a failure for ever', () => {
  it.each(LASTING.map(([key, ...rest]) => [fault(key), ...rest] as const))('%s', async (_name, code, message) => {
    opened.shop.fail(code);
    await expect(opened.client({ timeoutMs: 10_000 }).changes(first)).rejects.toThrow(message);
    expect(opened.waits).toEqual([]);
  });
});

describe('a failure that may pass', () => {
  it.each(TEMPORARY.map(([key, ...rest]) => [fault(key), ...rest] as const))('%s', async (_name, code, message) => {
    opened.shop.fail(code, 3);
    expect((await opened.client().changes(first)).orders).toHaveLength(20);
    expect(opened.waits).toEqual([500, 1_000, 2_000]);
    opened.shop.fail(code, 4);
    await expect(opened.client().changes(first)).rejects.toThrow(message);
  });

  it(fault('tooMany'), async () => {
    opened.shop.fail(HTTP_FAULTS.tooMany, 2);
    expect((await opened.client().changes(first)).orders).toHaveLength(20);
    expect(opened.waits.every((each) => each > 1_500 && each <= 1_700)).toBe(true);
    expect(opened.waits).toHaveLength(2);
  });

  it(fault('connectionRefused'), async () => {
    await expect(opened.client({ baseUrl: 'http://127.0.0.1:9' }).test()).rejects.toThrow('Shopify cannot be reached.');
    expect(opened.waits).toHaveLength(3);
  });

  it('stops waiting when the request is aborted', async () => {
    const signal = AbortSignal.abort(new Error('Called off'));
    await expect(opened.client().changes({ ...first, signal })).rejects.toThrow('Called off');
  });
});

describe('what is bearable', () => {
  it(fault('customersWithheld'), async () => {
    opened.shop.settings.scopes = ['read_orders', 'read_all_orders'];
    const client = opened.client();
    const { orders } = await client.changes(first);
    await client.changes(first);
    expect(orders).toHaveLength(20);
    expect(orders[0]?.customer).toMatchObject({ id: null, email: 'customer0@example.com' });
    expect(opened.noted).toEqual(['Shopify withholds a field: Access denied for customer field.']);
    expect(await client.test()).toMatchObject({ missing: ['read_customers'] });
  });

  it(fault('version'), async () => {
    const client = opened.client({ version: '2025-01' });
    await client.changes(first);
    expect(await client.test()).toMatchObject({ servedVersion: '2026-07' });
    expect(opened.noted).toEqual(['Shopify responds with API version 2026-07 instead of 2025-01. Update SHOPIFY_API_VERSION.']);
  });

  it(fault('newWord'), async () => {
    opened.shop.store.put(makeOrder(30, { financial: 'HELD_ON_THE_MOON', fulfilment: 'UNFULFILLED' }));
    const [order] = await opened.client().orders([makeOrder(30).id]);
    expect(order).toMatchObject({ status: 'held_on_the_moon', number: '#1031' });
  });
});

it(fault('denied'), async () => {
  opened.shop.settings.scopes = ['read_customers'];
  await expect(opened.client().changes(first)).rejects.toThrow('Grant it read_orders and read_customers, then reinstall it.');
});

it(fault('sixtyDays'), async () => {
  opened.shop.store.put(makeOrder(40, { createdAt: '2026-01-01T00:00:00Z' }));
  const before = (await opened.client().changes(first)).orders.length;
  opened.shop.settings.scopes = ['write_orders', 'read_orders', 'read_customers'];
  expect((await opened.client().changes(first)).orders).toHaveLength(before - 1);
  expect(await opened.client().test()).toMatchObject({ missing: [], seesAll: false });
});

it(fault('unquoted'), async () => {
  const { request } = createGraphqlRequest({
    base: opened.shop.baseUrl,
    version: '2026-10',
    tokens: staticToken(STORE.token),
    http: createHttpClient({ timeoutMs: 300, maxBytes: 1_000_000 }),
    ...opened,
    note: () => undefined,
  });
  const query = '{ ordersCount(query: "updated_at:>=2026-11-01T00:00:00Z") { count } }';
  await expect(request({ kind: 'count', query, shape: z.unknown() })).rejects.toThrow('Shopify rejected the search');
  await opened.client().count(new Date('2026-11-01T00:00:00Z'), 10);
  expect(opened.shop.requests.at(-1)).toBe(`updated_at:>='2026-11-01T00:00:00Z'`);
});

describe('docs/faults.md', () => {
  it('shows the table, and every row has a test', async () => {
    const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const page = await read('docs/faults.md');
    const [, section = ''] = /## Shopify\n(.*?)(?=\n## |$)/s.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, left, right]) => [left, right]);
    expect(rows.slice(2)).toEqual(Object.values(SHOPIFY_FAULTS));
    const tests = await Promise.all(
      [
        'server/integrations/shopify/http.test.ts',
        'server/integrations/shopify/faults.test.ts',
        'server/domain/order-import/service.test.ts',
        'server/domain/order-import/upsert-customers.test.ts',
        'server/domain/order-import/interruption.test.ts',
        'server/transport/webhooks/shopify.test.ts',
      ].map(read),
    );
    const testSource = tests.join('\n');
    expect(
      Object.keys(SHOPIFY_FAULTS).filter((key) => !testSource.includes(`fault('${key}')`) && !testSource.includes(`['${key}', `)),
    ).toEqual([]);
  });
});
