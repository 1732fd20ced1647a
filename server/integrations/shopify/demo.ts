import type { Clock } from '#server/clock.ts';
import { type Shop, ShopFailure, type ShopOrder } from './port.ts';

interface DemoOrder extends Pick<ShopOrder, 'number' | 'status' | 'totalPrice' | 'lines'> {
  readonly storeNumber: number;
  readonly minutesAgo: number;
  readonly name: string;
  readonly email: string;
  readonly company: string;
}

const FIRST_STORE_ID = 6_120_448_310_017;

const ORDERS: readonly DemoOrder[] = [
  {
    storeNumber: 1076,
    number: '#1076',
    status: 'paid',
    totalPrice: '168.00',
    minutesAgo: 4,
    name: 'Petra Lindqvist',
    email: 'petra@harborlightinn.example',
    company: 'Harborlight Inn',
    lines: [
      { sku: 'CF-WKD-5', title: 'Weekday Blend, 5 lb', quantity: 2, price: '68.00' },
      { sku: 'CL-TAB-100', title: 'Cleaning tablets, jar of 100', quantity: 1, price: '32.00' },
    ],
  },
  {
    storeNumber: 1077,
    number: '#1077',
    status: 'pending',
    totalPrice: '3040.00',
    minutesAgo: 3,
    name: 'Dominic Raye',
    email: 'dominic.raye@fieldhousegym.example',
    company: 'Fieldhouse Gym',
    lines: [
      { sku: 'BW-WREN', title: 'Brasswick Wren bean-to-cup machine', quantity: 1, price: '2890.00' },
      { sku: 'IN-WREN', title: 'Wren setup visit', quantity: 1, price: '150.00' },
    ],
  },
  {
    storeNumber: 1078,
    number: '#1078',
    status: 'paid',
    totalPrice: '86.50',
    minutesAgo: 1,
    name: 'Elena Marsh',
    email: 'elena.marsh@northlight.example',
    company: 'Northlight Architects',
    lines: [
      { sku: 'CF-NOF-5', title: 'Night Off Decaf, 5 lb', quantity: 1, price: '74.00' },
      { sku: 'DELIVERY', title: 'Standard delivery', quantity: 1, price: '12.50' },
    ],
  },
];

/** A small shop of our own, for demonstrations: three orders that came in just now, always the same. */
export function demoShop({ clock }: { readonly clock: Clock }): Shop {
  // They are dated shortly before they are first requested, and do not change.
  let opened: number | null = null;
  const all = (): readonly ShopOrder[] => {
    opened ??= clock.now().getTime();
    const at = opened;
    return ORDERS.map((order) => shopOrder(order, new Date(at - order.minutesAgo * 60_000)));
  };
  return {
    store: 'demo',
    test: async () => ({ name: 'the built-in shop of the demo', missing: [], seesAll: true, servedVersion: null }),
    count: async () => ORDERS.length,
    changes: async ({ since }) => ({
      orders: all().filter(({ updatedAt }) => since === null || updatedAt >= since),
      unreadable: 0,
      next: null,
    }),
    orders: async (ids) => all().filter(({ id }) => ids.includes(id)),
    beginExport: async () => {
      throw new ShopFailure('export', 'The built-in shop of the demo exports nothing.');
    },
    readExport: async function* () {},
  };
}

const shopOrder = ({ storeNumber, minutesAgo: _, name, email, company, ...order }: DemoOrder, at: Date): ShopOrder => ({
  ...order,
  id: String(FIRST_STORE_ID + storeNumber * 32_771),
  currency: 'USD',
  createdAt: at,
  updatedAt: at,
  cancelledAt: null,
  test: false,
  customer: { id: null, name, email, phone: null, company },
  fulfilment: {
    status: order.status === 'paid' ? 'in_progress' : 'unfulfilled',
    carrier: null,
    trackingNumber: null,
    shippedAt: null,
    deliveredAt: null,
  },
  note: null,
  financialStatus: order.status,
  cancelReason: null,
  currentTotal: order.totalPrice,
});
