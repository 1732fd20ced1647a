import { z } from 'zod';
import { type BulkChunk, type BulkExport, ShopFailure } from '../port.ts';
import { isTemporary } from './failures.ts';
import type { Ask } from './graphql.ts';
import { groupBulkLines } from './group-bulk-lines.ts';
import type { Wait } from './http-client.ts';
import { readLines } from './jsonl.ts';
import { LINE_FIELDS, ORDER_FIELDS } from './orders.ts';

const EVERYTHING = `{ orders(sortKey: UPDATED_AT) { edges { node { ${ORDER_FIELDS} lineItems { edges { node { ${LINE_FIELDS} } } } } } } }`;
// Grouped: an order's lines follow it at once, so that they can be put together without keeping the file.
const BEGIN = `mutation CallboardExport($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { id createdAt } userErrors { field message } }
}`;
const STATUS = `query CallboardExportStatus($id: ID!) { node(id: $id) { ... on BulkOperation { id status errorCode url } } }`;

const Begun = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string(), createdAt: z.string() }).nullish(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
});
const Status = z.object({ node: z.object({ status: z.string(), errorCode: z.string().nullish(), url: z.string().nullish() }).nullish() });

const RUNNING = new Set(['CREATED', 'RUNNING', 'CANCELING']);
/** Milliseconds between two looks, growing from the first to the last. */
const LOOKS = { first: 500, last: 10_000 } as const;
/** So many looks are taken at most: some six hours. */
const PATIENCE = 2_200;
const TRIES = 4;

interface BulkOptions {
  readonly ask: Ask;
  readonly wait: Wait;
  /** Milliseconds the file may be silent. */
  readonly timeoutMs: number;
}

const failed = (why: string) => new ShopFailure('export', `Shopify could not export the orders: ${why}.`);

/** Everything at once, as a file that the shop writes and we read line by line. */
export function readBulk({ ask, wait, timeoutMs }: BulkOptions) {
  /** Where the file is once it is written; null when there is nothing in it. */
  const fileOf = async (id: string, signal?: AbortSignal): Promise<string | null> => {
    let pause: number = LOOKS.first;
    for (let looks = 0; looks < PATIENCE; looks += 1) {
      const { node } = await ask({ kind: 'export status', query: STATUS, variables: { id }, shape: Status }, signal);
      if (!node) throw failed('it is gone');
      if (node.status === 'COMPLETED') return node.url ?? null;
      if (!RUNNING.has(node.status)) throw failed((node.errorCode ?? node.status).toLowerCase());
      await wait(pause, signal);
      pause = Math.min(LOOKS.last, pause * 1.5);
    }
    throw failed('it takes too long');
  };

  return {
    begin: async (signal?: AbortSignal): Promise<BulkExport> => {
      const { bulkOperationRunQuery: said } = await ask(
        { kind: 'export', query: BEGIN, variables: { query: EVERYTHING }, shape: Begun },
        signal,
      );
      const begunAt = new Date(said.bulkOperation?.createdAt ?? Number.NaN);
      if (!said.bulkOperation || Number.isNaN(begunAt.getTime())) throw failed(said.userErrors[0]?.message ?? 'it did not begin');
      return { id: said.bulkOperation.id, begunAt };
    },

    /** A file that breaks off is asked for again, from the last line that was handed on. */
    read: async function* ({ id }: BulkExport, fromLine: number, signal?: AbortSignal): AsyncGenerator<BulkChunk> {
      const url = await fileOf(id, signal);
      if (url === null) return;
      let read = fromLine;
      for (let tries = 1; ; tries += 1) {
        try {
          for await (const piece of groupBulkLines(readLines(url, { timeoutMs, signal }), read)) {
            yield piece;
            read = piece.lines;
            tries = 1;
          }
          return;
        } catch (error) {
          if (!isTemporary(error) || tries >= TRIES) throw error;
          await wait(LOOKS.first * 2 ** tries, signal);
        }
      }
    },
  };
}
