import type { FieldPolicy, Reference } from '@apollo/client';

type Edge = { node: Reference };
type Connection = {
  edges?: readonly Edge[];
  nodes?: readonly Reference[];
  pageInfo?: { hasNextPage?: boolean };
  /** Set when missed events make the pages below the first unreliable. */
  stale?: boolean;
};
type RefOf<T> = (item: T) => Reference;

type PagesOptions = {
  /** Refetching the first page keeps the pages below. For lists that update live. */
  keepLoadedPages?: boolean;
};

/** The existing nodes, then the new ones among the incoming: a node that moved between two pages is listed once. */
function merged<T>(known: readonly T[] = [], came: readonly T[] | undefined, refOf: RefOf<T>): readonly T[] | undefined {
  if (!came) return undefined;
  const refs = new Set(known.map((item) => refOf(item).__ref));
  return [...known, ...came.filter((item) => !refs.has(refOf(item).__ref))];
}

/** The existing nodes below the last one of a new first page; null if the two have no node in common. */
function remainingEdges<T>(known: readonly T[] = [], top: readonly T[] = [], refOf: RefOf<T>): readonly T[] | null {
  const refs = new Set(top.map((item) => refOf(item).__ref));
  const last = known.findLastIndex((item) => refs.has(refOf(item).__ref));
  return last === -1 ? null : known.slice(last + 1);
}

const nodeOf: RefOf<Edge> = ({ node }) => node;
const itself: RefOf<Reference> = (node) => node;

/** A new first page over the pages that were read before. */
function mergeFirstPage(known: Connection, came: Connection): Connection {
  const edges = remainingEdges(known.edges, came.edges, nodeOf);
  const nodes = remainingEdges(known.nodes, came.nodes, itself);
  if (came.pageInfo?.hasNextPage === false || (!edges?.length && !nodes?.length)) return came;
  return {
    ...came,
    edges: came.edges && [...came.edges, ...(edges ?? [])],
    nodes: came.nodes && [...came.nodes, ...(nodes ?? [])],
    pageInfo: known.pageInfo,
  };
}

/**
 * Merges the pages of a connection: a page requested with `after` is appended, any other replaces the list.
 * Lists with different page sizes or filters are stored separately, so a card of five never truncates a list of fifty.
 */
export const connectionPolicy = (
  filters: readonly string[] = [],
  { keepLoadedPages: keepsTail = false }: PagesOptions = {},
): FieldPolicy<Connection> => ({
  keyArgs: ['first', 'last', ...filters],
  merge(known, came, { args }) {
    if (!known || known.stale) return came;
    if (!args?.after) return keepsTail ? mergeFirstPage(known, came) : came;
    return {
      ...came,
      edges: merged(known.edges, came.edges, nodeOf),
      nodes: merged(known.nodes, came.nodes, itself),
    };
  },
});
