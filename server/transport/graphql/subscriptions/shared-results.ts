import { createHash } from 'node:crypto';
import { type DocumentNode, type ExecutionResult, Kind, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Access } from '#domain/access/access.ts';

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
}

/** A result, and who else may have it: those for whom everything it rests on is the same. */
export interface Execution {
  readonly result: ExecutionResult;
  agrees(access: Access): boolean;
}

/** The result for an event: runs the operation, or shares the result of an identical one that this access may have. */
export type Share = (seq: bigint, access: Access, run: () => Promise<Execution>) => Promise<ExecutionResult>;

interface Shared extends Execution {
  readonly bytes: number;
  /** The keys of those who may have it: each is checked once. */
  readonly keys: Set<string>;
}

/** Whether the result is that of somebody’s, too. */
function serves({ keys, agrees }: Shared, access: Access): boolean {
  const { key } = access;
  if (keys.has(key)) return true;
  if (!agrees(access)) return false;
  keys.add(key);
  return true;
}

/** Runs each distinct operation once per event and result; identical operations get the same result. */
export function createSharedResults(maxResults = CACHE.results) {
  const documents = new WeakMap<DocumentNode, { readonly number: number; readonly variables: readonly string[] }>();
  const inProgress = new Map<string, Promise<Shared>>();
  /** The results of an operation for an event: one for all, unless they may see different rows. */
  const cache = new LRUCache<string, readonly Shared[]>({ max: maxResults, maxSize: CACHE.bytes, maxEntrySize: CACHE.bytesPerResult });
  let count = 0;
  let newest = 0n;

  const keyOf = ({ document, operationName, variables }: Operation): string => {
    const known = documents.get(document) ?? { number: ++count, variables: variablesInside(document) };
    documents.set(document, known);
    const inputs = JSON.stringify([operationName ?? null, known.variables.map((name) => variables[name])]);
    // Variables may be long, and the key outlives them.
    return `${known.number} ${createHash('sha256').update(inputs).digest('base64')}`;
  };

  const start = (key: string, seq: bigint, access: Access, run: () => Promise<Execution>): Promise<Shared> => {
    if (seq > newest) newest = seq;
    const running = run()
      .then(({ result, agrees }) => {
        const text = JSON.stringify(result);
        jsonTexts.set(result, text);
        const shared = { result, agrees, bytes: Buffer.byteLength(text), keys: new Set([access.key]) };
        // Errors are not cached: the next attempt may succeed.
        if (!result.errors && seq > newest - CACHE.maxLag) {
          const all = [...(cache.get(key) ?? []), shared];
          cache.set(key, all, { size: all.reduce((sum, { bytes }) => sum + bytes, 0) });
        }
        return shared;
      })
      .finally(() => inProgress.delete(key));
    inProgress.set(key, running);
    return running;
  };

  return {
    of: (operation: Operation): Share => {
      const operationKey = keyOf(operation);
      return async (seq, access, run) => {
        const key = `${operationKey} ${seq}`;
        // One runs at a time: most often the next ones may have its result.
        for (;;) {
          const known = cache.get(key)?.find((shared) => serves(shared, access));
          if (known) return known.result;
          const running = inProgress.get(key);
          if (!running) return (await start(key, seq, access, run)).result;
          const shared = await running;
          if (serves(shared, access)) return shared.result;
        }
      };
    },
    /** How many operations and events have cached results. */
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
