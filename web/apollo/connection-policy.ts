import type { FieldPolicy, Reference } from '@apollo/client';

type Edge = { node: Reference };
type Connection = {
  edges?: readonly Edge[];
  nodes?: readonly Reference[];
  pageInfo?: { hasNextPage?: boolean };
  /** Set where too much was missed for the rows below the first page to be trusted. */
  stale?: boolean;
};
type RefOf<T> = (item: T) => Reference;

type PagesOptions = {
  /** A list asked for again from the top keeps the pages below. For lists that are followed live. */
  keepLoadedPages?: boolean;
};

/** What is known, then what is new in what came: a thing that moved between two pages is listed once. */
function merged<T>(known: readonly T[] = [], came: readonly T[] | undefined, refOf: RefOf<T>): readonly T[] | undefined {
  if (!came) return undefined;
  const refs = new Set(known.map((item) => refOf(item).__ref));
  return [...known, ...came.filter((item) => !refs.has(refOf(item).__ref))];
}

/** What is known below the last row of a new first page; null where the two have nothing in common. */
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
 * How the pages of a connection grow together: a page asked for `after` another is appended, any other starts anew.
 * Lists of different page size or filter are kept apart, so a card of five never cuts a list of fifty.
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
