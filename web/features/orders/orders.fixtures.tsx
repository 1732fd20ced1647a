import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { Orders } from './Orders.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const PLACED_AT = '2026-03-10T12:00:00.000Z';

type Line = { title: string; sku: string | null; quantity: number; price: string | null };
type Buyer = { name: string | null; email: string | null; phone: string | null; company: string | null };
type Fulfilment = Record<'status' | 'carrier' | 'trackingNumber' | 'shippedAt' | 'deliveredAt', string | null>;

const baseOrder = (id: string) => ({
  __typename: 'Order' as const,
  id,
  shopifyOrderId: `61204483100${id}`,
  orderNumber: `#${id}`,
  status: 'paid',
  test: false,
  totalPrice: '168.00',
  currentTotal: null as string | null,
  currency: 'USD',
  customerName: null as string | null,
  customerEmail: null as string | null,
  customer: null as object | null,
  buyer: null as Buyer | null,
  hasDetails: true,
  lines: [] as Line[],
  fulfilment: null as Fulfilment | null,
  note: null as string | null,
  financialStatus: null as string | null,
  cancelReason: null as string | null,
  createdAt: PLACED_AT,
  updatedAt: PLACED_AT,
  cancelledAt: null as string | null,
});

/** An order on the fake server: #1076, $168.00, paid by default. */
export const anOrder = (id = '1076', more: Partial<ReturnType<typeof baseOrder>> = {}) => ({ ...baseOrder(id), ...more });
type FakeOrder = ReturnType<typeof anOrder>;

type Revenue = { currency: string; orders: number; total: string; average: string };
type Sync = { id: string; state: string; done: number | null; total: number | null; made: number | null; message: string | null };

const shop = {
  provider: 'shopify',
  status: 'connected' as 'connected' | 'demo' | 'not_configured',
  lastSyncAt: PLACED_AT as string | null,
  lastError: null as string | null,
  sync: null as Sync | null,
};

/** A sync, queued by default. */
export const aSync = (id: string, more: Partial<Sync> = {}): Sync => ({
  id,
  state: 'queued',
  done: null,
  total: null,
  made: null,
  message: null,
  ...more,
});

type Options = { at?: string; connection?: Partial<typeof shop>; revenue?: readonly Revenue[]; answers?: Record<string, unknown> };

/** Renders the screen over a fake server with orders, newest first, and a store. */
export function openOrders(initial: readonly FakeOrder[], { at = '/orders', connection = {}, revenue, answers = {} }: Options = {}) {
  const orders = initial.map((order) => ({ ...order }));
  let integration = { ...shop, ...connection };
  let cursor = 1;
  const searches: string[] = [];
  const subscribers = new Set<{ operation: string; send: (event: object) => Promise<void> }>();
  const defaultRevenue = () => ({ currency: 'USD', orders: orders.length, total: '12345.60', average: '411.52' });

  const root = {
    orders: ({ search, first }: { search?: string | null; first: number }) => {
      if (first > 1) searches.push(search ?? '');
      const found = orders.filter(({ orderNumber, shopifyOrderId }) => `${orderNumber} ${shopifyOrderId}`.includes(search ?? ''));
      return { eventCursor: String(cursor), nodes: found, pageInfo: { hasNextPage: false, endCursor: null } };
    },
    order: ({ id }: { id: string }) => orders.find((order) => order.id === id) ?? null,
    orderSummary: () => ({
      __typename: 'OrderSummary',
      count: orders.length,
      thisMonth: orders.length,
      revenue: revenue ?? [defaultRevenue()],
    }),
    integrationsCursor: () => String(cursor),
    integrations: () => [integration],
    ...answers,
  };
  const socket = new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((observer) => {
        const send = async (rootValue: object) =>
          observer.next(await execute({ schema, document: query, rootValue, variableValues: variables }));
        const subscriber = { operation: operationName ?? '', send };
        subscribers.add(subscriber);
        return () => void subscribers.delete(subscriber);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  renderAt(
    <>
      <Orders />
      <Toaster />
    </>,
    { client: clientOver(link), at },
  );

  const emit = (operations: readonly string[], event: object) =>
    act(async () => {
      for (const { operation, send } of subscribers) if (operations.includes(operation)) await send(event);
    });
  const change = (kind: 'created' | 'updated', order: FakeOrder) => {
    cursor += 1;
    const ordersChanged = { cursor: String(cursor), kind, id: order.id, order };
    return emit(['OrdersChanged', 'OrderSummaryChanged'], { ordersChanged });
  };
  return {
    user: userEvent.setup(),
    /** The search term of each list request. */
    searches,
    /** A new order arrives. */
    emitCreate: (order: FakeOrder) => {
      orders.unshift(order);
      return change('created', order);
    },
    /** An order changes. */
    emitUpdate: async (id: string, fields: Partial<FakeOrder>) => {
      const order = orders.find((each) => each.id === id);
      if (order) await change('updated', Object.assign(order, fields));
    },
    /** The connection or its sync changes. */
    emitIntegration: async (fields: Partial<typeof shop>) => {
      integration = { ...integration, ...fields };
      cursor += 1;
      await emit(['IntegrationsChanged'], { integrationsChanged: { cursor: String(cursor), integration } });
    },
  };
}
