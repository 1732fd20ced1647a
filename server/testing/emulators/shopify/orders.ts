/** Who bought, as the emulated shop keeps them. */
export interface ApiCustomer {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface ApiLine {
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: number;
  readonly price: string;
}

export interface ApiParcel {
  readonly displayStatus: string;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  readonly company: string | null;
  readonly number: string | null;
}

/** An order as the emulated shop keeps it. */
export interface ApiOrder {
  /** Digits, larger than a double can hold. */
  readonly id: string;
  readonly name: string;
  /** ISO 8601, whole seconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cancelledAt: string | null;
  readonly test: boolean;
  readonly note: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly currency: string;
  readonly financial: string;
  readonly fulfilment: string;
  readonly total: string;
  readonly currentTotal: string;
  readonly billing: { readonly name: string | null; readonly company: string | null } | null;
  readonly customer: ApiCustomer | null;
  readonly parcels: readonly ApiParcel[];
  readonly lines: readonly ApiLine[];
}

/** Shopify's own example of an id that `JSON.parse` spoils. */
export const FIRST_ID = 820_982_911_946_154_508n;
const FIRST_CUSTOMER = 115_310_627_314_723_954n;

/** A moment as the Admin API writes it. */
export const stamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

const STATES = [
  ['PAID', 'UNFULFILLED'],
  ['PENDING', 'UNFULFILLED'],
  ['PAID', 'FULFILLED'],
  ['PAID', 'FULFILLED'],
  ['PARTIALLY_REFUNDED', 'FULFILLED'],
  ['AUTHORIZED', 'ON_HOLD'],
] as const;

const customerOf = (n: number): ApiCustomer => ({
  id: String(FIRST_CUSTOMER + BigInt(n)),
  name: `Customer ${n}`,
  email: `customer${n}@example.com`,
  phone: `+1216555${String(n % 10_000).padStart(4, '0')}`,
});

/** The order of a number: always the same one, whatever it differs in from the others. */
export function makeOrder(n: number, changes: Partial<ApiOrder> = {}): ApiOrder {
  const createdAt = Date.parse('2026-10-01T08:00:00Z') + n * 60_000;
  const [financial, fulfilment] = STATES[n % STATES.length] ?? STATES[0];
  const total = `${40 + (n % 900)}.${String(n % 100).padStart(2, '0')}`;
  // Every tenth buyer is a guest.
  const customer = n % 10 === 9 ? null : customerOf(n % 2_500);
  return {
    id: String(FIRST_ID + BigInt(n)),
    name: `#${1001 + n}`,
    createdAt: stamp(createdAt),
    // Five at a time changed in the same second.
    updatedAt: stamp(Date.parse('2026-11-01T00:00:00Z') + Math.floor(n / 5) * 1_000),
    cancelledAt: null,
    test: false,
    note: null,
    email: customer?.email ?? `guest${n}@example.com`,
    phone: customer?.phone ?? null,
    currency: 'USD',
    financial,
    fulfilment,
    total,
    currentTotal: total,
    billing: { name: customer?.name ?? `Guest ${n}`, company: null },
    customer,
    parcels:
      fulfilment === 'FULFILLED'
        ? [
            {
              displayStatus: n % 2 ? 'DELIVERED' : 'IN_TRANSIT',
              createdAt: stamp(createdAt + 86_400_000),
              deliveredAt: n % 2 ? stamp(createdAt + 3 * 86_400_000) : null,
              company: 'Three Rivers Parcel',
              number: `TRP${n}`,
            },
          ]
        : [],
    lines: Array.from({ length: 1 + (n % 3) }, (_, line) => ({
      name: `Coffee ${line + 1}`,
      sku: `COF-${line + 1}`,
      quantity: 1 + line,
      price: '12.50',
    })),
    ...changes,
  };
}

/** As many orders as wanted, of every kind. */
export const makeOrders = (count: number): ApiOrder[] => Array.from({ length: count }, (_, n) => makeOrder(n));
