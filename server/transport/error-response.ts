import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#server/logger.ts';
import { BodyTooLarge, codeOfStatus, describeError, type ErrorCode, securityEventOf } from './errors.ts';
import { discardBody } from './json-body.ts';
import { pathOf } from './paths.ts';
import { PreconditionFailed } from './rest/route.ts';

export interface HttpError {
  readonly status: number;
  readonly message: string;
  /** Omitted if the status is enough. */
  readonly code?: ErrorCode | 'PRECONDITION_FAILED';
  /** After 412, the row as it is now, and its `ETag`. */
  readonly current?: object;
  readonly entityTag?: string;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number;
}

/** An error as an HTTP response. `bodyLimit` is how many bytes a body may have; null where its route has a limit of its own. */
export function toHttpError(error: unknown, log: Logger, bodyLimit: number | null): HttpError {
  if (error instanceof PreconditionFailed) {
    const { message, current, entityTag } = error;
    return { status: 412, message, code: 'PRECONDITION_FAILED', current, entityTag };
  }
  const requestError = error instanceof BodyTooLarge ? null : fromFastify(error, bodyLimit);
  if (requestError) return requestError;
  const { code, ...described } = describeError(error, log);
  // REST clients receive the code of a limit; of other errors, the status is enough.
  return securityEventOf(code) === 'limit.reached' ? { ...described, code } : described;
}

const FASTIFY_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but its content type is JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send JSON, with the content type application/json.',
};

/** What Fastify itself rejects in a request; its other errors are unexpected. */
function fromFastify(error: unknown, bodyLimit: number | null): HttpError | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null;
  if (error.statusCode < 400 || error.statusCode >= 500) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.statusCode === 413)
    return {
      status: 413,
      message: bodyLimit === null ? 'The body is too large.' : new BodyTooLarge(bodyLimit).message,
      code: 'OPERATION_TOO_LARGE',
    };
  return { status: error.statusCode, message: FASTIFY_MESSAGES[code] ?? 'The request is malformed.' };
}

const sentCodes = new WeakMap<FastifyRequest, ErrorCode | undefined>();

/** The code of the error in a response; undefined if its status is enough, or there was no error. */
export const sentErrorCode = (request: FastifyRequest): ErrorCode | undefined => sentCodes.get(request);

/** Sends an error in the form the client expects: as GraphQL has it on `/graphql`, as `{ message }` anywhere else. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  const { status, message, code, retryAfter, current, entityTag } = error;
  const errorCode = code === 'PRECONDITION_FAILED' ? undefined : code;
  sentCodes.set(request, errorCode);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (entityTag !== undefined) reply.header('etag', entityTag);
  if (status === 413) discardBody(request, reply);
  const body = pathOf(request).startsWith('/graphql')
    ? { errors: [{ message, extensions: { code: errorCode ?? codeOfStatus(status) } }] }
    : { message, ...(code && { code }), ...(current && { current }) };
  return reply.code(status).send(body);
}
