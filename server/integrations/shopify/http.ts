import { z } from 'zod';
import { readBulk } from './http/bulk.ts';
import { createGraphqlRequest } from './http/graphql.ts';
import { createHttpClient, pause, type Wait } from './http/http-client.ts';
import { readOrders } from './http/orders.ts';
import { grantedToken, staticToken } from './http/token.ts';
import { type Shop, ShopFailure } from './port.ts';

/** How the app authenticates. */
export type ShopifyKey = { readonly token: string } | { readonly clientId: string; readonly clientSecret: string };

export interface ShopifySettings {
  /** yourshop.myshopify.com */
  readonly domain: string;
  /** Null for Shopify itself. */
  readonly baseUrl: string | null;
  /** Of the Admin API: 2026-10. */
  readonly version: string;
  readonly key: ShopifyKey;
  readonly note?: (line: string) => void;
  /** Milliseconds an answer may take, and a file be silent. */
  readonly timeoutMs?: number;
  readonly wait?: Wait;
  /** Milliseconds of a clock that only counts. */
  readonly now?: () => number;
}

/** The largest response that is read, in bytes. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** The required permissions; write access includes read access. */
const NEEDED = ['orders', 'customers'] as const;

const Scopes = z.object({ access_scopes: z.array(z.object({ handle: z.string() })) });
const ShopName = z.object({ shop: z.object({ name: z.string() }) });

/** The shop as Shopify serves it (Admin API, GraphQL). */
export function shopify(settings: ShopifySettings): Shop {
  const {
    domain,
    baseUrl,
    version,
    key,
    note = () => undefined,
    timeoutMs = 20_000,
    wait = pause,
    now = () => performance.now(),
  } = settings;
  const base = (baseUrl ?? `https://${domain}`).replace(/\/+$/, '');
  const http = createHttpClient({ timeoutMs, maxBytes: MAX_RESPONSE_BYTES });
  const tokens = 'token' in key ? staticToken(key.token) : grantedToken({ base, http, now, ...key });
  const { request, servedVersion } = createGraphqlRequest({ base, version, tokens, http, wait, now, note });
  const orders = readOrders(request);
  const bulk = readBulk({ request, wait, timeoutMs });

  const scopes = async (): Promise<ReadonlySet<string>> => {
    const headers = { 'x-shopify-access-token': await tokens.get(), accept: 'application/json' };
    const { success, data } = Scopes.safeParse((await http(`${base}/admin/oauth/access_scopes.json`, { headers })).body);
    if (!success) throw new ShopFailure('invalid_response', 'Shopify sent an invalid list of permissions.');
    return new Set(data.access_scopes.map(({ handle }) => handle));
  };

  return {
    store: domain,
    test: async () => {
      const { shop } = await request({ kind: 'shop', query: '{ shop { name } }', shape: ShopName });
      const given = await scopes();
      const missing = NEEDED.filter((noun) => !given.has(`read_${noun}`) && !given.has(`write_${noun}`)).map((noun) => `read_${noun}`);
      return { name: shop.name, missing, seesAll: given.has('read_all_orders'), servedVersion: servedVersion() };
    },
    ...orders,
    beginExport: bulk.begin,
    readExport: bulk.read,
  };
}
