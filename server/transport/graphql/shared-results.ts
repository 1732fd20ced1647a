import { type DocumentNode, type ExecutionResult, Kind, visit } from 'graphql';

/** Results of one event for one operation that are kept for those who ask a moment later. */
const KEPT = 512;

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

/** Runs each distinct operation once per event; everyone else who asked the same gets the same result. */
export function createSharedResults() {
  const operations = new WeakMap<
    DocumentNode,
    { inside: readonly string[]; byVariables: Map<string, Map<bigint, Promise<ExecutionResult>>> }
  >();

  return (
    operation: { document: DocumentNode; operationName?: string | null; variables: Readonly<Record<string, unknown>> },
    seq: bigint,
    run: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> => {
    const { document, operationName, variables } = operation;
    const known = operations.get(document) ?? { inside: variablesInside(document), byVariables: new Map() };
    operations.set(document, known);
    const key = JSON.stringify([operationName, known.inside.map((name) => variables[name])]);
    const results = known.byVariables.get(key) ?? new Map<bigint, Promise<ExecutionResult>>();
    known.byVariables.set(key, results);
    const earlier = results.get(seq);
    if (earlier) return earlier;
    const result = run().then((done) => {
      frames.set(done, '');
      return done;
    });
    // A failed run is not kept: the next one may succeed.
    result.catch(() => results.delete(seq));
    results.set(seq, result);
    const oldest = results.keys().next();
    if (results.size > KEPT && !oldest.done) results.delete(oldest.value);
    return result;
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
