import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { Customers } from './Customers.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const MET = '2026-01-05T09:00:00.000Z';

const NUMBERS = {
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

/** A customer as the server knows them, with what happened. */
export const aCustomer = (name: string, more: Partial<ReturnType<typeof known>> = {}) => ({ ...known(name), ...more });

const known = (name: string) => ({
  __typename: 'Customer' as const,
  id: name.toLowerCase().replace(/\W+/g, '-'),
  name,
  email: null as string | null,
  phone: null as string | null,
  company: null as string | null,
  shopifyCustomerId: null as string | null,
  createdAt: MET,
  updatedAt: MET,
  metrics: NUMBERS,
  story: [] as FakeEntry[],
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

/** A small server with customers, newest first, whom other people may change, and the screen in front of it. */
export function openCustomers(given: readonly FakeCustomer[], { at = '/customers', answers = {} }: Options = {}) {
  const customers = given.map((customer) => ({ ...customer }));
  let cursor = 1;
  const hearers = new Set<{ operation: string; hear: (said: object) => Promise<void> }>();
  const asked: string[] = [];
  const find = (id: string) => customers.find((customer) => customer.id === id);
  const shape = (customer: FakeCustomer) => ({ ...customer, timeline: (page: Page) => connection(customer.story, page, cursor) });

  const root = {
    customers: ({ search, ...page }: Page & { search?: string }) => {
      asked.push(`${search ?? ''}${page.after ? ` after ${page.after}` : ''}`);
      const words = (search ?? '').toLowerCase();
      const found = customers.filter(({ name, email, company }) => [name, email, company].join(' ').toLowerCase().includes(words));
      return connection(found.map(shape), page, cursor);
    },
    customer: ({ id }: { id: string }) => {
      const customer = find(id);
      return customer ? shape(customer) : null;
    },
    similarCustomers: () => [],
    importsCursor: () => String(cursor),
    ...answers,
  };
  const socket = new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((observer) => {
        const hearer = {
          operation: `${operationName} ${variables.id ?? ''}`.trim(),
          hear: async (rootValue: object) =>
            observer.next(await execute({ schema, document: query, rootValue, variableValues: variables })),
        };
        hearers.add(hearer);
        return () => void hearers.delete(hearer);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  renderAt(<Customers />, { client: clientOver(link), at });

  const tell = (operation: string, said: object) =>
    act(async () => {
      for (const hearer of hearers) if (hearer.operation === operation) await hearer.hear(said);
    });
  const change = async (kind: 'created' | 'updated', customer: FakeCustomer) => {
    cursor += 1;
    const fact = { cursor: String(cursor), at: MET };
    await tell('CustomersChanged', { customersChanged: { ...fact, kind, id: customer.id, customer: shape(customer) } });
    await tell(`CustomerChanged ${customer.id}`, { customerChanged: { ...fact, kind: `customer.${kind}` } });
  };

  return {
    user: userEvent.setup(),
    /** Each list that was asked for: the search, and where the page began. */
    asked,
    /** Somebody adds a customer. */
    adds: async (customer: FakeCustomer) => {
      customers.unshift(customer);
      await change('created', customer);
    },
    /** Somebody changes one. */
    edits: async (id: string, changes: Partial<FakeCustomer>) => {
      const customer = find(id);
      if (customer) await change('updated', Object.assign(customer, changes));
    },
    /** Somebody takes back the import that brought one. */
    takesBack: async (id: string) => {
      customers.splice(0, customers.length, ...customers.filter((customer) => customer.id !== id));
      cursor += 1;
      const customersChanged = { cursor: String(cursor), at: MET, kind: 'imported', id: 'an-import', customer: null };
      for (const topic of ['CustomersChanged', 'CustomersImported']) await tell(topic, { customersChanged });
    },
    /** Something happens with one. */
    happens: async (id: string, entry: FakeEntry, numbers: Partial<typeof NUMBERS> = {}) => {
      const customer = find(id);
      if (!customer) return;
      customer.story = [entry, ...customer.story];
      customer.metrics = { ...customer.metrics, ...numbers };
      cursor += 1;
      await tell(`CustomerChanged ${id}`, { customerChanged: { cursor: String(cursor), at: MET, kind: 'lead.moved' } });
    },
  };
}
