import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Access } from '#domain/access/access.ts';
import type { Context } from '#domain/request-context.ts';
import { schema } from '#schema/index.ts';
import type { CostLimit, MeteredContext } from './cost/cost-limit.ts';
import { costLimitPlugin, databaseMeterPlugin } from './cost/cost-plugins.ts';
import { boundedDocuments, createDocumentCache, type DocumentCache } from './documents.ts';
import { type LogRefusal, nameArguments, type PresentError, withErrorCode } from './errors.ts';
import type { DocumentLimits } from './limits.ts';
import { singleFlightReads } from './queries/single-flight-plugin.ts';
import { boundedResponses, excludeChanges } from './response-size.ts';
import { variableError } from './variables.ts';

interface GraphQLOptions {
  readonly present: PresentError;
  readonly costLimit: CostLimit;
  readonly limits: DocumentLimits;
  /** Bytes a response may have. */
  readonly responseBytes: number;
  /** The context of an execution that several requests share: it has no viewer of its own. */
  readonly createSharedContext: (access: Access) => Context;
  /** Where valid documents are kept. */
  readonly documents?: DocumentCache;
  /** Sees each error before it is sent; nobody does when left out. */
  readonly logRefusal?: LogRefusal;
  /** Plugins that follow what is executed. */
  readonly observers?: readonly Plugin[];
}

/** GraphQL over HTTP. Cross-site requests are refused before they get here (http.ts). */
export function createGraphQL({
  present,
  costLimit,
  limits,
  responseBytes,
  createSharedContext,
  documents = createDocumentCache(),
  logRefusal = () => {},
  observers = [],
}: GraphQLOptions) {
  excludeChanges(schema);
  return createYoga<MeteredContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Yoga's defaults are unsafe with cookies: it reflects any origin and runs form-encoded mutations.
    cors: false,
    multipart: false,
    // Batches are handled before they get here (batch.ts).
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    // Our cache is limited by bytes (documents.ts).
    parserAndValidationCache: false,
    maskedErrors: { maskError: present },
    plugins: [
      boundedDocuments(limits, documents, costLimit),
      namedArguments(),
      checkedVariables(present),
      costLimitPlugin(costLimit),
      singleFlightReads(createSharedContext),
      boundedResponses(responseBytes),
      closedCodes(logRefusal),
      databaseMeterPlugin(costLimit),
      ...observers,
    ],
  });
}

export type GraphQL = ReturnType<typeof createGraphQL>;

/** Errors in literal values name the argument they belong to. */
const namedArguments = (): Plugin => ({
  onValidate:
    ({ params: { documentAST } }) =>
    ({ result, setResult }) =>
      setResult([
        ...nameArguments(
          documentAST,
          result.filter((error) => error instanceof GraphQLError),
        ),
      ]),
});

/** Replaces error codes of the libraries with those of the documented list. */
const closedCodes = (logRefusal: LogRefusal): Plugin => ({
  onResultProcess: ({ result, setResult }) => {
    if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
    const errors = result.errors.map(withErrorCode);
    for (const error of errors) logRefusal(error);
    setResult({ ...result, errors });
  },
});

/** Invalid variables end an operation before its cost is computed or anything runs. */
const checkedVariables = (present: PresentError): Plugin<Context> => {
  const errorOf = ({ schema, document, operationName, variableValues }: ExecutionArgs, { viewer }: Context): GraphQLError | null => {
    const operation = getOperationAST(document, operationName);
    const error = operation && variableError(schema, operation, variableValues, !viewer);
    return error ? present(error) : null;
  };
  return {
    onExecute: ({ args, context, setResultAndStopExecution }) => {
      const error = errorOf(args, context);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
    onSubscribe: ({ args, context, setResultAndStopExecution }) => {
      const error = errorOf(args, context);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
};
