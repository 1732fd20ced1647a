import { CATALOGUE, type ProductKey } from '../catalogue.ts';
import { CUSTOMERS } from '../customers.ts';
import { ago, MINUTES_PER_DAY, minutesBefore } from '../moment.ts';
import type { Fulfilment, Moment, OrderLine, OrderStatus, WorldOrder } from '../types.ts';

const FIRST_STORE_ID = 6_120_448_310_017;
const FIRST_PARCEL = 884_015_522;

/** Whole cents of a decimal text, so that sums are exact. */
export const toCents = (price: string): number => Number(price.replace('.', ''));

const toPrice = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** What is in the parcel: a product, and how many of it. */
export type Basket = Partial<Record<ProductKey, number>>;

type Buyer = { customer: string } | { guest: { name: string; email: string; company: string } };

/** An order as the store has it. Small ones pay delivery; subscriptions and orders of $150 or more do not. */
export function order(
  number: number,
  buyer: Buyer,
  status: OrderStatus,
  created: Moment,
  basket: Basket,
  note: string | null = null,
): WorldOrder {
  const lineItems = linesOf(basket);
  const total = lineItems.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0);
  return {
    key: `order-${number}`,
    shopifyOrderId: String(FIRST_STORE_ID + number * 32_771),
    orderNumber: `#${number}`,
    totalPrice: toPrice(total),
    status,
    ...('customer' in buyer ? { customer: buyer.customer } : {}),
    created,
    orderData: { lineItems, fulfilment: fulfilmentOf(number, status, created, basket), customer: buyerOf(buyer), note },
  };
}

function linesOf(basket: Basket): OrderLine[] {
  return Object.entries(basket).flatMap(([key, quantity]) => (isProduct(key) ? [{ ...CATALOGUE[key], quantity }] : []));
}

const isProduct = (key: string): key is ProductKey => key in CATALOGUE;

function buyerOf(buyer: Buyer): WorldOrder['orderData']['customer'] {
  if ('guest' in buyer) return buyer.guest;
  const customer = CUSTOMERS.find((each) => each.key === buyer.customer);
  if (!customer) throw new Error(`No customer has the key ${buyer.customer}`);
  return { name: customer.name, email: customer.email, company: customer.company };
}

const PARCEL_STATES = {
  paid: 'in_progress',
  pending: 'unfulfilled',
  shipped: 'fulfilled',
  delivered: 'fulfilled',
  cancelled: 'restocked',
  refunded: 'restocked',
} as const satisfies Record<OrderStatus, Fulfilment['status']>;

/** Days until it arrives: large machines are built to order, small ones come with their installation. */
function transitDays(basket: Basket): number {
  if (basket.condor || basket.kestrel) return 25;
  return basket.wren || basket.heron ? 6 : 2;
}

function fulfilmentOf(number: number, status: OrderStatus, created: Moment, basket: Basket): Fulfilment {
  const left = status === 'shipped' || status === 'delivered' || status === 'refunded';
  return {
    status: PARCEL_STATES[status],
    carrier: left ? 'Three Rivers Parcel' : null,
    trackingNumber: left ? `TRP${FIRST_PARCEL + number * 7}US` : null,
    shipped: left ? later(created, (transitDays(basket) - 2) * MINUTES_PER_DAY + 300) : null,
    delivered: status === 'delivered' || status === 'refunded' ? later(created, transitDays(basket) * MINUTES_PER_DAY - 200) : null,
  };
}

function later(moment: Moment, minutes: number): Moment {
  const before = Math.max(0, minutesBefore(moment) - minutes);
  return ago(Math.floor(before / MINUTES_PER_DAY), before % MINUTES_PER_DAY);
}
