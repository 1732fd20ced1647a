import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ShopOrder } from './port.ts';
import { restOrder } from './rest-order.ts';

/** One delivery of a webhook, once it is known to come from the store. */
export interface Delivery {
  /** The same whenever the delivery is repeated. */
  readonly id: string;
  readonly topic: string;
  /** Shared by all deliveries of what somebody did in the store. */
  readonly eventId: string | null;
  readonly triggeredAt: Date | null;
  /** The order as it was then; null where it is about something else. */
  readonly order: ShopOrder | null;
}

interface Sent {
  readonly headers: IncomingHttpHeaders;
  /** The very bytes that came. */
  readonly body: Buffer;
}

interface Expected {
  /** Any of them may have signed. */
  readonly secrets: readonly string[];
  /** The store that may speak. */
  readonly domain: string;
}

/** Characters of a header that are read. */
const LONGEST = 200;

// The store's newer events use the same names without the X-.
function header(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`];
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : null;
}

/** Compares in constant time. */
function isSigned(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, 'base64');
  return secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(body).digest();
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

/** Reads a delivery; null if the store did not sign it, or its content is invalid. */
export function readDelivery({ headers, body }: Sent, { secrets, domain }: Expected): Delivery | null {
  const signature = header(headers, 'hmac-sha256');
  if (signature === null || !isSigned(body, signature, secrets)) return null;
  const id = header(headers, 'webhook-id');
  const topic = header(headers, 'topic');
  if (id === null || topic === null || header(headers, 'shop-domain')?.toLowerCase() !== domain.toLowerCase()) return null;
  const triggeredAt = new Date(header(headers, 'triggered-at') ?? Number.NaN);
  return {
    id,
    topic,
    eventId: header(headers, 'event-id'),
    triggeredAt: Number.isNaN(triggeredAt.getTime()) ? null : triggeredAt,
    order: topic.startsWith('orders/') ? readOrder(body) : null,
  };
}

function readOrder(body: Buffer): ShopOrder | null {
  try {
    return restOrder(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
