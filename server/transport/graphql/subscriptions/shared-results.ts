import { createHash } from 'node:crypto';
import { type DocumentNode, type ExecutionResult, Kind, visit } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * What is cached for subscribers that follow a moment later, over all operations: results, and bytes of their text. A larger result
 * is shared only while it is computed. Events further behind the newest are replays for somebody who was away.
 */
const CACHE = { results: 1_024, bytes: 16 * 1024 * 1024, bytesPerResult: 64 * 1024, maxLag: 1_024n };

const jsonTexts = new WeakMap<object, string>();

/** A shared result as JSON text, serialized once for all sockets; null for a result that is not shared. */
export const jsonTextOf = (result: object): string | null => jsonTexts.get(result) ?? null;

interface Operation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What may be seen: only those who may see the same share a result. */
  readonly accessKey: string;
}

/** The result for an event: runs the operation, or shares the result of an identical one. */
export type Share = (seq: bigint, run: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;

/** Runs each distinct operation once per event; identical operations get the same result. */
export function createSharedResults(maxResults = CACHE.results) {
  const documents = new WeakMap<DocumentNode, { readonly number: number; readonly variables: readonly string[] }>();
  const inProgress = new Map<string, Promise<ExecutionResult>>();
  const cache = new LRUCache<string, ExecutionResult>({ max: maxResults, maxSize: CACHE.bytes, maxEntrySize: CACHE.bytesPerResult });
  let count = 0;
  let newest = 0n;

  const keyOf = ({ document, operationName, variables, accessKey }: Operation): string => {
    const known = documents.get(document) ?? { number: ++count, variables: variablesInside(document) };
    documents.set(document, known);
    const inputs = JSON.stringify([accessKey, operationName ?? null, known.variables.map((name) => variables[name])]);
    // Variables may be long, and the key outlives them.
    return `${known.number} ${createHash('sha256').update(inputs).digest('base64')}`;
  };

  return {
    of: (operation: Operation): Share => {
      const operationKey = keyOf(operation);
      return (seq, run) => {
        const key = `${operationKey} ${seq}`;
        const shared = cache.get(key) ?? inProgress.get(key);
        if (shared) return Promise.resolve(shared);
        if (seq > newest) newest = seq;
        const result = run()
          .then((done) => {
            const text = JSON.stringify(done);
            jsonTexts.set(done, text);
            // Errors are not cached: the next attempt may succeed.
            if (!done.errors && seq > newest - CACHE.maxLag) cache.set(key, done, { size: Buffer.byteLength(text) });
            return done;
          })
          .finally(() => inProgress.delete(key));
        inProgress.set(key, result);
        return result;
      };
    },
    /** How many results are cached. */
    size: () => cache.size,
    /** Bytes of the texts of the cached results. */
    bytes: () => cache.calculatedSize,
  };
}

/** The variables that shape the result. Those of the root field's arguments, such as a cursor, do not. */
function variablesInside(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  const collect = { Variable: { enter: (node: { name: { value: string } }) => void names.add(node.name.value) } };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) visit(definition, collect);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) visit(selection, collect);
      else if (selection.selectionSet) visit(selection.selectionSet, collect);
      for (const directive of selection.directives ?? []) visit(directive, collect);
    }
  }
  return [...names].sort();
}
