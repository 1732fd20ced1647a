import { ShopFailure, type ShopTrouble } from '../port.ts';

/** The shop asks for patience. */
export class Throttled extends ShopFailure {
  /** Milliseconds after which it is worth asking again. */
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('busy', 'Shopify’s limit of requests is reached. Please try again in a minute.');
    this.waitMs = waitMs;
  }
}

interface Refusal {
  readonly trouble: ShopTrouble;
  readonly message: string;
}

const STATUSES: Readonly<Record<number, Refusal>> = {
  401: { trouble: 'token', message: 'Shopify does not accept the access token. Check SHOPIFY_ACCESS_TOKEN.' },
  402: { trouble: 'plan', message: 'The plan of the Shopify store does not include this. Check the store’s plan and its bills.' },
  403: {
    trouble: 'rights',
    message: 'The Shopify app may not read this store. Check that it is installed and has read_orders and read_customers.',
  },
  404: { trouble: 'unknown', message: 'Shopify knows no such store or version. Check SHOPIFY_STORE_DOMAIN and SHOPIFY_API_VERSION.' },
  423: { trouble: 'closed', message: 'The Shopify store is locked or closed. Open it in Shopify first.' },
};

/** What the shop said in its own words: `errors` may be a text, a list or an object. */
function said(body: unknown): string {
  const { errors }: { errors?: unknown } = Object(body);
  const words = typeof errors === 'string' ? errors : Array.isArray(errors) ? Object(errors[0]).message : Object.values(Object(errors))[0];
  return typeof words === 'string' && words !== '' ? ` It said: ${words.slice(0, 200)}` : '';
}

/** However long the shop wants us to wait, nobody waits longer than this at a time. */
const LONGEST_WAIT = 60_000;

/** What an answer that is no success means; null for a success. */
export function statusFailure(status: number, headers: Headers, body: unknown): ShopFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 429) return new Throttled(Math.min(LONGEST_WAIT, Math.ceil(Number(headers.get('retry-after') ?? 2) * 1_000) || 2_000));
  const known = STATUSES[status];
  if (known) return new ShopFailure(known.trouble, known.message);
  if (status >= 500) return new ShopFailure('broken', `Shopify answered with an error (${status}). Please try again later.${said(body)}`);
  return new ShopFailure('refused', `Shopify refused the request (${status}).${said(body)}`);
}

const CODES: Readonly<Record<string, Refusal>> = {
  ACCESS_DENIED: {
    trouble: 'rights',
    message: 'The Shopify app lacks a right it needs. Give it read_orders and read_customers, then install it again.',
  },
  SHOP_INACTIVE: { trouble: 'closed', message: 'The Shopify store is not active. Open it in Shopify first.' },
  INTERNAL_SERVER_ERROR: { trouble: 'broken', message: 'Shopify had an error of its own. Please try again later.' },
  MAX_COST_EXCEEDED: { trouble: 'too_costly', message: 'The question is too large for Shopify.' },
};

/** What an error of GraphQL means. */
export function codeFailure(code: unknown, message: unknown): ShopFailure {
  const known = typeof code === 'string' ? CODES[code] : undefined;
  if (known) return new ShopFailure(known.trouble, known.message);
  return new ShopFailure('refused', `Shopify did not understand the question: ${String(message).slice(0, 300)}`);
}

/** Worth another try: it may well have been a moment’s weakness. */
const PASSING: ReadonlySet<ShopTrouble> = new Set(['unreachable', 'slow', 'broken']);

export const mayPass = (error: unknown): boolean => error instanceof ShopFailure && PASSING.has(error.trouble);
