import type { InterfaceRef, ObjectRef } from '@pothos/core';
import type { Page } from '#domain/page.ts';
import { PAGE_SIZE } from '#domain/page.ts';
import { builder, type SchemaTypes } from './builder.ts';

builder.globalConnectionField('totalCount', (t) =>
  t.int({ description: 'Total number of rows on all pages. Counted only when selected.', resolve: (connection) => connection.total() }),
);

builder.globalConnectionField('eventCursor', (t) =>
  t.field({
    type: 'EventCursor',
    complexity: { field: 0, multiplier: 0 },
    description: 'Event cursor of this page: subscribe from it to miss no change.',
    resolve: (_connection, _args, { eventCursor }) => eventCursor,
  }),
);

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The connection type of an entity, shared by every list of it. */
export const connectionOf = <Row extends object>(name: string, type: ObjectRef<Types, Row> | InterfaceRef<Types, Row>) =>
  builder.connectionObject(
    { type, name: `${name}Connection`, description: `A page of ${name} rows.` },
    { name: `${name}Edge`, description: `A ${name} row and its cursor.` },
  );

/** A domain page as a connection. Cursors are computed only when selected. */
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

/** The cost of a text without a short limit, such as a call transcript of up to 500,000 characters. */
export const LONG_TEXT = 10;

/** The cost of a list: each field inside counts once per row. */
export const perRow = ({ first, last }: { first?: number | null; last?: number | null }) => ({
  field: 1,
  multiplier: Math.min(first ?? last ?? PAGE_SIZE.standard, PAGE_SIZE.most),
});
