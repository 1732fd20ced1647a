import { type ASTNode, type DocumentNode, GraphQLError, Kind, type ValueNode, visit } from 'graphql';
import type { ErrorCode } from './error-codes.ts';
import { isErrorCode } from './error-codes.ts';
import { truncateMessage } from './truncate-message.ts';

/** The library stops reading at the limit, and says no more than that. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more that (\d+) tokens/;

/** Said of a document with more tokens than are allowed. */
export const tooManyTokens = (limit: number | string) =>
  `This document has more than ${limit} tokens (words and signs). Use variables for long lists, or split it into several operations.`;

/** Said of a document in which it is not clear what is asked for. */
export const AMBIGUOUS_OPERATION = 'The document has several operations, or none of that name. Say which one with `operationName`.';

/** Where the libraries only say that something is wrong: what to do. */
const IN_OUR_WORDS = new Map([
  ['Could not determine what operation to execute.', AMBIGUOUS_OPERATION],
  ['Can only perform a mutation operation from a POST request.', 'Send a mutation by POST; GET only asks.'],
]);

/** A complaint of the GraphQL library itself, with a code of the documented list and nothing of its insides. */
export function withErrorCode(error: GraphQLError): GraphQLError {
  const tokens = TOO_MANY_TOKENS.exec(error.message)?.[1];
  const message = truncateMessage(error.message);
  const known = isErrorCode(error.extensions.code);
  if (tokens === undefined && known && message === error.message) return error;
  const { http } = error.extensions;
  const code = tokens ? 'OPERATION_TOO_LARGE' : codeOf(error);
  return new GraphQLError(tokens ? tooManyTokens(tokens) : (IN_OUR_WORDS.get(message) ?? message), {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: known && !tokens ? error.extensions : { code, ...(http !== undefined && { http }) },
  });
}

/** For whoever is not answered by Yoga, which reads the status of its answer from here and takes it off. */
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

/** What is wrong with values that stand in a document, with the argument they are of. */
export function nameArguments(document: DocumentNode, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (errors.length === 0) return errors;
  const places = placesIn(document);
  return errors.map((error) => {
    const [node] = error.nodes ?? [];
    const place = node && places.get(node);
    if (place === undefined) return error;
    return new GraphQLError(truncateMessage(`\`${place}\`: ${error.message}`), {
      nodes: error.nodes,
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
}

/** Where each value of a document stands: `where.value.gte`, `where.id.in[2]`. */
function placesIn(document: DocumentNode): ReadonlyMap<ASTNode, string> {
  const places = new Map<ASTNode, string>();
  const note = (value: ValueNode, place: string): void => {
    places.set(value, place);
    if (value.kind === Kind.LIST) for (const [at, each] of value.values.entries()) note(each, `${place}[${at}]`);
    if (value.kind !== Kind.OBJECT) return;
    for (const field of value.fields) {
      places.set(field, `${place}.${field.name.value}`);
      note(field.value, `${place}.${field.name.value}`);
    }
  };
  visit(document, {
    Argument: ({ name, value }) => {
      note(value, name.value);
      return false;
    },
  });
  return places;
}
