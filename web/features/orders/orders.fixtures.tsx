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
const PLACED = '2026-03-10T12:00:00.000Z';

type Line = { title: string; sku: string | null; quantity: number; price: string | null };
type Buyer = { name: string | null; email: string | null; phone: string | null; company: string | null };
type Fulfilment = Record<'status' | 'carrier' | 'trackingNumber' | 'shippedAt' | 'deliveredAt', string | null>;

const plain = (id: string) => ({
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
  createdAt: PLACED,
  updatedAt: PLACED,
  cancelledAt: null as string | null,
});

/** An order as the server knows it: #1076, of $168.00, paid, unless something else is said. */
export const anOrder = (id = '1076', more: Partial<ReturnType<typeof plain>> = {}) => ({ ...plain(id), ...more });
type FakeOrder = ReturnType<typeof anOrder>;

type Revenue = { currency: string; orders: number; total: string; average: string };
type Sync = { id: string; state: string; done: number | null; total: number | null; made: number | null; message: string | null };

const shop = {
  provider: 'shopify',
  status: 'connected' as 'connected' | 'demo' | 'not_configured',
  lastSyncAt: PLACED as string | null,
  lastError: null as string | null,
  sync: null as Sync | null,
};

/** A sync that was just asked for, unless something else is said. */
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

/** A small server with orders, newest first, and a store behind it, and the screen in front of it. */
export function openOrders(given: readonly FakeOrder[], { at = '/orders', connection = {}, revenue, answers = {} }: Options = {}) {
  const orders = given.map((order) => ({ ...order }));
  let integration = { ...shop, ...connection };
  let cursor = 1;
  const searches: string[] = [];
  const hearers = new Set<{ operation: string; hear: (said: object) => Promise<void> }>();
  const usual = () => ({ currency: 'USD', orders: orders.length, total: '12345.60', average: '411.52' });

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
      revenue: revenue ?? [usual()],
    }),
    integrationsCursor: () => String(cursor),
    integrations: () => [integration],
    ...answers,
  };
  const socket = new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((observer) => {
        const hear = async (rootValue: object) =>
          observer.next(await execute({ schema, document: query, rootValue, variableValues: variables }));
        const hearer = { operation: operationName ?? '', hear };
        hearers.add(hearer);
        return () => void hearers.delete(hearer);
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

  const tell = (operations: readonly string[], said: object) =>
    act(async () => {
      for (const { operation, hear } of hearers) if (operations.includes(operation)) await hear(said);
    });
  const change = (kind: 'created' | 'updated', order: FakeOrder) => {
    cursor += 1;
    const ordersChanged = { cursor: String(cursor), kind, id: order.id, order };
    return tell(['OrdersChanged', 'OrdersCounted'], { ordersChanged });
  };
  return {
    user: userEvent.setup(),
    /** What was searched for, each time the list was asked for. */
    searches,
    /** An order comes in. */
    sells: (order: FakeOrder) => {
      orders.unshift(order);
      return change('created', order);
    },
    /** An order changes. */
    changes: async (id: string, fields: Partial<FakeOrder>) => {
      const order = orders.find((each) => each.id === id);
      if (order) await change('updated', Object.assign(order, fields));
    },
    /** The connection, or a sync, is no longer what it was. */
    stands: async (fields: Partial<typeof shop>) => {
      integration = { ...integration, ...fields };
      cursor += 1;
      await tell(['IntegrationsChanged'], { integrationsChanged: { cursor: String(cursor), integration } });
    },
  };
}
