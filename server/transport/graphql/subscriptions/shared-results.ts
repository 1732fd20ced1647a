import { createHash } from 'node:crypto';
import { type DocumentNode, type ExecutionResult, Kind, visit } from 'graphql';

/** Results kept for those who ask a moment later: of all operations together, the oldest forgotten first. */
const KEPT = 1_024;

const frames = new WeakMap<object, string>();

/** The result as JSON text, written once however many sockets it goes to; null for a result of one's own. */
export const frameOf = (result: object): string | null => {
  const known = frames.get(result);
  if (known === undefined) return null;
  if (known) return known;
  const text = JSON.stringify(result);
  frames.set(result, text);
  return text;
};

interface Operation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers an event: runs the operation, or shares the result of someone who asked the same. */
export type Share = (seq: bigint, run: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;

/** Runs each distinct operation once per event; everyone else who asked the same gets the same result. */
export function createSharedResults(kept = KEPT) {
  const documents = new WeakMap<DocumentNode, { readonly number: number; readonly inside: readonly string[] }>();
  const results = new Map<string, Promise<ExecutionResult>>();
  let count = 0;

  const keyOf = ({ document, operationName, variables }: Operation): string => {
    const known = documents.get(document) ?? { number: ++count, inside: variablesInside(document) };
    documents.set(document, known);
    const asked = JSON.stringify([operationName ?? null, known.inside.map((name) => variables[name])]);
    // Variables may be long, and the key outlives them.
    return `${known.number} ${createHash('sha256').update(asked).digest('base64')}`;
  };

  const keep = (key: string, result: Promise<ExecutionResult>) => {
    results.set(key, result);
    const oldest = results.keys().next();
    if (results.size > kept && !oldest.done) results.delete(oldest.value);
  };

  return {
    of: (operation: Operation): Share => {
      const operationKey = keyOf(operation);
      return (seq, run) => {
        const key = `${operationKey} ${seq}`;
        const earlier = results.get(key);
        if (earlier) return earlier;
        const forget = () => {
          if (results.get(key) === result) results.delete(key);
        };
        const result = run().then((done) => {
          frames.set(done, '');
          // What failed is not kept: the next to ask may be answered.
          if (done.errors) forget();
          return done;
        });
        result.catch(forget);
        keep(key, result);
        return result;
      };
    },
    /** How many results are kept. */
    size: () => results.size,
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
