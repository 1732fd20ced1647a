import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Customers } from './Customers.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const CREATED_AT = '2026-01-05T09:00:00.000Z';

const METRICS = {
  orders: 0,
  lifetimeValue: '0.00',
  openLeads: 0,
  openValue: '0.00',
  calls: 0,
  repliesUsed: 0,
  emailsPersonalized: 0,
  lastContactAt: null as string | null,
};

export type FakeEntry = { __typename: string; id: string; at: string; [field: string]: unknown };

/** A customer on the fake server, with timeline entries. */
export const aCustomer = (name: string, more: Partial<ReturnType<typeof baseCustomer>> = {}) => ({ ...baseCustomer(name), ...more });

const baseCustomer = (name: string) => ({
  __typename: 'Customer' as const,
  id: name.toLowerCase().replace(/\W+/g, '-'),
  name,
  email: null as string | null,
  phone: null as string | null,
  company: null as string | null,
  shopifyCustomerId: null as string | null,
  owner: null as { id: string; displayName: string } | null,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  metrics: METRICS,
  timelineEntries: [] as FakeEntry[],
});

type FakeCustomer = ReturnType<typeof aCustomer>;
type Page = { first?: number; after?: string };

const connection = <T extends { id: string }>(rows: readonly T[], { first = 20, after }: Page, cursor: number) => {
  const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
  const shown = rows.slice(from, from + first);
  return {
    eventCursor: String(cursor),
    nodes: shown,
    pageInfo: { hasNextPage: from + first < rows.length, hasPreviousPage: false, endCursor: shown.at(-1)?.id ?? null },
  };
};

type Options = { at?: string; answers?: Record<string, unknown> };

/** Renders the screen over a fake server whose customers, newest first, other people can change. */
export function openCustomers(initial: readonly FakeCustomer[], { at = '/customers', answers = {} }: Options = {}) {
  const customers = initial.map((customer) => ({ ...customer }));
  let cursor = 1;
  const subscribers = new Set<{ operation: string; send: (event: object) => Promise<void> }>();
  const requests: string[] = [];
  const find = (id: string) => customers.find((customer) => customer.id === id);
  const toGraphql = (customer: FakeCustomer) => ({
    ...customer,
    timeline: (page: Page) => connection(customer.timelineEntries, page, cursor),
  });

  const root = {
    customers: ({ search, ...page }: Page & { search?: string }) => {
      requests.push(`${search ?? ''}${page.after ? ` after ${page.after}` : ''}`);
      const term = (search ?? '').toLowerCase();
      const found = customers.filter(({ name, email, company }) => [name, email, company].join(' ').toLowerCase().includes(term));
      return connection(found.map(toGraphql), page, cursor);
    },
    customer: ({ id }: { id: string }) => {
      const customer = find(id);
      return customer ? toGraphql(customer) : null;
    },
    similarCustomers: () => [],
    importsCursor: () => String(cursor),
    ...answers,
  };
  const socket = new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((observer) => {
        const subscriber = {
          operation: `${operationName} ${variables.id ?? ''}`.trim(),
          send: async (rootValue: object) =>
            observer.next(await execute({ schema, document: query, rootValue, variableValues: variables })),
        };
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
    <SignedInAs viewer={maya} workspace={workspace}>
      <Customers />
    </SignedInAs>,
    { client: clientOver(link), at },
  );

  const emit = (operation: string, event: object) =>
    act(async () => {
      for (const subscriber of subscribers) if (subscriber.operation === operation) await subscriber.send(event);
    });
  const change = async (kind: 'created' | 'updated', customer: FakeCustomer) => {
    cursor += 1;
    const event = { cursor: String(cursor), at: CREATED_AT };
    await emit('CustomersChanged', { customersChanged: { ...event, kind, id: customer.id, customer: toGraphql(customer) } });
    await emit(`CustomerChanged ${customer.id}`, { customerChanged: { ...event, kind: `customer.${kind}` } });
  };

  return {
    user: userEvent.setup(),
    /** Each list request: the search term and the cursor. */
    requests,
    /** Someone else adds a customer. */
    emitCreate: async (customer: FakeCustomer) => {
      customers.unshift(customer);
      await change('created', customer);
    },
    /** Someone else changes a customer. */
    emitUpdate: async (id: string, changes: Partial<FakeCustomer>) => {
      const customer = find(id);
      if (customer) await change('updated', Object.assign(customer, changes));
    },
    /** Someone else undoes the import that added a customer. */
    emitImportUndo: async (id: string) => {
      customers.splice(0, customers.length, ...customers.filter((customer) => customer.id !== id));
      cursor += 1;
      const customersChanged = { cursor: String(cursor), at: CREATED_AT, kind: 'imported', id: 'an-import', customer: null };
      for (const topic of ['CustomersChanged', 'CustomersImported']) await emit(topic, { customersChanged });
    },
    /** A new timeline entry is added. */
    emitEntry: async (id: string, entry: FakeEntry, metrics: Partial<typeof METRICS> = {}) => {
      const customer = find(id);
      if (!customer) return;
      customer.timelineEntries = [entry, ...customer.timelineEntries];
      customer.metrics = { ...customer.metrics, ...metrics };
      cursor += 1;
      await emit(`CustomerChanged ${id}`, { customerChanged: { cursor: String(cursor), at: CREATED_AT, kind: 'lead.moved' } });
    },
  };
}
