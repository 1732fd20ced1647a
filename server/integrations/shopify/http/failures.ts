import { ShopFailure, type ShopFailureCode } from '../port.ts';

/** The shop throttles requests. */
export class Throttled extends ShopFailure {
  /** Milliseconds until a retry is worthwhile. */
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('throttled', 'Shopify’s request limit is reached. Try again in a minute.');
    this.waitMs = waitMs;
  }
}

interface KnownFailure {
  readonly code: ShopFailureCode;
  readonly message: string;
}

const STATUSES: Readonly<Record<number, KnownFailure>> = {
  401: { code: 'token', message: 'Shopify rejected the access token. Check SHOPIFY_ACCESS_TOKEN.' },
  402: { code: 'plan', message: 'The Shopify store’s plan does not include this. Check the plan and its billing.' },
  403: {
    code: 'rights',
    message: 'The Shopify app cannot read this store. Check that it is installed and has read_orders and read_customers.',
  },
  404: { code: 'unknown', message: 'Shopify store or API version not found. Check SHOPIFY_STORE_DOMAIN and SHOPIFY_API_VERSION.' },
  423: { code: 'closed', message: 'The Shopify store is locked or closed. Open it in Shopify first.' },
};

/** The shop's own message: `errors` may be a text, a list or an object. */
function bodyText(body: unknown): string {
  const { errors }: { errors?: unknown } = Object(body);
  const words = typeof errors === 'string' ? errors : Array.isArray(errors) ? Object(errors[0]).message : Object.values(Object(errors))[0];
  return typeof words === 'string' && words !== '' ? ` Response: ${words.slice(0, 200)}` : '';
}

/** However long the shop wants us to wait, nobody waits longer than this at a time. */
const MAX_WAIT_MS = 60_000;

/** What an answer that is no success means; null for a success. */
export function statusFailure(status: number, headers: Headers, body: unknown): ShopFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 429) return new Throttled(Math.min(MAX_WAIT_MS, Math.ceil(Number(headers.get('retry-after') ?? 2) * 1_000) || 2_000));
  const known = STATUSES[status];
  if (known) return new ShopFailure(known.code, known.message);
  if (status >= 500) return new ShopFailure('broken', `Shopify returned an error (${status}). Try again later.${bodyText(body)}`);
  return new ShopFailure('refused', `Shopify rejected the request (${status}).${bodyText(body)}`);
}

const CODES: Readonly<Record<string, KnownFailure>> = {
  ACCESS_DENIED: {
    code: 'rights',
    message: 'The Shopify app lacks a permission. Grant it read_orders and read_customers, then reinstall it.',
  },
  SHOP_INACTIVE: { code: 'closed', message: 'The Shopify store is not active. Open it in Shopify first.' },
  INTERNAL_SERVER_ERROR: { code: 'broken', message: 'Shopify had an internal error. Try again later.' },
  MAX_COST_EXCEEDED: { code: 'too_costly', message: 'The query is too expensive for Shopify.' },
};

/** What an error of GraphQL means. */
export function codeFailure(code: unknown, message: unknown): ShopFailure {
  const known = typeof code === 'string' ? CODES[code] : undefined;
  if (known) return new ShopFailure(known.code, known.message);
  return new ShopFailure('refused', `Shopify rejected the query: ${String(message).slice(0, 300)}`);
}

/** Worth another try: it may well have been a moment’s weakness. */
const TEMPORARY: ReadonlySet<ShopFailureCode> = new Set(['unreachable', 'slow', 'broken']);

export const isTemporary = (error: unknown): boolean => error instanceof ShopFailure && TEMPORARY.has(error.code);
