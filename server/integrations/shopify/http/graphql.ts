import { z } from 'zod';
import { ShopFailure } from '../port.ts';
import { codeFailure, isTemporary, Throttled } from './failures.ts';
import type { createHttpClient, Wait } from './http-client.ts';
import { Cost, createCostTracker, exceedsBucket, shortfall } from './throttle.ts';
import type { Tokens } from './token.ts';

const Errors = z.union([
  z.string(),
  z.array(
    z.object({
      message: z.string().catch(''),
      path: z.array(z.unknown()).nullish().catch(null),
      extensions: z.object({ code: z.unknown().optional() }).nullish().catch(null),
    }),
  ),
  z.record(z.string(), z.unknown()),
]);

const Body = z.object({
  // Missing when the query failed as a whole.
  data: z.unknown().optional(),
  errors: Errors.nullish(),
  extensions: z
    .object({
      cost: Cost.nullish().catch(null),
      search: z.array(z.object({ warnings: z.array(z.object({ message: z.string().catch('') })).nullish() })).nullish(),
    })
    .nullish()
    .catch(null),
});

/** Retries after a temporary failure, and waits while throttled. */
const MAX_RETRIES = 3;
const MAX_WAITS = 20;
const BACKOFF_MS = 500;
/** Added to a computed wait, so that several clients do not retry at the same time. */
const JITTER_MS = 200;

interface GraphqlOptions {
  readonly base: string;
  readonly version: string;
  readonly tokens: Tokens;
  readonly http: ReturnType<typeof createHttpClient>;
  readonly wait: Wait;
  readonly now: () => number;
  /** Receives each deprecation or permission warning once. */
  readonly note: (line: string) => void;
}

export interface ShopQuery<Shape extends z.ZodType> {
  /** Queries of one kind cost the same. */
  readonly kind: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly shape: Shape;
}

export type GraphqlRequest = <Shape extends z.ZodType>(query: ShopQuery<Shape>, signal?: AbortSignal) => Promise<z.output<Shape>>;

/** Queries to the Admin API: waits for rate limit points, renews the token once, and retries temporary failures. */
export function createGraphqlRequest({ base, version, tokens, http, wait, now, note }: GraphqlOptions) {
  const costs = createCostTracker(now);
  const noted = new Set<string>();
  let servedVersion: string | null = null;
  const noteOnce = (line: string) => {
    if (!noted.has(line)) note(line);
    noted.add(line);
  };

  const watchVersion = (headers: Headers) => {
    const result = headers.get('x-shopify-api-version');
    servedVersion = result && result !== version ? result : null;
    if (servedVersion) noteOnce(`Shopify responds with API version ${servedVersion} instead of ${version}. Update SHOPIFY_API_VERSION.`);
    const deprecated = headers.get('x-shopify-api-deprecated-reason');
    if (deprecated) noteOnce(`Shopify has deprecated a query in use: ${deprecated}`);
  };

  const once = async (kind: string, body: string, token: string, signal?: AbortSignal): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token };
    const answer = await http(`${base}/admin/api/${version}/graphql.json`, { method: 'POST', headers, body }, signal);
    watchVersion(answer.headers);
    const { success, data: result } = Body.safeParse(answer.body);
    if (!success) throw new ShopFailure('invalid_response', 'Shopify sent an invalid response.');
    const cost = result.extensions?.cost ?? null;
    if (cost) costs.record(kind, cost);
    const warning = result.extensions?.search?.flatMap(({ warnings }) => warnings ?? [])[0];
    if (warning) throw new ShopFailure('refused', `Shopify rejected the search: ${warning.message}`);
    throwIfFailed(result.errors ?? null, result.data, cost, noteOnce);
    return result.data;
  };

  const request: GraphqlRequest = async ({ kind, query, variables = {}, shape }, signal) => {
    const body = JSON.stringify({ query, variables });
    let renewed = false;
    for (let tries = 0, waits = 0; ; ) {
      signal?.throwIfAborted();
      const due = costs.waitFor(kind);
      if (due > 0) await wait(due, signal);
      const token = await tokens.get();
      try {
        const { success, data } = shape.safeParse(await once(kind, body, token, signal));
        if (!success) throw new ShopFailure('invalid_response', 'Shopify sent an invalid response.');
        return data;
      } catch (error) {
        if (error instanceof ShopFailure && error.code === 'token' && !renewed && tokens.renew(token)) renewed = true;
        else if (error instanceof Throttled && waits < MAX_WAITS) {
          waits += 1;
          await wait(error.waitMs + Math.ceil(Math.random() * JITTER_MS), signal);
        } else if (isTemporary(error) && tries < MAX_RETRIES) {
          await wait(BACKOFF_MS * 2 ** tries, signal);
          tries += 1;
        } else throw error;
      }
    }
  };

  return { request, servedVersion: () => servedVersion };
}

/** Throws a failure for the errors of a response. A field without permission is null next to the rest, which is accepted. */
function throwIfFailed(errors: z.output<typeof Errors> | null, data: unknown, cost: Cost | null, note: (line: string) => void): void {
  if (errors === null || (Array.isArray(errors) && errors.length === 0)) return;
  if (typeof errors === 'string') throw new ShopFailure('refused', `Shopify rejected the query: ${errors.slice(0, 300)}`);
  if (!Array.isArray(errors)) throw new ShopFailure('refused', `Shopify rejected the query: ${JSON.stringify(errors).slice(0, 300)}`);
  const codes = errors.map(({ extensions }) => extensions?.code);
  if (codes.includes('THROTTLED')) {
    if (!cost) throw new Throttled(1_000);
    if (exceedsBucket(cost)) throw new ShopFailure('too_costly', 'The query is too expensive for Shopify.');
    throw new Throttled(shortfall(cost));
  }
  const partial = errors.every(({ path, extensions }) => extensions?.code === 'ACCESS_DENIED' && (path?.length ?? 0) > 1);
  if (partial && Object.values(Object(data)).every((root) => root !== null)) {
    note(`Shopify withholds a field: ${errors[0]?.message ?? ''}`);
    return;
  }
  throw codeFailure(codes[0], errors[0]?.message);
}
