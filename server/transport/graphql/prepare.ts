import { type DocumentNode, type ExecutionArgs, type GraphQLError, getOperationAST } from 'graphql';
import type { MeteredContext } from './cost/admission.ts';
import { variableError } from './variables.ts';
import type { GraphQL } from './yoga.ts';

export interface AskedOperation {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

/** Parses and validates an operation with the limits that hold over HTTP, ready to be run; throws what parsing throws, and what is wrong with its variables. */
export async function prepare(graphql: GraphQL, { query, operationName, variables }: AskedOperation, context: MeteredContext) {
  const enveloped = graphql.getEnveloped(context);
  const document: DocumentNode = enveloped.parse(query);
  const found: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
  const contextValue: unknown = await enveloped.contextFactory();
  const args: ExecutionArgs = { schema: enveloped.schema, document, operationName, variableValues: variables, contextValue };
  const operation = getOperationAST(document, operationName);
  // Before anybody computes what it costs, which coerces the variables again.
  if (operation && found.length === 0) {
    const error = variableError(enveloped.schema, operation, variables, !context.viewer);
    if (error) throw error;
  }
  return {
    args,
    errors: found.length > 0 ? found : null,
    run: enveloped.execute,
    /** What kind of operation; null where the document has none of that name. */
    kind: operation?.operation ?? null,
  };
}
