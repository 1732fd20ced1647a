import { type DocumentNode, type ExecutionArgs, type GraphQLError, getOperationAST } from 'graphql';
import type { MeteredContext } from './cost/admission.ts';
import type { GraphQL } from './yoga.ts';

export interface AskedOperation {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

/** Parses and validates an operation with the limits that hold over HTTP, ready to be run; throws what parsing throws. */
export async function prepare(graphql: GraphQL, { query, operationName, variables }: AskedOperation, context: MeteredContext) {
  const enveloped = graphql.getEnveloped(context);
  const document: DocumentNode = enveloped.parse(query);
  const found: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
  const contextValue: unknown = await enveloped.contextFactory();
  const args: ExecutionArgs = { schema: enveloped.schema, document, operationName, variableValues: variables, contextValue };
  return {
    args,
    errors: found.length > 0 ? found : null,
    run: enveloped.execute,
    /** What kind of operation; null where the document has none of that name. */
    kind: getOperationAST(document, operationName)?.operation ?? null,
  };
}
