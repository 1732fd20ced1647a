import { createHash } from 'node:crypto';
import { type DocumentNode, type ExecutionResult, Kind, visit } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * What is kept for those who ask a moment later, of all operations together: results, and the bytes of their texts. A larger result
 * is shared only by those who ask while it is made, and an event so far behind the newest is replayed for somebody who was away.
 */
const KEPT = { results: 1_024, bytes: 16 * 1024 * 1024, bytesOfOne: 64 * 1024, behind: 1_024n };

const frames = new WeakMap<object, string>();

/** The result as JSON text, written once however many sockets it goes to; null for a result of one's own. */
export const frameOf = (result: object): string | null => frames.get(result) ?? null;

interface Operation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers an event: runs the operation, or shares the result of someone who asked the same. */
export type Share = (seq: bigint, run: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;

/** Runs each distinct operation once per event; everyone else who asked the same gets the same result. */
export function createSharedResults(most = KEPT.results) {
  const documents = new WeakMap<DocumentNode, { readonly number: number; readonly inside: readonly string[] }>();
  const inProgress = new Map<string, Promise<ExecutionResult>>();
  const kept = new LRUCache<string, ExecutionResult>({ max: most, maxSize: KEPT.bytes, maxEntrySize: KEPT.bytesOfOne });
  let count = 0;
  let newest = 0n;

  const keyOf = ({ document, operationName, variables }: Operation): string => {
    const known = documents.get(document) ?? { number: ++count, inside: variablesInside(document) };
    documents.set(document, known);
    const asked = JSON.stringify([operationName ?? null, known.inside.map((name) => variables[name])]);
    // Variables may be long, and the key outlives them.
    return `${known.number} ${createHash('sha256').update(asked).digest('base64')}`;
  };

  return {
    of: (operation: Operation): Share => {
      const operationKey = keyOf(operation);
      return (seq, run) => {
        const key = `${operationKey} ${seq}`;
        const earlier = kept.get(key) ?? inProgress.get(key);
        if (earlier) return Promise.resolve(earlier);
        if (seq > newest) newest = seq;
        const result = run()
          .then((done) => {
            const text = JSON.stringify(done);
            frames.set(done, text);
            // What failed is not kept: the next to ask may be answered.
            if (!done.errors && seq > newest - KEPT.behind) kept.set(key, done, { size: Buffer.byteLength(text) });
            return done;
          })
          .finally(() => inProgress.delete(key));
        inProgress.set(key, result);
        return result;
      };
    },
    /** How many results are kept. */
    size: () => kept.size,
    /** Bytes of the texts of those that are kept. */
    bytes: () => kept.calculatedSize,
  };
}

/** The variables that shape the answer. Those that only say where to start, in the root field's arguments, do not. */
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
