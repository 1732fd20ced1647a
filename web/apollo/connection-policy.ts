import type { FieldPolicy, Reference } from '@apollo/client';

type Edge = { node: Reference };
type Connection = { edges?: readonly Edge[]; nodes?: readonly Reference[] };
type RefOf<T> = (item: T) => Reference;

/** The existing nodes, then the new ones among the incoming: a node that moved between two pages is listed once. */
function merged<T>(known: readonly T[] = [], came: readonly T[] | undefined, refOf: RefOf<T>): readonly T[] | undefined {
  if (!came) return undefined;
  const refs = new Set(known.map((item) => refOf(item).__ref));
  return [...known, ...came.filter((item) => !refs.has(refOf(item).__ref))];
}

const nodeOf: RefOf<Edge> = ({ node }) => node;
const itself: RefOf<Reference> = (node) => node;

/**
 * Merges the pages of a connection: a page requested with `after` is appended, any other replaces the list.
 * Lists with different page sizes or filters are stored separately, so a card of five never truncates a list of fifty.
 */
export const connectionPolicy = (filters: readonly string[] = []): FieldPolicy<Connection> => ({
  keyArgs: ['first', 'last', ...filters],
  merge(known, came, { args }) {
    if (!known || !args?.after) return came;
    return {
      ...came,
      edges: merged(known.edges, came.edges, nodeOf),
      nodes: merged(known.nodes, came.nodes, itself),
    };
  },
});
