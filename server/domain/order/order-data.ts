import { z } from 'zod';

// Stored beside an order's own columns. Parsed with care: rows are older than the code that reads them.

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((given) => given ?? null);
const price = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .nullish()
  .catch(null)
  .transform((given) => given ?? null);

const Line = z.object({ sku: text, title: text, quantity: z.number().int().catch(0), price });
const Fulfilment = z.object({ status: text, carrier: text, trackingNumber: text, shippedAt: text, deliveredAt: text });
const Buyer = z.object({ name: text, email: text, phone: text, company: text });

const Stored = z.object({
  lineItems: z.array(z.unknown()).catch([]),
  fulfilment: Fulfilment.nullish().catch(null),
  customer: Buyer.nullish().catch(null),
  note: text,
  total: price,
  currentTotal: price,
  financialStatus: text,
  cancelReason: text,
});

export type OrderLine = z.output<typeof Line>;
export type OrderFulfilment = z.output<typeof Fulfilment>;
export type OrderBuyer = z.output<typeof Buyer>;

/** The stored details of an order: its lines, shipment, customer and exact amounts. */
export interface OrderData {
  readonly lineItems: readonly OrderLine[];
  readonly fulfilment: OrderFulfilment | null;
  /** As the store sent it. */
  readonly customer: OrderBuyer | null;
  readonly note: string | null;
  /** As sold, with every digit the store sent. */
  readonly total: string | null;
  /** What is left of it after changes and refunds. */
  readonly currentTotal: string | null;
  readonly financialStatus: string | null;
  readonly cancelReason: string | null;
}

const NOTHING = {
  lineItems: [],
  fulfilment: null,
  customer: null,
  note: null,
  total: null,
  currentTotal: null,
  financialStatus: null,
  cancelReason: null,
};

/** Parses the stored details of an order; an invalid part is left out. */
export function readOrderData(stored: unknown): OrderData {
  const { success, data } = Stored.safeParse(stored);
  if (!success) return NOTHING;
  return {
    ...data,
    lineItems: data.lineItems.flatMap((line) => Line.safeParse(line).data ?? []),
    fulfilment: data.fulfilment ?? null,
    customer: data.customer ?? null,
  };
}
