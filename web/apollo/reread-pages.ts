import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { type FragmentSpreadNode, Kind, visit } from 'graphql';

/** The fields that the query of a list must select. */
export type ListConnection = {
  eventCursor: string;
  nodes: readonly unknown[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

/** The most rows that the server returns at once. */
const LARGEST_PAGE = 100;

const unmaskedDocuments = new WeakMap<DocumentNode, DocumentNode>();

/** The same query with the data of its fragments: what is written to the cache must be whole. */
function unmasked(query: DocumentNode): DocumentNode {
  const known = unmaskedDocuments.get(query);
  if (known) return known;
  const unmask = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'unmask' } } as const;
  const FragmentSpread = (spread: FragmentSpreadNode) => ({ ...spread, directives: [unmask] });
  const whole = visit(query, { FragmentSpread });
  unmaskedDocuments.set(query, whole);
  return whole;
}

type Reread<TData> = {
  query: DocumentNode;
  /** All but `after`. */
  variables: OperationVariables;
  /** How many rows are loaded. */
  rows: number;
  /** The list in the data; undefined where what it belongs to is gone. */
  connectionOf: (data: MaybeMasked<TData>) => ListConnection | undefined;
  withConnection: (data: MaybeMasked<TData>, connection: ListConnection) => object;
  /** Whether the data may be written; false if events of after its cursor were shown meanwhile. */
  isCurrent: (cursor: string) => boolean;
};

/**
 * Reads all loaded rows of a list anew and replaces them at once: a row that changed may have left the list, joined it or moved
 * in it, on whichever page. Returns whether the cache was written.
 */
export async function rereadPages<TData>(client: ApolloClient, reread: Reread<TData>): Promise<boolean> {
  const { query, variables, rows, connectionOf, withConnection, isCurrent } = reread;
  const read = async (after: string | null, missing: number) => {
    // A query that names its size itself has one page.
    const page = 'first' in variables ? { first: Math.min(LARGEST_PAGE, Math.max(variables.first, missing)), after } : {};
    const { data } = await client.query<TData, OperationVariables>({
      query: unmasked(query),
      variables: { ...variables, ...page },
      fetchPolicy: 'no-cache',
    });
    if (!data) throw new Error('A query without an answer.');
    return data;
  };
  const top = await read(null, rows);
  let list = connectionOf(top);
  while (list && 'first' in variables && list.nodes.length < rows && list.pageInfo.hasNextPage) {
    const below = connectionOf(await read(list.pageInfo.endCursor, rows - list.nodes.length));
    if (!below) break;
    list = { ...list, nodes: [...list.nodes, ...below.nodes], pageInfo: below.pageInfo };
  }
  if (list && !isCurrent(list.eventCursor)) return false;
  client.writeQuery<object>({ query, variables, data: list ? withConnection(top, list) : top });
  return true;
}
