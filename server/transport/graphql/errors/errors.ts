import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { BadToken, DomainError, Forbidden, Invalid, LimitExceeded, TookTooLong } from '#domain/failures.ts';
import { INVALID_TEXT_MESSAGE, isInvalidTextError } from '#server/database/database-errors.ts';
import { readLimitReached } from '#server/database/read-meter.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import { isUnavailable } from '#server/database/database-errors.ts';
import { Resync } from '#server/events/event-bus.ts';
import type { Logger } from '#server/logger.ts';
import type { ErrorCode } from './error-codes.ts';
import type { LogRefusal } from './log-refusals.ts';
import { withErrorCode } from './normalize-errors.ts';
import { truncateMessage } from './truncate-message.ts';

/** Turns whatever was thrown into what a client may see. The unexpected is logged under an id and told apart by it. */
export const createErrorPresenter = (log: Logger, logRefusal: LogRefusal = () => {}) => {
  const toClientError = (error: unknown): GraphQLError => {
    const original = error instanceof GraphQLError ? error.originalError : error;
    // graphql-js wraps its own complaints (syntax, validation, variables) without an original.
    if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) return withErrorCode(error);
    const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
    const as = (message: string, code: ErrorCode) => new GraphQLError(truncateMessage(message), { ...place, extensions: { code } });
    // Prisma wraps what its driver throws.
    const tooLarge = readLimitReached();
    if (tooLarge) return as(tooLarge.message, tooLarge.code);
    if (original instanceof BadToken) return as(original.message, 'UNAUTHENTICATED');
    if (original instanceof Forbidden) return as(original.message, 'FORBIDDEN');
    if (original instanceof TookTooLong) return as(original.message, 'OPERATION_TOO_LARGE');
    if (isStatementTimeout(original)) return as(new TookTooLong().message, 'OPERATION_TOO_LARGE');
    if (original instanceof LimitExceeded) return as(original.message, original.code);
    if (original instanceof Invalid) return as(original.message, 'BAD_USER_INPUT');
    if (original instanceof DomainError) return as(original.message, 'BAD_USER_INPUT');
    if (original instanceof Resync) return as(original.message, 'RESYNC');
    if (isInvalidTextError(original)) return as(INVALID_TEXT_MESSAGE, 'BAD_USER_INPUT');
    if (isUnavailable(original)) return as('The database cannot be reached. Please try again in a moment.', 'UNAVAILABLE');
    // Variables nested without end are read before anything of ours could measure them.
    if (original instanceof RangeError && original.message.includes('call stack'))
      return as('What was sent is nested too deep.', 'OPERATION_TOO_LARGE');
    const id = randomUUID();
    log.error({ error: original, id }, 'Unexpected error in a GraphQL operation');
    return as(`Something went wrong (${id}).`, 'INTERNAL');
  };
  return (error: unknown): GraphQLError => {
    const presented = toClientError(error);
    logRefusal(presented);
    return presented;
  };
};

export type PresentError = ReturnType<typeof createErrorPresenter>;
