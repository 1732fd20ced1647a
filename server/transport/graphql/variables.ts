import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { LimitExceeded } from '#domain/failures.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Levels of lists and objects that variables may nest; coercing values is recursive. */
const DEPTH = 64;

const NONE: Variables = {};
const checked = new WeakMap<OperationDefinitionNode, WeakMap<Variables, Error | null>>();

/**
 * The first error in the variables of an operation; null if there is none. graphql-js would report one error for each mistake,
 * and print the whole input in it. Everything that coerces variables (the cost, the compiled queries, the
 * executor) runs only after this returned null, and the result is cached for the same operation and variables.
 */
export function variableError(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables | null | undefined,
  hideSuggestions: boolean,
): Error | null {
  const provided = variables ?? NONE;
  const known = checked.get(operation) ?? new WeakMap<Variables, Error | null>();
  checked.set(operation, known);
  const earlier = known.get(provided);
  if (earlier !== undefined) return earlier;
  const error = isDeeper(provided, DEPTH) ? tooDeep() : firstError(schema, operation, provided, hideSuggestions);
  known.set(provided, error);
  return error;
}

/** The values of an operation's variables; null where one is invalid. */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables | null | undefined,
): Variables | null {
  const provided = variables ?? NONE;
  if (variableDefinitions.length === 0) return NONE;
  if (isDeeper(provided, DEPTH)) return null;
  return getVariableValues(schema, variableDefinitions, provided, { maxErrors: 1 }).coerced ?? null;
}

function firstError(schema: GraphQLSchema, operation: OperationDefinitionNode, provided: Variables, hideSuggestions: boolean) {
  const definitions = operation.variableDefinitions ?? [];
  const { errors } = getVariableValues(schema, definitions, provided, { maxErrors: 1, hideSuggestions });
  return errors?.[0] ?? null;
}

const tooDeep = () =>
  new LimitExceeded('OPERATION_TOO_LARGE', `The variables are nested more than ${DEPTH} levels deep. Send them with fewer levels.`);

/** Whether a JSON value nests deeper than this; itself not recursive. */
function isDeeper(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each).filter(isNested) : []));
  }
  return false;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
