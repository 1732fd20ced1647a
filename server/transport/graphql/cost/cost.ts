import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import type { Context } from '#schema/context.ts';

interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

// Documents are kept by the server's cache; what does not depend on variables is counted once for each.
const fixed = new WeakMap<DocumentNode, number>();
const single = new WeakMap<DocumentNode, Map<string, DocumentNode>>();

/**
 * What an operation costs: one point a field, times the length of the lists it stands in. Variables that make no sense cost
 * nothing: executing it says what is wrong with them.
 */
export function costOf({ schema, document, operationName, variables }: Operation, context: Context): number {
  const known = fixed.get(document);
  if (known !== undefined) return known;
  const asked = onlyAsked(document, operationName ?? null);
  const earlier = fixed.get(asked);
  if (earlier !== undefined) return earlier;
  try {
    const { complexity } = complexityFromQuery(asked, { schema, variables: { ...variables }, ctx: context });
    if (!asked.definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.variableDefinitions?.length))
      fixed.set(asked, complexity);
    return complexity;
  } catch {
    return 0;
  }
}

/** The document with the operation that was asked for alone; another one in it costs nothing. */
function onlyAsked(document: DocumentNode, operationName: string | null): DocumentNode {
  const others = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length > 1;
  const operation = others ? getOperationAST(document, operationName) : null;
  if (!operation) return document;
  const known = single.get(document) ?? new Map<string, DocumentNode>();
  single.set(document, known);
  const name = operationName ?? '';
  const alone: DocumentNode = known.get(name) ?? {
    ...document,
    definitions: document.definitions.filter((each) => each === operation || each.kind === Kind.FRAGMENT_DEFINITION),
  };
  known.set(name, alone);
  return alone;
}
