import { execute, type GraphQLSchema, parse, validate } from 'graphql';
import { connection, orderNode } from './nodes.ts';
import type { ApiOrder } from './orders.ts';

interface Operation {
  readonly number: number;
  readonly query: string;
  readonly grouped: boolean;
  readonly orders: readonly ApiOrder[];
  readonly createdAt: string;
  /** How often it still reports that it is running. */
  looks: number;
}

interface BulkOptions {
  readonly schema: () => GraphQLSchema;
  /** Where its files are. */
  readonly base: () => string;
  readonly now: () => string;
}

/** What an export may do wrong; all of it can be changed while the emulator runs. */
export interface BulkFaults {
  /** How often it reports RUNNING before it is done. */
  looks: number;
  /** Ends this way instead of COMPLETED. */
  failsWith: string | null;
  /** Whether line items are at the end of the file, whatever the request. */
  scattered: boolean;
  /** After how many lines the connection breaks; once each. */
  cutsAt: number[];
}

const CHUNK = 500;

/** Bulk exports: an operation that takes its time, and a file of JSON lines. */
export function createBulk({ schema, base, now }: BulkOptions) {
  const operations = new Map<number, Operation>();
  const faults: BulkFaults = { looks: 1, failsWith: null, scattered: false, cutsAt: [] };

  const describe = (operation: Operation) => {
    const isRunning = operation.looks > 0;
    const status = isRunning ? 'RUNNING' : (faults.failsWith ?? 'COMPLETED');
    const count = String(operation.orders.length);
    const url = status === 'COMPLETED' && operation.orders.length > 0 ? `${base()}/bulk/${operation.number}.jsonl` : null;
    return {
      __typename: 'BulkOperation',
      id: `gid://shopify/BulkOperation/${operation.number}`,
      status,
      errorCode: faults.failsWith === 'FAILED' && !isRunning ? 'INTERNAL_SERVER_ERROR' : null,
      createdAt: operation.createdAt,
      objectCount: count,
      rootObjectCount: count,
      fileSize: null,
      url,
      partialDataUrl: null,
    };
  };

  return {
    faults,
    find: (id: string) => {
      const operation = operations.get(Number(id.split('/').at(-1)));
      if (!operation) return null;
      const result = describe(operation);
      operation.looks -= 1;
      return result;
    },
    begin: (query: string, { grouped, orders }: Pick<Operation, 'grouped' | 'orders'>) => {
      const wrong = validate(schema(), parse(query))[0];
      if (wrong) return { bulkOperation: null, userErrors: [{ field: ['query'], message: `Invalid bulk query: ${wrong.message}` }] };
      const number = operations.size + 1;
      const operation = { number, query, grouped: grouped && !faults.scattered, orders, createdAt: now(), looks: faults.looks };
      operations.set(number, operation);
      return { bulkOperation: describe(operation), userErrors: [] };
    },
    /** The file in chunks; null if no file has that number. */
    file: (number: number): AsyncGenerator<string> | null => {
      const operation = operations.get(number);
      return operation ? linesOf(schema(), operation) : null;
    },
  };
}

export type Bulk = ReturnType<typeof createBulk>;

async function* linesOf(schema: GraphQLSchema, { query, orders, grouped }: Operation): AsyncGenerator<string> {
  const document = parse(query);
  const late: string[] = [];
  for (let from = 0; from < orders.length; from += CHUNK) {
    const nodes = orders.slice(from, from + CHUNK).map((order) => orderNode(order, { allLines: true, customers: true }));
    const rootValue = { orders: connection(nodes, (_node, at) => String(at), { hasNextPage: false }) };
    const { data } = await execute({ schema, document, rootValue });
    for (const { node } of edgesOf(data?.orders)) {
      const { own, children } = split(node);
      yield `${JSON.stringify(own)}\n`;
      const lines = children.map((child) => `${JSON.stringify({ ...child, __parentId: own.id })}\n`);
      if (grouped) yield* lines;
      else late.push(...lines);
    }
  }
  yield* late;
}

interface Edge {
  readonly node: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const edgesOf = (value: unknown): readonly Edge[] =>
  isRecord(value) && Array.isArray(value.edges) ? value.edges.filter((edge): edge is Edge => isRecord(edge) && isRecord(edge.node)) : [];

/** An object without its connections, and what was in them. */
function split(node: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(node);
  const isConnection = (value: unknown) => isRecord(value) && 'edges' in value;
  return {
    own: Object.fromEntries(entries.filter(([, value]) => !isConnection(value))),
    children: entries.flatMap(([, value]) => edgesOf(value).map((edge) => edge.node)),
  };
}
