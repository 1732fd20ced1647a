import { TEXT_LIMITS } from '#contract/limits.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { ShopOrder } from '#server/integrations/shopify/port.ts';
import type { OrderData } from '../order/order-data.ts';

/** An order ready for its table; `buyer` says which of the page's customers it belongs to. */
export interface OrderRow {
  readonly shopifyOrderId: string;
  readonly buyer: string | null;
  readonly orderNumber: string;
  readonly totalPrice: string;
  readonly currency: string;
  readonly status: string;
  readonly orderData: OrderData;
  readonly customerName: string | null;
  readonly customerEmail: string | null;
  readonly fulfilment: string;
  readonly cancelledAt: Date | null;
  readonly test: boolean;
  readonly shopUpdatedAt: Date;
  readonly createdAt: Date;
}

/** Someone to be found among our customers, or to become one. */
export interface Buyer {
  /** The same for the same person within a page. */
  readonly ref: string;
  readonly storeId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
}

/** What the column of totals can hold. */
const LARGEST = new Prisma.Decimal('99999999.99');

/** An amount as it was sent, with at least two decimals; exact, however many digits it has. */
function exact(amount: string | null): string | null {
  if (amount === null) return null;
  const value = new Prisma.Decimal(amount);
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const line = (text: string | null | undefined): string | null => text?.slice(0, TEXT_LIMITS.line) || null;

/** Who bought it; null where nothing tells them from anybody else. */
export function buyerOf({ customer }: ShopOrder): Buyer | null {
  if (!customer) return null;
  const { id, email, phone } = customer;
  const key = id ?? email?.toLowerCase() ?? phone;
  if (!key) return null;
  const name = line(customer.name) ?? line(email) ?? line(phone) ?? 'Customer of the store';
  return { ref: key, storeId: id, name, email: line(email), phone: line(phone), company: line(customer.company) };
}

/** The row of an order; null where its total does not fit, so that no other amount is told in its place. */
export function rowOf(order: ShopOrder): OrderRow | null {
  const total = new Prisma.Decimal(order.totalPrice).toDecimalPlaces(2, Prisma.Decimal.ROUND_HALF_UP);
  if (total.isNegative() || total.greaterThan(LARGEST)) return null;
  const { customer, fulfilment } = order;
  return {
    shopifyOrderId: order.id,
    buyer: buyerOf(order)?.ref ?? null,
    orderNumber: order.number,
    totalPrice: total.toFixed(2),
    currency: order.currency,
    status: order.status,
    orderData: {
      lineItems: order.lines.map(({ sku, title, quantity, price }) => ({ sku, title, quantity, price: exact(price) })),
      fulfilment: { ...fulfilment, shippedAt: iso(fulfilment.shippedAt), deliveredAt: iso(fulfilment.deliveredAt) },
      customer: customer && { name: customer.name, email: customer.email, phone: customer.phone, company: customer.company },
      note: order.note,
      total: exact(order.totalPrice),
      currentTotal: exact(order.currentTotal),
      financialStatus: order.financialStatus,
      cancelReason: order.cancelReason,
    },
    customerName: line(customer?.name),
    customerEmail: line(customer?.email),
    fulfilment: fulfilment.status,
    cancelledAt: order.cancelledAt,
    test: order.test,
    shopUpdatedAt: order.updatedAt,
    createdAt: order.createdAt,
  };
}
