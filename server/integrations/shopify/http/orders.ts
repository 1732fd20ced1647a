import { z } from 'zod';
import { LineNode, shopOrder } from '../map.ts';
import { ShopFailure, type ShopLine, type ShopOrder, type ShopPage } from '../port.ts';
import type { GraphqlRequest } from './graphql.ts';

/** The fields of each line item and each order. */
export const LINE_FIELDS = 'id name sku quantity originalUnitPriceSet { shopMoney { amount currencyCode } }';
export const ORDER_FIELDS = `
  id name createdAt updatedAt cancelledAt cancelReason test note email phone currencyCode
  displayFinancialStatus displayFulfillmentStatus
  totalPriceSet { shopMoney { amount currencyCode } }
  currentTotalPriceSet { shopMoney { amount currencyCode } }
  billingAddress { name company }
  customer { id displayName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
  fulfillments(first: 10) { displayStatus createdAt inTransitAt deliveredAt trackingInfo { company number } }`;

const LINES = `lineItems(first: 50) { nodes { ${LINE_FIELDS} } pageInfo { hasNextPage endCursor } }`;

const PAGE = `query CallboardOrders($first: Int!, $after: String, $search: String) {
  orders(first: $first, after: $after, query: $search, sortKey: UPDATED_AT) {
    nodes { ${ORDER_FIELDS} ${LINES} }
    pageInfo { hasNextPage endCursor }
  }
}`;
const SINGLE = `query CallboardOrder($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${ORDER_FIELDS} ${LINES} } } }`;
const MORE = `query CallboardLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 250, after: $after) { nodes { ${LINE_FIELDS} } pageInfo { hasNextPage endCursor } } }
}`;
const COUNT = `query CallboardCount($search: String, $limit: Int!) { ordersCount(query: $search, limit: $limit) { count } }`;

const Frame = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
const Page = z.object({ orders: z.object({ nodes: z.array(z.unknown()), pageInfo: Frame }) });
const Single = z.object({ nodes: z.array(z.unknown()) });
const Lines = z.object({ nodes: z.array(z.unknown()), pageInfo: Frame });
const More = z.object({ order: z.object({ lineItems: Lines }).nullable() });
const Count = z.object({ ordersCount: z.object({ count: z.number() }).nullable() });
const Cut = z.object({ id: z.string(), lineItems: Lines });

/** Orders a page, at first; the shop allows 250. */
const LARGEST_PAGE = 250;
const SMALLEST_PAGE = 10;
/** The most line items read per order. */
const MAX_LINES = 5_000;

/** A timestamp in a search must be quoted: otherwise the shop misreads it and only warns. */
const since = (at: Date | null) => (at === null ? null : `updated_at:>='${at.toISOString().replace(/\.\d{3}Z$/, 'Z')}'`);

export function readOrders(request: GraphqlRequest) {
  let size = LARGEST_PAGE;

  /** The line items of an order beyond the first page. */
  const remainingLines = async (node: unknown, signal?: AbortSignal): Promise<readonly ShopLine[]> => {
    const { success, data } = Cut.safeParse(node);
    const lines: ShopLine[] = [];
    let frame = success ? data.lineItems.pageInfo : null;
    while (success && frame?.hasNextPage && frame.endCursor && lines.length < MAX_LINES) {
      const variables = { id: data.id, after: frame.endCursor };
      const { order } = await request({ kind: 'lines', query: MORE, variables, shape: More }, signal);
      lines.push(...(order?.lineItems.nodes ?? []).flatMap((each) => LineNode.safeParse(each).data ?? []));
      frame = order?.lineItems.pageInfo ?? null;
    }
    return lines;
  };

  const completeOrder = async (node: unknown, signal?: AbortSignal): Promise<ShopOrder | null> => {
    const order = shopOrder(node);
    if (order === null) return null;
    const rest = await remainingLines(node, signal);
    return rest.length > 0 ? { ...order, lines: [...order.lines, ...rest] } : order;
  };

  const completeOrders = async (nodes: readonly unknown[], signal?: AbortSignal): Promise<readonly ShopOrder[]> => {
    const orders: ShopOrder[] = [];
    for (const node of nodes) {
      const order = await completeOrder(node, signal);
      if (order) orders.push(order);
    }
    return orders;
  };

  /** The largest page the shop allows: halved when the query is too expensive. */
  const pageOf = async (variables: { after: string | null; search: string | null }, signal?: AbortSignal) => {
    for (;;) {
      try {
        return await request({ kind: `orders ${size}`, query: PAGE, variables: { ...variables, first: size }, shape: Page }, signal);
      } catch (error) {
        if (!(error instanceof ShopFailure && error.code === 'too_costly') || size <= SMALLEST_PAGE) throw error;
        size = Math.max(SMALLEST_PAGE, Math.floor(size / 2));
      }
    }
  };

  return {
    count: async (from: Date | null, limit: number, signal?: AbortSignal): Promise<number> => {
      const variables = { search: since(from), limit };
      return (await request({ kind: 'count', query: COUNT, variables, shape: Count }, signal)).ordersCount?.count ?? 0;
    },

    changes: async (page: { since: Date | null; after: string | null; signal?: AbortSignal }): Promise<ShopPage> => {
      const { nodes, pageInfo } = (await pageOf({ after: page.after, search: since(page.since) }, page.signal)).orders;
      const orders = await completeOrders(nodes, page.signal);
      const next = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
      return { orders, unreadable: nodes.length - orders.length, next };
    },

    orders: async (ids: readonly string[], signal?: AbortSignal): Promise<readonly ShopOrder[]> => {
      if (ids.length === 0) return [];
      const variables = { ids: ids.map((id) => `gid://shopify/Order/${id}`) };
      const { nodes } = await request({ kind: `single ${ids.length}`, query: SINGLE, variables, shape: Single }, signal);
      return completeOrders(nodes, signal);
    },
  };
}
