import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { countResponseBytes, readLimitReached, runMetered, runUnmetered } from '#server/database/read-meter.ts';

/** Characters from which a text is measured as it will be written; escapes make it longer. */
const LONG = 1_024;

const sizes = new WeakMap<object, number>();

/** About how many bytes a value has as JSON, counted without writing it. What is shared between answers is counted once. */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return value.length < LONG ? value.length + 3 : Buffer.byteLength(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + jsonSize(each), 2);
  if ('toJSON' in value) return 32;
  let sum = 2;
  for (const key in value) sum += key.length + 4 + jsonSize(Reflect.get(value, key));
  return sum;
}

/** A result, or an error in its place if it is too large or too much was read for it. */
export function boundedResult(result: ExecutionResult, limit: number): ExecutionResult {
  const { data, extensions } = result;
  const bytes = data ? (sizes.get(data) ?? jsonSize(data)) : 0;
  if (data) sizes.set(data, bytes);
  const error = readLimitReached() ?? countResponseBytes(bytes, limit);
  if (!error) return result;
  return { errors: [new GraphQLError(error.message, { extensions: { code: error.code } })], ...(extensions && { extensions }) };
}

/** Bounds what an operation reads and answers, before its answer is written as text. */
export const boundedResponses = (limit: number): Plugin => ({
  onExecute: ({ executeFn, setExecuteFn }) => {
    setExecuteFn((args) =>
      runMetered(limit, async () => {
        const result: ExecutionResult | AsyncIterable<unknown> = await executeFn(args);
        return Symbol.asyncIterator in result ? result : boundedResult(result, limit);
      }),
    );
  },
});

const excluded = new WeakSet<GraphQLSchema>();

/** What a change reads to do its work, also after its answer, is no part of the answer; what is selected of its result is. */
export function excludeChanges(schema: GraphQLSchema): void {
  if (excluded.has(schema)) return;
  excluded.add(schema);
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve) field.resolve = (...args) => runUnmetered(() => resolve(...args));
  }
}
