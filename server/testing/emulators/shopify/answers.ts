import { buildSchema, type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql';
import type { Bulk } from './bulk.ts';
import { connection, demandPage, orderNode } from './nodes.ts';
import type { ChangePosition, Store } from './order-store.ts';
import type { ApiOrder } from './orders.ts';
import { SDL } from './sdl.ts';
import { readSearch } from './search.ts';

export const schema = buildSchema(SDL);

/** What the shop allows an app to see. */
export interface Sight {
  /** Orders older than this are not there; null shows all. */
  oldest(): string | null;
  /** Whether the app may read a noun. */
  may(noun: string): boolean;
  /** How deep a cursor may lead. */
  readonly maxDepth: number;
}

interface OrdersArgs {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly query?: string | null;
}

/** The cursor contains the position; its id is a JSON number of any size. */
const cursorOf = ({ id, updatedAt }: ChangePosition): string =>
  Buffer.from(`{"last_id":${id},"last_value":"${updatedAt}"}`).toString('base64');

function positionOf(cursor: string): ChangePosition {
  const [, id, updatedAt] = /^\{"last_id":(\d+),"last_value":"([^"]+)"\}$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  if (!id || !updatedAt) throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } });
  return { id, updatedAt };
}

/** The root of the schema over a store. `warnings` collects what a search was not understood in. */
function rootOver({ store, sight, bulk }: { store: Store; sight: Sight; bulk: Bulk }, warnings: object[]) {
  const visible = (order: ApiOrder): boolean => {
    const oldest = sight.oldest();
    return oldest === null || order.createdAt >= oldest;
  };
  const matching = (query: string | null | undefined) => {
    const search = readSearch(query);
    if (search.warnings.length > 0) warnings.push({ path: ['orders'], query, warnings: search.warnings });
    return search.from ?? '';
  };
  const nodeOf = (id: string) => {
    if (id.includes('BulkOperation')) return bulk.find(id);
    const order = store.find(id.split('/').at(-1) ?? '');
    return order && visible(order) ? orderNode(order, { allLines: false, customers: sight.may('customers') }) : null;
  };
  return {
    shop: { name: 'Brasswick Coffee' },
    node: ({ id }: { id: string }) => nodeOf(id),
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map(nodeOf),
    order: ({ id }: { id: string }) => nodeOf(id),
    orders: ({ first, after, query }: OrdersArgs) => {
      demandPage(first);
      if (!sight.may('orders')) throw new GraphQLError('Access denied for orders field.', { extensions: { code: 'ACCESS_DENIED' } });
      const from = matching(query);
      const all = store.all();
      const begin = store.after(after ? positionOf(after) : { updatedAt: from, id: '-1' });
      if (after && begin - store.after({ updatedAt: from, id: '-1' }) >= sight.maxDepth)
        throw new GraphQLError(`Pagination is limited to ${sight.maxDepth} objects.`, { extensions: { code: 'BAD_REQUEST' } });
      const shown: ApiOrder[] = [];
      let at = begin;
      for (; at < all.length && shown.length < (first ?? 0); at += 1) {
        const order = all[at];
        if (order && visible(order)) shown.push(order);
      }
      const hasNextPage = all.slice(at).some(visible);
      const nodes = shown.map((order) => orderNode(order, { allLines: false, customers: sight.may('customers') }));
      return connection(nodes, (_node, index) => cursorOf(shown[index] ?? { id: '0', updatedAt: '' }), { hasNextPage });
    },
    ordersCount: ({ query, limit }: { query?: string | null; limit?: number | null }) => {
      const from = matching(query);
      const count = store.all().filter((order) => order.updatedAt >= from && visible(order)).length;
      const most = limit ?? 10_000;
      return { count: Math.min(count, most), precision: count > most ? 'AT_LEAST' : 'EXACT' };
    },
    bulkOperationRunQuery: ({ query, groupObjects }: { query: string; groupObjects: boolean }) =>
      bulk.begin(query, { grouped: groupObjects, orders: store.all().filter(visible) }),
  };
}

/** What a document is answered; null where it cannot even be understood. */
export function createAnswers(parts: { store: Store; sight: Sight; bulk: Bulk }) {
  return {
    read: (query: string): { document: DocumentNode } | { errors: readonly GraphQLError[] } => {
      try {
        const document = parse(query);
        const errors = validate(schema, document);
        return errors.length > 0 ? { errors } : { document };
      } catch (error) {
        if (error instanceof GraphQLError) return { errors: [error] };
        throw error;
      }
    },
    answer: async (document: DocumentNode, variableValues: Readonly<Record<string, unknown>>) => {
      const search: object[] = [];
      const result = await execute({ schema, document, rootValue: rootOver(parts, search), variableValues });
      return { ...result, search };
    },
  };
}
