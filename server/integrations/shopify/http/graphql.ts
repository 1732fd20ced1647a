import { z } from 'zod';
import { ShopFailure } from '../port.ts';
import { codeFailure, isTemporary, Throttled } from './failures.ts';
import type { createHttpClient, Wait } from './http-client.ts';
import { Cost, exceedsBucket, shortfall, watchBucket } from './throttle.ts';
import type { Tokens } from './token.ts';

const Refusals = z.union([
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
  // There is none where the question was not answered at all.
  data: z.unknown().optional(),
  errors: Refusals.nullish(),
  extensions: z
    .object({
      cost: Cost.nullish().catch(null),
      search: z.array(z.object({ warnings: z.array(z.object({ message: z.string().catch('') })).nullish() })).nullish(),
    })
    .nullish()
    .catch(null),
});

/** So often a question is asked again after a moment's weakness, and while the bucket is empty. */
const TRIES = 3;
const PATIENCE = 20;
const BACK_OFF = 500;
/** Added to a computed wait, so that several askers do not come back together. */
const JITTER = 200;

interface GraphqlOptions {
  readonly base: string;
  readonly version: string;
  readonly tokens: Tokens;
  readonly http: ReturnType<typeof createHttpClient>;
  readonly wait: Wait;
  readonly now: () => number;
  /** Hears of what works today and may not tomorrow, once each. */
  readonly note: (line: string) => void;
}

export interface Question<Shape extends z.ZodType> {
  /** Questions of a kind cost the same. */
  readonly kind: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly shape: Shape;
}

export type Ask = <Shape extends z.ZodType>(question: Question<Shape>, signal?: AbortSignal) => Promise<z.output<Shape>>;

/** Questions to the Admin API: they wait for their share, renew the token once, and try again what may pass. */
export function createGraphqlRequest({ base, version, tokens, http, wait, now, note }: GraphqlOptions) {
  const bucket = watchBucket(now);
  const noted = new Set<string>();
  let served: string | null = null;
  const noteOnce = (words: string) => {
    if (!noted.has(words)) note(words);
    noted.add(words);
  };

  const watchVersion = (headers: Headers) => {
    const said = headers.get('x-shopify-api-version');
    served = said && said !== version ? said : null;
    if (served) noteOnce(`Shopify responds with API version ${served} instead of ${version}. Update SHOPIFY_API_VERSION.`);
    const deprecated = headers.get('x-shopify-api-deprecated-reason');
    if (deprecated) noteOnce(`Shopify has deprecated a query in use: ${deprecated}`);
  };

  const once = async (kind: string, body: string, token: string, signal?: AbortSignal): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token };
    const answer = await http(`${base}/admin/api/${version}/graphql.json`, { method: 'POST', headers, body }, signal);
    watchVersion(answer.headers);
    const { success, data: said } = Body.safeParse(answer.body);
    if (!success) throw new ShopFailure('invalid_response', 'Shopify sent an invalid response.');
    const cost = said.extensions?.cost ?? null;
    if (cost) bucket.learn(kind, cost);
    const warning = said.extensions?.search?.flatMap(({ warnings }) => warnings ?? [])[0];
    if (warning) throw new ShopFailure('refused', `Shopify rejected the search: ${warning.message}`);
    judge(said.errors ?? null, said.data, cost, noteOnce);
    return said.data;
  };

  const ask: Ask = async ({ kind, query, variables = {}, shape }, signal) => {
    const body = JSON.stringify({ query, variables });
    let renewed = false;
    for (let tries = 0, waits = 0; ; ) {
      signal?.throwIfAborted();
      const due = bucket.waitFor(kind);
      if (due > 0) await wait(due, signal);
      const token = await tokens.get();
      try {
        const { success, data } = shape.safeParse(await once(kind, body, token, signal));
        if (!success) throw new ShopFailure('invalid_response', 'Shopify sent an invalid response.');
        return data;
      } catch (error) {
        if (error instanceof ShopFailure && error.code === 'token' && !renewed && tokens.renew(token)) renewed = true;
        else if (error instanceof Throttled && waits < PATIENCE) {
          waits += 1;
          await wait(error.waitMs + Math.ceil(Math.random() * JITTER), signal);
        } else if (isTemporary(error) && tries < TRIES) {
          await wait(BACK_OFF * 2 ** tries, signal);
          tries += 1;
        } else throw error;
      }
    }
  };

  return { ask, served: () => served };
}

/** Throws what the errors of an answer mean. A field we may not see comes as null beside the rest: that is bearable. */
function judge(errors: z.output<typeof Refusals> | null, data: unknown, cost: Cost | null, note: (line: string) => void): void {
  if (errors === null || (Array.isArray(errors) && errors.length === 0)) return;
  if (typeof errors === 'string') throw new ShopFailure('refused', `Shopify rejected the query: ${errors.slice(0, 300)}`);
  if (!Array.isArray(errors)) throw new ShopFailure('refused', `Shopify rejected the query: ${JSON.stringify(errors).slice(0, 300)}`);
  const codes = errors.map(({ extensions }) => extensions?.code);
  if (codes.includes('THROTTLED')) {
    if (!cost) throw new Throttled(1_000);
    if (exceedsBucket(cost)) throw new ShopFailure('too_costly', 'The query is too expensive for Shopify.');
    throw new Throttled(shortfall(cost));
  }
  const bearable = errors.every(({ path, extensions }) => extensions?.code === 'ACCESS_DENIED' && (path?.length ?? 0) > 1);
  if (bearable && Object.values(Object(data)).every((root) => root !== null)) {
    note(`Shopify withholds a field: ${errors[0]?.message ?? ''}`);
    return;
  }
  throw codeFailure(codes[0], errors[0]?.message);
}
