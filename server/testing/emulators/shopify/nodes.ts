import { GraphQLError } from 'graphql';
import type { ApiCustomer, ApiLine, ApiOrder, ApiParcel } from './orders.ts';

const gid = (noun: string, id: string) => `gid://shopify/${noun}/${id}`;

const bag = (amount: string, currencyCode: string) => ({
  shopMoney: { amount, currencyCode },
  presentmentMoney: { amount, currencyCode },
});

const customerNode = ({ id, name, email, phone }: ApiCustomer) => ({
  __typename: 'Customer',
  id: gid('Customer', id),
  displayName: name,
  defaultEmailAddress: email && { emailAddress: email },
  defaultPhoneNumber: phone && { phoneNumber: phone },
});

const parcelNode = ({ company, number, ...parcel }: ApiParcel, order: string, at: number) => ({
  __typename: 'Fulfillment',
  id: gid('Fulfillment', `${order}${at}`),
  ...parcel,
  inTransitAt: parcel.createdAt,
  trackingInfo: company || number ? [{ company, number, url: null }] : [],
});

const lineNode = ({ price, ...line }: ApiLine, { id, currency }: ApiOrder, at: number) => ({
  __typename: 'LineItem',
  id: gid('LineItem', `${id}${at}`),
  ...line,
  originalUnitPriceSet: bag(price, currency),
});

/** The shop refuses longer pages; what is inside a page is cut off without a word. */
export function demandPage(first: number | null | undefined): void {
  if ((first ?? 0) <= 250) return;
  throw new GraphQLError(
    'first cannot exceed 250. To query larger amounts of data with fewer limits, bulk operations should be used instead.',
    { extensions: { code: 'BAD_REQUEST' } },
  );
}

interface Paged {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A connection over rows that are there. */
export function connection<Row>(
  rows: readonly Row[],
  cursorOf: (row: Row, at: number) => string,
  { hasNextPage }: { hasNextPage: boolean },
) {
  const edges = rows.map((node, at) => ({ node, cursor: cursorOf(node, at) }));
  return {
    nodes: rows,
    edges,
    pageInfo: { hasNextPage, hasPreviousPage: false, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
  };
}

interface Shown {
  /** Every line item, as bulk exports have them. */
  readonly allLines: boolean;
  /** Whether the app may see who bought. */
  readonly customers: boolean;
}

/** A field the app may not see: null, with an error that has its path. */
function denied(field: string): never {
  throw new GraphQLError(`Access denied for ${field} field.`, { extensions: { code: 'ACCESS_DENIED' } });
}

/** An order as GraphQL reads it. */
export const orderNode = (order: ApiOrder, { allLines, customers }: Shown) => ({
  __typename: 'Order',
  id: gid('Order', order.id),
  legacyResourceId: order.id,
  name: order.name,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  processedAt: order.createdAt,
  cancelledAt: order.cancelledAt,
  cancelReason: order.cancelledAt ? 'CUSTOMER' : null,
  test: order.test,
  note: order.note,
  email: order.email,
  phone: order.phone,
  currencyCode: order.currency,
  displayFinancialStatus: order.financial,
  displayFulfillmentStatus: order.fulfilment,
  totalPriceSet: bag(order.total, order.currency),
  currentTotalPriceSet: bag(order.currentTotal, order.currency),
  billingAddress: order.billing,
  customer: () => (customers ? order.customer && customerNode(order.customer) : denied('customer')),
  fulfillments: order.parcels.map((parcel, at) => parcelNode(parcel, order.id, at)),
  lineItems: ({ first, after }: Paged) => {
    demandPage(first);
    const from = after ? Number(after) + 1 : 0;
    const most = allLines ? order.lines.length : (first ?? 0);
    const shown = order.lines.slice(from, from + most).map((line, at) => lineNode(line, order, from + at));
    return connection(shown, (_line, at) => String(from + at), { hasNextPage: from + most < order.lines.length });
  },
});
