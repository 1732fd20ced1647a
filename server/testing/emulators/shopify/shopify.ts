import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createAccessTokens } from './access-tokens.ts';
import { createAnswers, schema } from './answers.ts';
import { createBulk } from './bulk.ts';
import { HTTP_FAULTS, type HttpFault } from './http-faults.ts';
import { createBucket, requestedCost } from './leaky-bucket.ts';
import { createStore } from './order-store.ts';
import { type ApiOrder, stamp } from './orders.ts';
import { fire, WAYS, type Way } from './webhooks.ts';

/** Address and credentials of the emulated shop. */
export const STORE = {
  domain: 'brasswick.myshopify.com',
  token: 'shpat_emulator',
  clientId: 'emulated-client',
  clientSecret: 'emulated-secret',
  webhookSecret: 'emulated-webhook-secret',
} as const;

/** A bucket that is never empty. */
export const UNTHROTTLED = { maximum: 1_000_000_000, rate: 1_000_000_000 } as const;

const VERSIONS = ['2026-07', '2026-10'] as const;
const DAYS_60 = 60 * 86_400_000;

export interface EmulatorSettings {
  readonly orders: readonly ApiOrder[];
  readonly bucket?: { readonly maximum: number; readonly rate: number };
  /** Of one question. */
  readonly maxCost?: number;
  readonly port?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Settings that tests can change while it runs. */
interface Settings {
  scopes: string[];
  /** How many orders a cursor can page through. */
  maxDepth: number;
  maxCost: number;
}

/** The parts of Shopify's Admin API that Callboard uses, over a store of orders that tests can change. */
export async function openShopify({ orders, bucket: size = UNTHROTTLED, maxCost = 1_000, port = 0, now = Date.now }: EmulatorSettings) {
  const settings: Settings = { scopes: ['read_orders', 'read_all_orders', 'read_customers'], maxDepth: 25_000, maxCost };
  const store = createStore(orders);
  const bucket = createBucket(size, now);
  const keys = createAccessTokens(STORE, now);
  let base = '';
  const bulk = createBulk({ schema: () => schema, base: () => base, now: () => stamp(now()) });
  const sight = {
    oldest: () => (settings.scopes.includes('read_all_orders') ? null : stamp(now() - DAYS_60)),
    may: (noun: string) => settings.scopes.includes(`read_${noun}`),
    get maxDepth() {
      return settings.maxDepth;
    },
  };
  const { read, answer } = createAnswers({ store, sight, bulk });
  const requests: string[] = [];
  const pendingFaults: HttpFault[] = [];

  const graphql = async (request: IncomingMessage, response: ServerResponse, version: string) => {
    if (!keys.accepts(request.headers)) return HTTP_FAULTS.status(401)(response);
    const { query, variables = {} }: { query?: unknown; variables?: Record<string, unknown> } = Object(JSON.parse(await text(request)));
    if (typeof query !== 'string') return HTTP_FAULTS.status(400)(response);
    const served = VERSIONS.find((each) => each >= version) ?? version;
    const send = (body: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json', 'x-shopify-api-version': served }).end(JSON.stringify(body));
    const document = read(query);
    if ('errors' in document)
      return send({ errors: document.errors.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } })) });
    const cost = requestedCost(document.document, variables);
    requests.push(String(variables.search ?? query.trim().split(/[\s({]/)[1] ?? ''));
    if (cost > settings.maxCost) {
      const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${settings.maxCost}).`;
      return send({ errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: settings.maxCost } }] });
    }
    if (!bucket.admit(cost)) {
      requests.push('THROTTLED');
      const throttled = { requestedQueryCost: cost, actualQueryCost: null, throttleStatus: bucket.status() };
      return send({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost: throttled } });
    }
    const { search, ...result } = await answer(document.document, variables);
    const actual = Math.max(1, Math.ceil(cost * 0.2));
    bucket.refund(cost - actual);
    const costInfo = { requestedQueryCost: cost, actualQueryCost: actual, throttleStatus: bucket.status() };
    return send({ ...result, extensions: { cost: costInfo, ...(search.length > 0 && { search }) } });
  };

  const file = async (response: ServerResponse, number: number) => {
    const lines = bulk.file(number);
    if (!lines) return HTTP_FAULTS.status(404)(response);
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    // A connection that breaks is what some of this is for.
    return pipeline(cutAfter(lines, bulk.faults.cutsAt.shift()), response).catch(() => undefined);
  };

  /** For manual use: /emulator/fire?to=…&way=twice&order=… */
  const fireFrom = async (response: ServerResponse, params: URLSearchParams) => {
    const way = WAYS.find((each) => each === (params.get('way') ?? 'once'));
    const order = store.find(params.get('order') ?? '') ?? store.all().at(-1);
    const to = params.get('to') ?? 'http://127.0.0.1:4000/webhooks/shopify';
    if (!way || !order) return HTTP_FAULTS.status(400)(response);
    const statuses = await fireOrder(order, to, way);
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ way, order: order.name, statuses }));
  };
  const fireOrder = (order: ApiOrder, to: string, way: Way) => fire({ to, way, order, secret: STORE.webhookSecret, domain: STORE.domain });

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://emulator');
    const fault = url.pathname.startsWith('/admin/') && pendingFaults.shift();
    if (fault) return fault(response);
    const [, version] = /^\/admin\/api\/(\d{4}-\d{2}|unstable)\/graphql\.json$/.exec(url.pathname) ?? [];
    if (version && (version <= '2026-10' || version === 'unstable')) return graphql(request, response, version);
    if (url.pathname === '/admin/oauth/access_token') return keys.grant(await text(request), response, settings.scopes);
    if (url.pathname === '/admin/oauth/access_scopes.json') {
      if (!keys.accepts(request.headers)) return HTTP_FAULTS.status(401)(response);
      const access_scopes = settings.scopes.map((handle) => ({ handle }));
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ access_scopes }));
    }
    const [, number] = /^\/bulk\/(\d+)\.jsonl$/.exec(url.pathname) ?? [];
    if (number) return file(response, Number(number));
    if (url.pathname === '/emulator/fire') return fireFrom(response, url.searchParams);
    return HTTP_FAULTS.status(404)(response);
  };

  const server = createServer((request, response) => {
    route(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The emulator has no port');
  base = `http://127.0.0.1:${address.port}`;

  return {
    baseUrl: base,
    /** Names of the requested operations. */
    requests,
    settings,
    store,
    bulk: bulk.faults,
    keys,
    /** Makes the next responses fail in this way: a number of them, or until `heal`. */
    fail: (fault: HttpFault, times = 1_000) => {
      pendingFaults.push(...Array.from({ length: times }, () => fault));
    },
    heal: () => void pendingFaults.splice(0),
    fire: fireOrder,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function* cutAfter(lines: AsyncIterable<string>, most = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    if (count >= most) throw new Error('The connection breaks');
    count += 1;
    yield line;
  }
}

export type EmulatedShop = Awaited<ReturnType<typeof openShopify>>;
