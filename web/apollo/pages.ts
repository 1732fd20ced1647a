import type { FieldPolicy, Reference } from '@apollo/client';

type Edge = { node: Reference };
type Connection = { edges?: readonly Edge[]; nodes?: readonly Reference[] };

/** What is known, then what is new in what came: a thing that moved between two pages is listed once. */
function joined<T>(known: readonly T[] = [], came: readonly T[] | undefined, refOf: (item: T) => Reference): readonly T[] | undefined {
  if (!came) return undefined;
  const refs = new Set(known.map((item) => refOf(item).__ref));
  return [...known, ...came.filter((item) => !refs.has(refOf(item).__ref))];
}

/**
 * How the pages of a connection grow together: a page asked for `after` another is appended, any other starts anew.
 * Lists of different page size or filter are kept apart, so a card of five never cuts a list of fifty.
 */
export const pages = (filters: readonly string[] = []): FieldPolicy<Connection> => ({
  keyArgs: ['first', 'last', ...filters],
  merge(known, came, { args }) {
    if (!known || !args?.after) return came;
    return {
      ...came,
      edges: joined(known.edges, came.edges, (edge) => edge.node),
      nodes: joined(known.nodes, came.nodes, (node) => node),
    };
  },
});
