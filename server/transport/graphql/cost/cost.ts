import { complexityFromQuery } from '@pothos/plugin-complexity';
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import type { Context } from '#domain/request-context.ts';
import { introspectionPoints } from '../limits.ts';
import { variableError } from '../variables.ts';

interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

// Keyed by the cached documents (documents.ts): costs that do not depend on variables are computed once.
const fixedCosts = new WeakMap<DocumentNode, number>();
const singleOperations = new WeakMap<DocumentNode, Map<string, DocumentNode>>();

/**
 * What an operation costs: one point per field, times the length of the lists around it; `__schema` and `__type` have prices of their
 * own. Throws where an argument or a variable is invalid: such an operation must not run at all.
 */
export function costOf({ schema, document, operationName, variables }: Operation, context: Context): number {
  const known = fixedCosts.get(document);
  if (known !== undefined) return known;
  const selected = onlySelected(document, operationName ?? null);
  const selectedCost = fixedCosts.get(selected);
  if (selectedCost !== undefined) return selectedCost;
  const operation = getOperationAST(selected, operationName);
  // The plug-in would create an error for every invalid value, each with the whole input in it.
  const invalid = operation && variableError(schema, operation, variables, !context.viewer);
  if (invalid) throw invalid;
  const complexity = compute(selected, { schema, variables, context });
  if (!operation?.variableDefinitions?.length) fixedCosts.set(selected, complexity);
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
    // A variable that is null for an argument that may not be null, where only its default was validated.
    if (!(error instanceof GraphQLError)) throw error;
    throw new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'BAD_USER_INPUT' } });
  }
}

/** The document with the selected operation alone; others in it cost nothing. */
function onlySelected(document: DocumentNode, operationName: string | null): DocumentNode {
  const others = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length > 1;
  const operation = others ? getOperationAST(document, operationName) : null;
  if (!operation) return document;
  const known = singleOperations.get(document) ?? new Map<string, DocumentNode>();
  singleOperations.set(document, known);
  const name = operationName ?? '';
  const alone: DocumentNode = known.get(name) ?? {
    ...document,
    definitions: document.definitions.filter((each) => each === operation || each.kind === Kind.FRAGMENT_DEFINITION),
  };
  known.set(name, alone);
  return alone;
}
