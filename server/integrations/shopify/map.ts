import { z } from 'zod';
import type { ShopCustomer, ShopFulfilment, ShopLine, ShopOrder } from './port.ts';
import { amount, digits, listOf, maybe, moment, text, whole } from './read.ts';
import { statusOf } from './status.ts';

const Money = maybe(z.object({ shopMoney: maybe(z.object({ amount, currencyCode: text })) })).transform((bag) => bag?.shopMoney ?? null);

export const LineNode = z.object({ name: text, sku: text, quantity: whole, originalUnitPriceSet: Money }).transform(
  ({ name, sku, quantity, originalUnitPriceSet }): ShopLine => ({
    sku,
    title: name ?? 'Unnamed item',
    quantity,
    price: originalUnitPriceSet?.amount ?? null,
  }),
);

const Parcel = z.object({
  displayStatus: text,
  deliveredAt: moment,
  inTransitAt: moment,
  createdAt: moment,
  trackingInfo: listOf(z.object({ company: text, number: text })),
});

const OrderNode = z.object({
  id: digits,
  name: text,
  createdAt: moment,
  updatedAt: moment,
  cancelledAt: moment,
  cancelReason: text,
  test: z.boolean().catch(false),
  note: text,
  email: text,
  phone: text,
  currencyCode: text,
  displayFinancialStatus: text,
  displayFulfillmentStatus: text,
  totalPriceSet: Money,
  currentTotalPriceSet: Money,
  billingAddress: maybe(z.object({ name: text, company: text })),
  customer: maybe(
    z.object({
      id: digits,
      displayName: text,
      defaultEmailAddress: maybe(z.object({ emailAddress: text })),
      defaultPhoneNumber: maybe(z.object({ phoneNumber: text })),
    }),
  ),
  fulfillments: listOf(Parcel),
  lineItems: maybe(z.object({ nodes: listOf(LineNode) })),
});

type Node = z.output<typeof OrderNode>;

/** An order of the Admin API as we know orders; null where it has no id, moment or price to go by. */
export function shopOrder(given: unknown): ShopOrder | null {
  const { success, data } = OrderNode.safeParse(given);
  if (!success) return null;
  const { id, createdAt, updatedAt, totalPriceSet: total, displayFinancialStatus: financial, displayFulfillmentStatus: fulfilment } = data;
  const currency = total?.currencyCode ?? data.currencyCode;
  if (id === null || createdAt === null || updatedAt === null || typeof total?.amount !== 'string' || currency === null) return null;
  return {
    id,
    number: data.name ?? `#${id}`,
    status: statusOf({ cancelled: data.cancelledAt !== null, financial, fulfilment, parcels: data.fulfillments }),
    totalPrice: total.amount,
    currency,
    createdAt,
    updatedAt,
    cancelledAt: data.cancelledAt,
    test: data.test,
    customer: customerOf(data),
    lines: data.lineItems?.nodes ?? [],
    fulfilment: fulfilmentOf(data),
    note: data.note,
    financialStatus: financial?.toLowerCase() ?? null,
    cancelReason: data.cancelReason?.toLowerCase() ?? null,
    currentTotal: data.currentTotalPriceSet?.amount ?? null,
  };
}

/** The customer of the shop, or else the guest the order itself names. */
function customerOf({ customer, email, phone, billingAddress }: Node): ShopCustomer | null {
  const who = {
    id: customer?.id ?? null,
    name: customer?.displayName ?? billingAddress?.name ?? null,
    email: customer?.defaultEmailAddress?.emailAddress ?? email,
    phone: customer?.defaultPhoneNumber?.phoneNumber ?? phone,
    company: billingAddress?.company ?? null,
  };
  return (who.id ?? who.name ?? who.email ?? who.phone) ? who : null;
}

function fulfilmentOf({ fulfillments, displayFulfillmentStatus }: Node): ShopFulfilment {
  const sent = fulfillments.filter(({ displayStatus }) => displayStatus !== 'CANCELED');
  const last = sent.at(-1);
  const tracked = sent.flatMap(({ trackingInfo }) => trackingInfo).at(-1);
  return {
    status: (displayFulfillmentStatus ?? 'UNFULFILLED').toLowerCase(),
    carrier: tracked?.company ?? null,
    trackingNumber: tracked?.number ?? null,
    shippedAt: last?.inTransitAt ?? last?.createdAt ?? null,
    deliveredAt: last?.deliveredAt ?? null,
  };
}
