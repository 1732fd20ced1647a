import { z } from 'zod';
import { type BulkChunk, type BulkExport, ShopFailure } from '../port.ts';
import { isTemporary } from './failures.ts';
import type { GraphqlRequest } from './graphql.ts';
import { groupBulkLines } from './group-bulk-lines.ts';
import type { Wait } from './http-client.ts';
import { readLines } from './jsonl.ts';
import { LINE_FIELDS, ORDER_FIELDS } from './orders.ts';

const EVERYTHING = `{ orders(sortKey: UPDATED_AT) { edges { node { ${ORDER_FIELDS} lineItems { edges { node { ${LINE_FIELDS} } } } } } } }`;
// Grouped: the lines of an order follow it directly, so that the file can be streamed.
const BEGIN = `mutation CallboardExport($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { id createdAt } userErrors { field message } }
}`;
const STATUS = `query CallboardExportStatus($id: ID!) { node(id: $id) { ... on BulkOperation { id status errorCode url } } }`;

const Started = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string(), createdAt: z.string() }).nullish(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
});
const Status = z.object({ node: z.object({ status: z.string(), errorCode: z.string().nullish(), url: z.string().nullish() }).nullish() });

const RUNNING = new Set(['CREATED', 'RUNNING', 'CANCELING']);
/** Milliseconds between status polls: starts at `first` and grows to `last`. */
const POLL_MS = { first: 500, last: 10_000 } as const;
/** At most this many polls: about six hours. */
const MAX_POLLS = 2_200;
const TRIES = 4;

interface BulkOptions {
  readonly request: GraphqlRequest;
  readonly wait: Wait;
  /** Milliseconds without data before the download fails. */
  readonly timeoutMs: number;
}

const failed = (why: string) => new ShopFailure('export', `Shopify could not export the orders: ${why}.`);

/** Exports all orders as a file, which is read line by line. */
export function readBulk({ request, wait, timeoutMs }: BulkOptions) {
  /** URL of the finished file; null when it is empty. */
  const fileOf = async (id: string, signal?: AbortSignal): Promise<string | null> => {
    let pause: number = POLL_MS.first;
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      const { node } = await request({ kind: 'export status', query: STATUS, variables: { id }, shape: Status }, signal);
      if (!node) throw failed('the export no longer exists');
      if (node.status === 'COMPLETED') return node.url ?? null;
      if (!RUNNING.has(node.status)) throw failed((node.errorCode ?? node.status).toLowerCase());
      await wait(pause, signal);
      pause = Math.min(POLL_MS.last, pause * 1.5);
    }
    throw failed('it took too long');
  };

  return {
    begin: async (signal?: AbortSignal): Promise<BulkExport> => {
      const { bulkOperationRunQuery: result } = await request(
        { kind: 'export', query: BEGIN, variables: { query: EVERYTHING }, shape: Started },
        signal,
      );
      const begunAt = new Date(result.bulkOperation?.createdAt ?? Number.NaN);
      if (!result.bulkOperation || Number.isNaN(begunAt.getTime())) throw failed(result.userErrors[0]?.message ?? 'it did not start');
      return { id: result.bulkOperation.id, begunAt };
    },

    /** A download that breaks off resumes after the last line that was yielded. */
    read: async function* ({ id }: BulkExport, fromLine: number, signal?: AbortSignal): AsyncGenerator<BulkChunk> {
      const url = await fileOf(id, signal);
      if (url === null) return;
      let read = fromLine;
      for (let tries = 1; ; tries += 1) {
        try {
          for await (const chunk of groupBulkLines(readLines(url, { timeoutMs, signal }), read)) {
            yield chunk;
            read = chunk.lines;
            tries = 1;
          }
          return;
        } catch (error) {
          if (!isTemporary(error) || tries >= TRIES) throw error;
          await wait(POLL_MS.first * 2 ** tries, signal);
        }
      }
    },
  };
}
