import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { Page } from '#domain/page.ts';
import { PAGE_SIZE } from '#domain/page.ts';
import { builder, type SchemaTypes } from './builder.ts';

builder.globalConnectionField('totalCount', (t) =>
  t.int({ description: 'How many rows there are on all pages; counted only when asked for.', resolve: (connection) => connection.total() }),
);

builder.globalConnectionField('eventCursor', (t) =>
  t.field({
    type: 'EventCursor',
    complexity: { field: 0, multiplier: 0 },
    description: 'Where to start listening, so that nothing after this page is missed.',
    resolve: (_connection, _args, { eventCursor: heard }) => heard,
  }),
);

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The connection type of a noun, shared by every list of it. */
export const connectionOf = <Row extends object>(name: string, type: ObjectRef<Types, Row> | InterfaceRef<Types, Row>) =>
  builder.connectionObject(
    { type, name: `${name}Connection`, description: `A page of ${name} rows.` },
    { name: `${name}Edge`, description: `A ${name} with its place in the list.` },
  );

/** A domain page as a connection. Cursors are made only for the rows that are asked for theirs. */
export const asConnection = <Row>(page: Page<Row>) => {
  const first = page.rows[0];
  const last = page.rows.at(-1);
  return {
    edges: page.rows.map((node) => ({
      node,
      get cursor() {
        return page.cursor(node);
      },
    })),
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: page.hasPrevious,
      startCursor: first === undefined ? null : page.cursor(first),
      endCursor: last === undefined ? null : page.cursor(last),
    },
    total: page.total,
  };
};

/** What a text without a short limit costs, such as what was said in a call: up to 500,000 characters. */
export const LONG_TEXT = 10;

/** What a list costs: each field inside counts once a row. */
export const perRow = ({ first, last }: { first?: number | null; last?: number | null }) => ({
  field: 1,
  multiplier: Math.min(first ?? last ?? PAGE_SIZE.standard, PAGE_SIZE.most),
});
