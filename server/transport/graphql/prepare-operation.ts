import { type DocumentNode, type ExecutionArgs, type GraphQLError, getOperationAST } from 'graphql';
import { z } from 'zod';
import { Invalid } from '#domain/failures.ts';
import { parse } from '#domain/parse.ts';
import type { MeteredContext } from './cost/cost-limit.ts';
import { variableError } from './variables.ts';
import type { GraphQL } from './yoga.ts';

/** JSON in a body, or as text in the query string. */
const jsonField = (name: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? readJson(value) : value),
    z.record(z.string(), z.unknown(), `\`${name}\` must be a JSON object.`).nullish(),
  );

const RequestInput = z.object({
  query: z.string('Send a `query`.'),
  operationName: z.string('`operationName` must be text.').nullish(),
  variables: jsonField('variables'),
  extensions: jsonField('extensions'),
});

export type GraphQLRequest = z.output<typeof RequestInput>;

/** Reads a request from a body or a query string; throws `Invalid`. */
export function parseRequest(input: unknown): GraphQLRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Invalid([{ path: '', message: 'Send a JSON object with a `query`.' }]);
  return parse(RequestInput, input);
}

/** Reads the operations of a batch; `Invalid` names the operation it is about, counted from 1. */
export const parseBatch = (inputs: readonly unknown[]): readonly GraphQLRequest[] =>
  inputs.map((input, index) => {
    try {
      return parseRequest(input);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      throw new Invalid([{ path: String(index), message: `Operation ${index + 1} of the batch: ${error.message}` }]);
    }
  });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type OperationRequest = Pick<GraphQLRequest, 'query'> & {
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
};

/** Parses and validates an operation within the limits that hold over HTTP. Throws what parsing throws, and the error of its variables. */
export async function prepareOperation(graphql: GraphQL, { query, operationName, variables }: OperationRequest, context: MeteredContext) {
  const enveloped = graphql.getEnveloped(context);
  const document: DocumentNode = enveloped.parse(query);
  const errors: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
  const contextValue: unknown = await enveloped.contextFactory();
  const args: ExecutionArgs = { schema: enveloped.schema, document, operationName, variableValues: variables, contextValue };
  const operation = getOperationAST(document, operationName);
  // Before the cost is computed, which coerces the variables again.
  if (operation && errors.length === 0) {
    const error = variableError(enveloped.schema, operation, variables, !context.viewer);
    if (error) throw error;
  }
  return {
    args,
    errors: errors.length > 0 ? errors : null,
    run: enveloped.execute,
    /** The kind of operation; null where the document has none of that name. */
    kind: operation?.operation ?? null,
  };
}
