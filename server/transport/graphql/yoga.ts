import { BREAK, type DocumentNode, GraphQLError, visit } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '#schema/context.ts';
import { schema } from '#schema/index.ts';
import type { Admission, MeteredContext } from './cost/admission.ts';
import { meteredExecution, metering } from './cost/metering.ts';
import { coded, namingArguments } from './errors/complaints.ts';
import type { PresentError } from './errors/errors.ts';
import { type DocumentLimits, documentLimits } from './limits.ts';
import { compiledQueries } from './queries/compiled.ts';
import { sharedAnswers } from './queries/shared-answers.ts';

interface GraphQLOptions {
  readonly present: PresentError;
  readonly admission: Admission;
  readonly limits: DocumentLimits;
}

/** GraphQL over HTTP. What browsers may send is decided before it gets here. */
export function createGraphQL({ present, admission, limits }: GraphQLOptions) {
  return createYoga<MeteredContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Yoga's own answers here are unsafe with cookies: it reflects any origin and runs form-encoded mutations.
    cors: false,
    multipart: false,
    // Several operations in one request are answered before they get here (batch.ts).
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maskedErrors: { maskError: present },
    plugins: [
      bounds(limits),
      namedArguments(),
      closedSuggestions(),
      closedIntrospection(),
      metering(admission),
      compiledQueries(),
      sharedAnswers(),
      closedCodes(),
      meteredExecution(admission),
    ],
  });
}

export type GraphQL = ReturnType<typeof createGraphQL>;

/** The same bounds over HTTP and WebSocket, before anything runs. */
const bounds = (limits: DocumentLimits): Plugin => ({
  onParse: ({ parseFn, setParseFn }) => setParseFn((source, options) => parseFn(source, { ...options, maxTokens: limits.tokens })),
  onValidate: ({ addValidationRule }) => addValidationRule(documentLimits(limits)),
});

/** A value that does not fit is complained about by the argument it is of. */
const namedArguments = (): Plugin => ({
  onValidate:
    ({ params: { documentAST } }) =>
    ({ result, setResult }) =>
      setResult([
        ...namingArguments(
          documentAST,
          result.filter((error) => error instanceof GraphQLError),
        ),
      ]),
});

/** Whatever the libraries call their complaints, clients are told codes of the documented list. */
const closedCodes = (): Plugin => ({
  onResultProcess: ({ result, setResult }) => {
    if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: result.errors.map(coded) });
  },
});

/** A mistyped name is answered with the names that are close to it: to those who may know them. */
const closedSuggestions = (): Plugin<Context> => ({
  onValidate: ({ context }) => {
    if (context.viewer) return;
    return ({ result, setResult }) => setResult(result.map(withoutSuggestion));
  },
});

const withoutSuggestion = (error: Error): Error =>
  error instanceof GraphQLError
    ? new GraphQLError(error.message.replace(/ Did you mean .*\?$/, ''), { nodes: error.nodes, extensions: error.extensions })
    : error;

/** The shape of the data is for those who may read it. */
const closedIntrospection = (): Plugin<Context> => ({
  onExecute: ({ args, setResultAndStopExecution }) => {
    const context: Context = args.contextValue;
    if (context.viewer || !asksForSchema(args.document)) return;
    setResultAndStopExecution({ errors: [new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } })] });
  },
});

const asksForSchema = (document: DocumentNode): boolean => {
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks ||= name.value === '__schema' || name.value === '__type';
      return asks ? BREAK : undefined;
    },
  });
  return asks;
};
