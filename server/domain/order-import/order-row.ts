import { TEXT_LIMITS } from '#contract/limits.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { ShopOrder } from '#server/integrations/shopify/port.ts';
import type { OrderData } from '../order/order-data.ts';

/** The row of an order; `buyer` is the `ref` of its buyer. */
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

/** Someone to match with a customer, or to create as one. */
export interface Buyer {
  /** Identifies the person within a page. */
  readonly ref: string;
  readonly storeId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
}

/** The largest value of the column. */
const MAX_TOTAL = new Prisma.Decimal('99999999.99');

/** The exact amount, with at least two decimals. */
function exactAmount(amount: string | null): string | null {
  if (amount === null) return null;
  const value = new Prisma.Decimal(amount);
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toLine = (text: string | null | undefined): string | null => text?.slice(0, TEXT_LIMITS.line) || null;

/** The buyer; null where nothing identifies them. */
export function buyerOf({ customer }: ShopOrder): Buyer | null {
  if (!customer) return null;
  const { id, email, phone } = customer;
  const key = id ?? email?.toLowerCase() ?? phone;
  if (!key) return null;
  const name = toLine(customer.name) ?? toLine(email) ?? toLine(phone) ?? 'Store customer';
  return { ref: key, storeId: id, name, email: toLine(email), phone: toLine(phone), company: toLine(customer.company) };
}

/** The row of an order; null where its total is out of range. */
export function rowOf(order: ShopOrder): OrderRow | null {
  const total = new Prisma.Decimal(order.totalPrice).toDecimalPlaces(2, Prisma.Decimal.ROUND_HALF_UP);
  if (total.isNegative() || total.greaterThan(MAX_TOTAL)) return null;
  const { customer, fulfilment } = order;
  return {
    shopifyOrderId: order.id,
    buyer: buyerOf(order)?.ref ?? null,
    orderNumber: order.number,
    totalPrice: total.toFixed(2),
    currency: order.currency,
    status: order.status,
    orderData: {
      lineItems: order.lines.map(({ sku, title, quantity, price }) => ({ sku, title, quantity, price: exactAmount(price) })),
      fulfilment: { ...fulfilment, shippedAt: iso(fulfilment.shippedAt), deliveredAt: iso(fulfilment.deliveredAt) },
      customer: customer && { name: customer.name, email: customer.email, phone: customer.phone, company: customer.company },
      note: order.note,
      total: exactAmount(order.totalPrice),
      currentTotal: exactAmount(order.currentTotal),
      financialStatus: order.financialStatus,
      cancelReason: order.cancelReason,
    },
    customerName: toLine(customer?.name),
    customerEmail: toLine(customer?.email),
    fulfilment: fulfilment.status,
    cancelledAt: order.cancelledAt,
    test: order.test,
    shopUpdatedAt: order.updatedAt,
    createdAt: order.createdAt,
  };
}
