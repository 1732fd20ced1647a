import { z } from 'zod';
import type { ShopCustomer, ShopFulfilment, ShopOrder } from './port.ts';
import { amount, digits, listOf, maybe, moment, text, whole } from './read.ts';
import { statusOf } from './status.ts';

// A webhook carries the order as the older REST interface wrote it: other names, small letters, numbers for ids.

const Person = z.object({
  admin_graphql_api_id: digits,
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
});

const Parcel = z.object({
  status: text,
  shipment_status: text,
  created_at: moment,
  updated_at: moment,
  tracking_company: text,
  tracking_number: text,
});

const RestOrder = z.object({
  // The numeric `id` loses digits when it is parsed; this one is text.
  admin_graphql_api_id: digits,
  name: text,
  created_at: moment,
  updated_at: moment,
  cancelled_at: moment,
  cancel_reason: text,
  test: z.boolean().catch(false),
  note: text,
  email: text,
  phone: text,
  currency: text,
  total_price: amount,
  current_total_price: amount,
  financial_status: text,
  fulfillment_status: text,
  billing_address: maybe(z.object({ name: text, company: text })),
  customer: maybe(Person),
  fulfillments: listOf(Parcel),
  line_items: listOf(z.object({ name: text, title: text, sku: text, quantity: whole, price: amount })),
});

type Sent = z.output<typeof RestOrder>;

/** What the older interface calls the states of fulfilment. */
const FULFILMENTS: Readonly<Record<string, string>> = { partial: 'PARTIALLY_FULFILLED' };

/** An order of a webhook as we know orders; null where it has no id, moment or price to go by. */
export function restOrder(given: unknown): ShopOrder | null {
  const { success, data } = RestOrder.safeParse(given);
  if (!success) return null;
  const { admin_graphql_api_id: id, created_at: createdAt, updated_at: updatedAt, total_price: totalPrice, currency } = data;
  if (id === null || createdAt === null || updatedAt === null || totalPrice === null || currency === null) return null;
  const fulfilment = fulfilmentWord(data);
  const parcels = data.fulfillments.map(({ status, shipment_status }) => ({
    displayStatus: status === 'cancelled' ? 'CANCELED' : (shipment_status?.toUpperCase() ?? null),
    deliveredAt: null,
  }));
  return {
    id,
    number: data.name ?? `#${id}`,
    status: statusOf({
      cancelled: data.cancelled_at !== null,
      financial: data.financial_status?.toUpperCase() ?? null,
      fulfilment,
      parcels,
    }),
    totalPrice,
    currency,
    createdAt,
    updatedAt,
    cancelledAt: data.cancelled_at,
    test: data.test,
    customer: customerOf(data),
    lines: data.line_items.map(({ name, title, sku, quantity, price }) => ({
      sku,
      title: name ?? title ?? 'Unnamed item',
      quantity,
      price,
    })),
    fulfilment: fulfilmentOf(data, fulfilment),
    note: data.note,
    financialStatus: data.financial_status?.toLowerCase() ?? null,
    cancelReason: data.cancel_reason?.toLowerCase() ?? null,
    currentTotal: data.current_total_price,
  };
}

const fulfilmentWord = ({ fulfillment_status: word }: Sent): string =>
  word === null ? 'UNFULFILLED' : (FULFILMENTS[word] ?? word.toUpperCase());

function customerOf({ customer, email, phone, billing_address: billing }: Sent): ShopCustomer | null {
  const named = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const who = {
    id: customer?.admin_graphql_api_id ?? null,
    name: named || billing?.name || null,
    email: customer?.email ?? email,
    phone: customer?.phone ?? phone,
    company: billing?.company ?? null,
  };
  return (who.id ?? who.name ?? who.email ?? who.phone) ? who : null;
}

function fulfilmentOf({ fulfillments }: Sent, word: string): ShopFulfilment {
  const last = fulfillments.filter(({ status }) => status !== 'cancelled').at(-1);
  return {
    status: word.toLowerCase(),
    carrier: last?.tracking_company ?? null,
    trackingNumber: last?.tracking_number ?? null,
    shippedAt: last?.created_at ?? null,
    deliveredAt: last?.shipment_status === 'delivered' ? (last.updated_at ?? null) : null,
  };
}
