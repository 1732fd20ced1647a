import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import type { Context } from '#domain/request-context.ts';
import { introspectionPoints } from '../introspection.ts';
import { variableError } from '../variables.ts';

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
 * What an operation costs: one point a field, times the length of the lists it stands in; `__schema` and `__type` have prices of their
 * own. Throws where that cannot be computed,
 * since an argument or a variable makes no sense: such an operation must not run, whatever else it asks for.
 */
export function costOf({ schema, document, operationName, variables }: Operation, context: Context): number {
  const known = fixed.get(document);
  if (known !== undefined) return known;
  const asked = onlyAsked(document, operationName ?? null);
  const earlier = fixed.get(asked);
  if (earlier !== undefined) return earlier;
  const operation = getOperationAST(asked, operationName);
  // The plug-in would make an error for every wrong value, each with the whole input in it.
  const wrong = operation && variableError(schema, operation, variables, !context.viewer);
  if (wrong) throw wrong;
  const complexity = compute(asked, { schema, variables, context });
  if (!operation?.variableDefinitions?.length) fixed.set(asked, complexity);
  return complexity;
}

interface Computed extends Pick<Operation, 'schema' | 'variables'> {
  readonly context: Context;
}

function compute(document: DocumentNode, { schema, variables, context }: Computed): number {
  try {
    const { complexity } = complexityFromQuery(document, { schema, variables: { ...variables }, ctx: context });
    return complexity + introspectionPoints(document);
  } catch (error) {
    // A variable that is null, where its default stood in for an argument that may not be.
    if (!(error instanceof GraphQLError)) throw error;
    throw new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'BAD_USER_INPUT' } });
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
