import { type ASTNode, type DocumentNode, GraphQLError, Kind, type ValueNode, visit } from 'graphql';
import { readLimitReached } from '#server/database/read-meter.ts';
import type { Logger } from '#server/logger.ts';
import { requestOrigin } from '#server/request-origin.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { describeError, type ErrorCode, isErrorCode, securityEventOf, truncateMessage } from '../errors.ts';

/** An error of our own, with a code of the documented list. */
export const errorWithCode = (message: string, code: ErrorCode) => new GraphQLError(message, { extensions: { code } });

/** Sees an error that a client is about to get. One that refuses something is written into the security log, once a request. */
export type LogRefusal = (error: GraphQLError) => void;

export const createLogRefusal =
  (securityLog: SecurityLog): LogRefusal =>
  ({ extensions }) => {
    if (requestOrigin()?.isRefusalLogged) return;
    const event = securityEventOf(extensions.code);
    if (event) securityLog.record(event, { reason: String(extensions.code) });
  };

/** Turns whatever was thrown into an error that a client may see. */
export const createErrorPresenter = (log: Logger, logRefusal: LogRefusal = () => {}) => {
  const toClientError = (error: unknown): GraphQLError => {
    const original = error instanceof GraphQLError ? error.originalError : error;
    // graphql-js has no original error for its own (syntax, validation, variables).
    if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) return withErrorCode(error);
    // Prisma wraps what its driver throws, so the limit on reads is looked up instead.
    const { code, message } = describeError(readLimitReached() ?? original, log);
    const location = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
    return new GraphQLError(message, { ...location, extensions: { code } });
  };
  return (error: unknown): GraphQLError => {
    const presented = toClientError(error);
    logRefusal(presented);
    return presented;
  };
};

export type PresentError = ReturnType<typeof createErrorPresenter>;

/** graphql-js stops at the limit without any other detail. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more that (\d+) tokens/;

export const tooManyTokens = (limit: number | string) =>
  `This document has more than ${limit} tokens. Use variables for long lists, or split it into several operations.`;

export const AMBIGUOUS_OPERATION = 'The document has several operations, or none of that name. Set `operationName`.';

/** What to do, where the libraries only say that something is wrong. */
const LIBRARY_MESSAGES = new Map([
  ['Could not determine what operation to execute.', AMBIGUOUS_OPERATION],
  ['Can only perform a mutation operation from a POST request.', 'Send mutations by POST.'],
]);

/** An error of the GraphQL library itself, with a code of the documented list and without internals. */
export function withErrorCode(error: GraphQLError): GraphQLError {
  const tokens = TOO_MANY_TOKENS.exec(error.message)?.[1];
  const message = truncateMessage(error.message);
  const known = isErrorCode(error.extensions.code);
  if (tokens === undefined && known && message === error.message) return error;
  const { http } = error.extensions;
  const code = tokens ? 'OPERATION_TOO_LARGE' : codeOf(error);
  return new GraphQLError(tokens ? tooManyTokens(tokens) : (LIBRARY_MESSAGES.get(message) ?? message), {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: known && !tokens ? error.extensions : { code, ...(http !== undefined && { http }) },
  });
}

/** Removes the HTTP status that Yoga reads from an error, for responses that Yoga does not write. */
export function withoutStatus(error: GraphQLError): GraphQLError {
  const { http, ...extensions } = error.extensions;
  if (http === undefined) return error;
  const { message, nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

function codeOf({ message, nodes, path }: GraphQLError): ErrorCode {
  if (message.startsWith('Syntax Error')) return 'GRAPHQL_PARSE_FAILED';
  return nodes && !path && !message.startsWith('Variable "$') ? 'GRAPHQL_VALIDATION_FAILED' : 'BAD_USER_INPUT';
}

/** Errors in literal values of a document, with the argument each belongs to. */
export function nameArguments(document: DocumentNode, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (errors.length === 0) return errors;
  const paths = argumentPaths(document);
  return errors.map((error) => {
    const [node] = error.nodes ?? [];
    const path = node && paths.get(node);
    if (path === undefined) return error;
    return new GraphQLError(truncateMessage(`\`${path}\`: ${error.message}`), {
      nodes: error.nodes,
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
}

/** The path of each literal value of a document: `where.value.gte`, `where.id.in[2]`. */
function argumentPaths(document: DocumentNode): ReadonlyMap<ASTNode, string> {
  const paths = new Map<ASTNode, string>();
  const add = (value: ValueNode, path: string): void => {
    paths.set(value, path);
    if (value.kind === Kind.LIST) for (const [index, each] of value.values.entries()) add(each, `${path}[${index}]`);
    if (value.kind !== Kind.OBJECT) return;
    for (const field of value.fields) {
      paths.set(field, `${path}.${field.name.value}`);
      add(field.value, `${path}.${field.name.value}`);
    }
  };
  visit(document, {
    Argument: ({ name, value }) => {
      add(value, name.value);
      return false;
    },
  });
  return paths;
}
