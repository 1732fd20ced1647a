import type { DemoData } from './demo-data.ts';
import { MINUTES_PER_DAY, type Moment } from './moment.ts';

const FIRST_STORE_ID = 6_120_448_310_017;
const FIRST_PARCEL = 884_015_522;

type FileOrder = DemoData['orders'][number];
type Items = FileOrder['items'];

/** Whole cents of a decimal text, so that sums are exact. */
export const toCents = (price: string): number => Number(price.replace('.', ''));

const toPrice = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The orders as the store would send them: with lines, totals, parcels and the store's ids. */
export const demoOrders = (data: DemoData) => data.orders.map((order) => demoOrder(order, data));

function demoOrder(order: FileOrder, { products, customers }: DemoData) {
  const { number, customer, status, created, items, note = null } = order;
  const lineItems = Object.entries(items).map(([key, quantity]) => {
    const product = products.get(key);
    if (!product) throw new Error(`Order ${number} names the unknown product ${key}`);
    return { ...product, quantity };
  });
  const buyer = order.guest ?? customers.find(({ key }) => key === customer);
  if (!buyer) throw new Error(`Order ${number} has no known customer and no guest`);
  const { name, email, company } = buyer;
  return {
    key: `order-${number}`,
    shopifyOrderId: String(FIRST_STORE_ID + number * 32_771),
    orderNumber: `#${number}`,
    totalPrice: toPrice(lineItems.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0)),
    status,
    customer,
    created,
    lineItems,
    buyer: { name, email, company },
    note,
    fulfilment: fulfilmentOf(order),
  };
}

const PARCEL_STATES = {
  paid: 'in_progress',
  pending: 'unfulfilled',
  shipped: 'fulfilled',
  delivered: 'fulfilled',
  cancelled: 'restocked',
  refunded: 'restocked',
} as const satisfies Record<FileOrder['status'], string>;

/** Days until it arrives: large machines are built to order, small ones come with their installation. */
function transitDays(items: Items): number {
  if (items.condor || items.kestrel) return 25;
  return items.wren || items.heron ? 6 : 2;
}

function fulfilmentOf({ number, status, created, items }: FileOrder) {
  const shipped = status === 'shipped' || status === 'delivered' || status === 'refunded';
  const delivered = status === 'delivered' || status === 'refunded';
  const days = transitDays(items);
  return {
    status: PARCEL_STATES[status],
    carrier: shipped ? 'Three Rivers Parcel' : null,
    trackingNumber: shipped ? `TRP${FIRST_PARCEL + number * 7}US` : null,
    shippedAt: shipped ? minutesAfter(created, (days - 2) * MINUTES_PER_DAY + 300) : null,
    deliveredAt: delivered ? minutesAfter(created, days * MINUTES_PER_DAY - 200) : null,
  };
}

const minutesAfter = ({ minutesBefore }: Moment, minutes: number): Moment => ({ minutesBefore: Math.max(0, minutesBefore - minutes) });
