import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AssistantUnavailable,
  BadToken,
  Conflict,
  DomainError,
  Forbidden,
  Invalid,
  type LimitCode,
  LimitExceeded,
  NotFound,
  RegistrationClosed,
  ShopUnavailable,
  TookTooLong,
  TooManyAttempts,
  WrongPassword,
} from '#domain/failures.ts';
import { INVALID_TEXT_MESSAGE, isInvalidTextError } from '#server/database/database-errors.ts';
import { isStatementTimeout } from '#server/database/database-errors.ts';
import { isUnavailable } from '#server/database/database-errors.ts';
import type { Logger } from '#server/logger.ts';
import type { ErrorCode } from './graphql/errors/error-codes.ts';
import { truncateMessage } from './graphql/errors/truncate-message.ts';
import { BodyTooLarge, forgetBody } from './json-body.ts';
import { MethodNotAllowed } from './method-not-allowed.ts';
import { pathOf } from './paths.ts';
import { NotSignedIn, PreconditionFailed } from './rest/route.ts';

/** The status of each failure the product expects. */
const STATUS = new Map<unknown, number>([
  [Invalid, 400],
  [NotSignedIn, 401],
  [BadToken, 401],
  [WrongPassword, 401],
  [Forbidden, 403],
  [RegistrationClosed, 403],
  [NotFound, 404],
  [MethodNotAllowed, 405],
  [Conflict, 409],
  [TooManyAttempts, 429],
  [AssistantUnavailable, 502],
  [ShopUnavailable, 502],
]);

/** The status of each limit: 429 where waiting helps, 400 where the request must become smaller. */
const LIMIT_STATUS: Readonly<Record<LimitCode, number>> = {
  OPERATION_TOO_LARGE: 400,
  RESPONSE_TOO_LARGE: 400,
  RATE_LIMITED: 429,
  TOO_MANY_IN_PROGRESS: 429,
};

export interface HttpError {
  readonly status: number;
  readonly message: string;
  /** Left out where the status alone says it. */
  readonly code?: ErrorCode | 'PRECONDITION_FAILED';
  /** The row as it is now, where another version of it was to be changed, and its `ETag`. */
  readonly current?: object;
  readonly entityTag?: string;
  /** Seconds until it may work. */
  readonly retryAfter?: number;
}

/** What was thrown, as a status and a sentence. The unexpected is logged under an id and told apart by it. `bodyLimit`, in bytes, is what a body may have; null where its route has a limit of its own. */
export function toHttpError(error: unknown, log: Logger, bodyLimit: number | null): HttpError {
  if (error instanceof TooManyAttempts) return { status: 429, message: error.message, code: 'RATE_LIMITED', retryAfter: error.retryAfter };
  if (error instanceof BodyTooLarge) return { status: 413, message: error.message, code: 'OPERATION_TOO_LARGE' };
  if (error instanceof TookTooLong || isStatementTimeout(error))
    return { status: 400, message: (error instanceof TookTooLong ? error : new TookTooLong()).message, code: 'OPERATION_TOO_LARGE' };
  if (error instanceof LimitExceeded)
    return {
      status: LIMIT_STATUS[error.code],
      message: error.message,
      code: error.code,
      ...(error.retryAfter !== null && { retryAfter: error.retryAfter }),
    };
  if (error instanceof PreconditionFailed) {
    const { message, current, entityTag } = error;
    return { status: 412, message, code: 'PRECONDITION_FAILED', current, entityTag };
  }
  if (error instanceof DomainError || error instanceof NotSignedIn || error instanceof MethodNotAllowed)
    return { status: STATUS.get(error.constructor) ?? 400, message: error.message };
  if (isInvalidTextError(error)) return { status: 400, message: INVALID_TEXT_MESSAGE };
  if (isUnavailable(error)) return { status: 503, message: 'The database cannot be reached. Please try again in a moment.', retryAfter: 2 };
  const complaint = ofFastify(error, bodyLimit);
  if (complaint) return complaint;
  const id = randomUUID();
  log.error({ error, id }, 'Unexpected error in a request');
  return { status: 500, message: `Something went wrong (${id}).` };
}

const COMPLAINTS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but its type says JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send JSON, with the content type application/json.',
};

/** Fastify's own complaints about a request; its other errors are ours to log. */
function ofFastify(error: unknown, bodyLimit: number | null): HttpError | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null;
  if (error.statusCode < 400 || error.statusCode >= 500) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.statusCode === 413)
    return {
      status: 413,
      message: bodyLimit === null ? 'The body is too large.' : new BodyTooLarge(bodyLimit).message,
      code: 'OPERATION_TOO_LARGE',
    };
  return { status: error.statusCode, message: COMPLAINTS[code] ?? 'The request makes no sense.' };
}

/** What GraphQL calls these refusals. */
const CODES = new Map<number, ErrorCode>([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [413, 'OPERATION_TOO_LARGE'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
]);

const refusedWith = new WeakMap<FastifyRequest, ErrorCode | undefined>();

/** The code that a request was refused with by `refuse`; undefined where its status says all, or it was not refused. */
export const refusalCodeOf = (request: FastifyRequest): ErrorCode | undefined => refusedWith.get(request);

/** An answer that says no, in the form the asker expects. */
export function sendError(request: FastifyRequest, reply: FastifyReply, refusal: HttpError): FastifyReply {
  const { status, message, code, retryAfter, current, entityTag } = refusal;
  refusedWith.set(request, code === 'PRECONDITION_FAILED' ? undefined : code);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (entityTag !== undefined) reply.header('etag', entityTag);
  if (status === 413) forgetBody(request, reply);
  const sentence = truncateMessage(message);
  const asked = pathOf(request).startsWith('/graphql');
  const body = asked
    ? { errors: [{ message: sentence, extensions: { code: code ?? CODES.get(status) ?? 'BAD_USER_INPUT' } }] }
    : { message: sentence, ...(code && { code }), ...(current && { current }) };
  return reply.code(status).send(body);
}
