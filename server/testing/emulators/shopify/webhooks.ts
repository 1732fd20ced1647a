import { createHmac, randomUUID } from 'node:crypto';
import type { ApiOrder } from './orders.ts';

/** Shop-local time with its offset, as the older interface writes moments. */
const local = (at: string | null): string | null => at && `${new Date(Date.parse(at) - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;

const FULFILMENTS: Readonly<Record<string, string | null>> = {
  FULFILLED: 'fulfilled',
  PARTIALLY_FULFILLED: 'partial',
  RESTOCKED: 'restocked',
};

/** An order as webhooks carry it. Its ids are numbers in JSON, larger than a double can hold. */
export function restPayload(order: ApiOrder): string {
  const number = (digits: string) => `\u0001${digits}`;
  const [first, ...rest] = (order.customer?.name ?? '').split(' ');
  const body = {
    id: number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: order.name,
    order_number: Number(order.name.slice(1)),
    created_at: local(order.createdAt),
    updated_at: local(order.updatedAt),
    cancelled_at: local(order.cancelledAt),
    cancel_reason: order.cancelledAt ? 'customer' : null,
    test: order.test,
    note: order.note,
    tags: '',
    email: order.email ?? '',
    phone: order.phone,
    currency: order.currency,
    total_price: order.total,
    current_total_price: order.currentTotal,
    financial_status: order.financial.toLowerCase(),
    fulfillment_status: FULFILMENTS[order.fulfilment] ?? null,
    billing_address: order.billing,
    customer: order.customer && {
      id: number(order.customer.id),
      admin_graphql_api_id: `gid://shopify/Customer/${order.customer.id}`,
      first_name: first ?? null,
      last_name: rest.join(' ') || null,
      email: order.customer.email,
      phone: order.customer.phone,
    },
    fulfillments: order.parcels.map((parcel) => ({
      status: parcel.displayStatus === 'CANCELED' ? 'cancelled' : 'success',
      shipment_status: parcel.displayStatus.toLowerCase(),
      created_at: local(parcel.createdAt),
      updated_at: local(parcel.deliveredAt ?? parcel.createdAt),
      tracking_company: parcel.company,
      tracking_number: parcel.number,
    })),
    line_items: order.lines.map(({ name, sku, quantity, price }) => ({ name, title: name, sku, quantity, price })),
  };
  return JSON.stringify(body).replace(/"\\u0001(\d+)"/g, '$1');
}

export interface Delivery {
  readonly topic: string;
  readonly body: string;
  /** The same for each try of one delivery; a new one when left out. */
  readonly id?: string;
  readonly secret: string;
  readonly domain: string;
  readonly triggeredAt?: string;
  /** Signed with something else. */
  readonly forged?: boolean;
}

/** The headers of a delivery, as Shopify's own sample has them. */
export function deliveryHeaders({ topic, body, id = randomUUID(), secret, domain, triggeredAt, forged }: Delivery): Record<string, string> {
  const hmac = createHmac('sha256', forged ? `not ${secret}` : secret)
    .update(body)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': hmac,
    'x-shopify-shop-domain': domain,
    'x-shopify-api-version': '2026-10',
    'x-shopify-webhook-id': id,
    'x-shopify-event-id': randomUUID(),
    'x-shopify-triggered-at': triggeredAt ?? new Date().toISOString().replace('Z', '123456Z'),
  };
}

/** Sends one delivery; answers the status. */
export async function deliver(to: string, delivery: Delivery): Promise<number> {
  const response = await fetch(to, {
    method: 'POST',
    headers: deliveryHeaders(delivery),
    body: delivery.body,
    signal: AbortSignal.timeout(5_000),
  });
  await response.body?.cancel();
  return response.status;
}

/** What can be wrong with deliveries, or right. */
export const WAYS = ['once', 'twice', 'forged', 'reordered', 'stale'] as const;
export type Way = (typeof WAYS)[number];

interface Firing {
  readonly to: string;
  readonly way: Way;
  readonly order: ApiOrder;
  readonly secret: string;
  readonly domain: string;
}

/** Fires deliveries about an order; answers their statuses, in the order they were sent. */
export async function fire({ to, way, order, secret, domain }: Firing): Promise<readonly number[]> {
  const about = { topic: 'orders/updated', body: restPayload(order), secret, domain };
  const earlier = { ...order, updatedAt: order.createdAt, financial: 'PENDING', fulfilment: 'UNFULFILLED', parcels: [] };
  const deliveries: Record<Way, readonly Delivery[]> = {
    once: [about],
    twice: [
      { ...about, id: `${order.id}-twice` },
      { ...about, id: `${order.id}-twice` },
    ],
    forged: [{ ...about, forged: true }],
    reordered: [about, { ...about, topic: 'orders/create', body: restPayload(earlier) }],
    stale: [{ ...about, body: restPayload(earlier), triggeredAt: order.createdAt }],
  };
  const statuses: number[] = [];
  for (const delivery of deliveries[way]) statuses.push(await deliver(to, delivery));
  return statuses;
}
