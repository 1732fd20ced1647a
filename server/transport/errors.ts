import { randomUUID } from 'node:crypto';
import {
  AssistantUnavailable,
  BadToken,
  Conflict,
  DomainError,
  Forbidden,
  Invalid,
  LimitExceeded,
  NotFound,
  QueryTimeout,
  RegistrationClosed,
  SecondFactorRequired,
  SecondFactorSetupRequired,
  ShopUnavailable,
  TooManyAttempts,
  WrongPassword,
} from '#domain/failures.ts';
import {
  INVALID_TEXT_MESSAGE,
  isCommitUnconfirmed,
  isDiskFull,
  isInvalidTextError,
  isStatementTimeout,
  isUnavailable,
} from '#server/database/database-errors.ts';
import { Resync } from '#server/events/event-bus.ts';
import type { Logger } from '#server/logger.ts';
import type { SecurityEvent } from '#server/security-log.ts';
import { isUploadFolderFull } from '#server/upload-folder.ts';

interface CodeRow {
  /** The HTTP status, where the error itself has no other one below. */
  readonly status: number;
  /** Its description in docs/api.md. */
  readonly description: string;
  /** What the security log calls it; left out where nothing was refused. */
  readonly securityEvent?: SecurityEvent;
}

/** The codes an error may carry: a closed list, the same over GraphQL, REST, WebSocket and Server-Sent Events. */
export const ERROR_CODES = {
  UNAUTHENTICATED: { status: 401, description: 'You are not signed in, or the token is invalid.', securityEvent: 'access.refused' },
  FORBIDDEN: {
    status: 403,
    description: 'Not allowed with this session or token, or from this site. The message says what is required.',
    securityEvent: 'access.refused',
  },
  HOST_NOT_ALLOWED: {
    status: 421,
    description: 'The request names a host that this server does not answer to. Use the address in PUBLIC_URL.',
    securityEvent: 'access.refused',
  },
  GRAPHQL_PARSE_FAILED: { status: 400, description: 'The document is not valid GraphQL. The message says where.' },
  GRAPHQL_VALIDATION_FAILED: { status: 400, description: 'The document does not match the schema. The message says where.' },
  BAD_USER_INPUT: { status: 400, description: 'An argument, a variable or the request is invalid. The message names it.' },
  OPERATION_TOO_LARGE: {
    status: 400,
    description: 'The operation exceeds a limit. The message names it.',
    securityEvent: 'limit.reached',
  },
  RESPONSE_TOO_LARGE: {
    status: 400,
    description: 'The response would exceed the size limit. The message says the limit and how to page.',
    securityEvent: 'limit.reached',
  },
  TOO_MANY_IN_PROGRESS: {
    status: 429,
    description: 'Too many of these are in progress. The message says which, and how many are allowed at once.',
    securityEvent: 'limit.reached',
  },
  RATE_LIMITED: {
    status: 429,
    description: 'Not enough points are left this minute. The message says when to retry.',
    securityEvent: 'limit.reached',
  },
  RESYNC: {
    status: 400,
    description:
      'The cursor is too old, or the missed events cost more than the points left. Refetch, then resubscribe from the new cursor.',
  },
  UNAVAILABLE: { status: 503, description: 'The database is temporarily unreachable, or a disk is full. Try again in a moment.' },
  INTERNAL: { status: 500, description: 'Something unexpected happened. It is logged under the id in the message.' },
} as const satisfies Record<string, CodeRow>;

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);

const CODE_OF_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [413, 'OPERATION_TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
]);

/** The code of an answer of which only the HTTP status is known. */
export const codeOfStatus = (status: number): ErrorCode => CODE_OF_STATUS.get(status) ?? 'BAD_USER_INPUT';

/** What the security log calls an error with this code; null for one that refuses nothing. */
export function securityEventOf(code: unknown): SecurityEvent | null {
  const row: CodeRow | null = isErrorCode(code) ? ERROR_CODES[code] : null;
  return row?.securityEvent ?? null;
}

/** Nobody is signed in: 401. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
  constructor() {
    super('Please sign in.');
  }
}

/** The path exists, but not with this method: 405. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed';
  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not allowed here. Use ${allowed.join(' or ')}.`);
  }
}

/** The body exceeds the limit: 413. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly statusCode = 413;
  constructor(bytes: number, advice = 'Split it into several requests.') {
    super(`The body is larger than ${bytes / 1024} kB. ${advice}`);
  }
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** The code and HTTP status of each error that is expected. `LimitExceeded` brings its own code. */
const EXPECTED: ReadonlyArray<readonly [ErrorClass, ErrorCode, number]> = [
  [NotSignedIn, 'UNAUTHENTICATED', 401],
  [BadToken, 'UNAUTHENTICATED', 401],
  [WrongPassword, 'BAD_USER_INPUT', 401],
  [SecondFactorRequired, 'BAD_USER_INPUT', 401],
  [SecondFactorSetupRequired, 'BAD_USER_INPUT', 401],
  [Forbidden, 'FORBIDDEN', 403],
  [RegistrationClosed, 'BAD_USER_INPUT', 403],
  [Invalid, 'BAD_USER_INPUT', 400],
  [NotFound, 'BAD_USER_INPUT', 404],
  [MethodNotAllowed, 'BAD_USER_INPUT', 405],
  [Conflict, 'BAD_USER_INPUT', 409],
  [BodyTooLarge, 'OPERATION_TOO_LARGE', 413],
  [QueryTimeout, 'OPERATION_TOO_LARGE', 400],
  [TooManyAttempts, 'RATE_LIMITED', 429],
  [AssistantUnavailable, 'BAD_USER_INPUT', 502],
  [ShopUnavailable, 'BAD_USER_INPUT', 502],
  [Resync, 'RESYNC', 400],
  [DomainError, 'BAD_USER_INPUT', 400],
];

/** An error as a client may see it. */
const UNCONFIRMED = 'The database did not confirm the change in time. It may or may not be saved: check before you try again.';

export interface ErrorDescription {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number;
}

export const DATABASE_FULL = 'The database has no room. Ask an administrator to free disk space.';
const UPLOAD_FOLDER_FULL = 'The server has no room for uploads. Ask an administrator to free disk space.';

function describeExpected(error: unknown): ErrorDescription | null {
  if (isStatementTimeout(error)) return describeExpected(new QueryTimeout());
  if (error instanceof LimitExceeded && !(error instanceof QueryTimeout)) {
    const { code, message, retryAfter } = error;
    return { code, status: ERROR_CODES[code].status, message, ...(retryAfter !== null && { retryAfter }) };
  }
  for (const [type, code, status] of EXPECTED)
    if (error instanceof type) {
      const retryAfter = error instanceof TooManyAttempts ? { retryAfter: error.retryAfter } : {};
      return { code, status, message: error.message, ...retryAfter };
    }
  if (isInvalidTextError(error)) return { code: 'BAD_USER_INPUT', status: 400, message: INVALID_TEXT_MESSAGE };
  if (isCommitUnconfirmed(error)) return { code: 'UNAVAILABLE', status: 503, message: UNCONFIRMED, retryAfter: 2 };
  if (isUnavailable(error))
    return { code: 'UNAVAILABLE', status: 503, message: 'The database cannot be reached. Please try again in a moment.', retryAfter: 2 };
  if (isDiskFull(error)) return { code: 'UNAVAILABLE', status: 503, message: DATABASE_FULL, retryAfter: 60 };
  if (isUploadFolderFull(error)) return { code: 'UNAVAILABLE', status: 507, message: UPLOAD_FOLDER_FULL, retryAfter: 60 };
  // Input can be nested so deep that reading it overflows the stack before any of our own limits applies.
  if (error instanceof RangeError && error.message.includes('call stack'))
    return { code: 'OPERATION_TOO_LARGE', status: 400, message: 'The input is nested too deep.' };
  return null;
}

/** The public form of an error. An unexpected one is logged under an id, and the client receives only the id. */
export function describeError(error: unknown, log: Logger): ErrorDescription {
  const expected = describeExpected(error);
  if (isDiskFull(error) || isUploadFolderFull(error)) log.error({ error }, 'No room');
  if (expected) return { ...expected, message: truncateMessage(expected.message) };
  const id = randomUUID();
  log.error({ error, id }, 'Unexpected error');
  return { code: 'INTERNAL', status: 500, message: `Something went wrong (${id}).` };
}

/** How a WebSocket is closed: 4401 requires a new sign-in, 1012 and 1013 a reconnect later. */
export const CLOSE = {
  signInRequired: { code: 4401, reason: 'Please sign in' },
  signedOut: { code: 4401, reason: 'Signed out' },
  restart: { code: 1012, reason: 'Service restart' },
  tooManyConnections: { code: 1013, reason: 'Too many connections' },
  tooSlow: { code: 1013, reason: 'Too slow' },
  tryAgain: { code: 1013, reason: 'Try again' },
} as const;

/** How a WebSocket is closed that could not be opened because of this error. */
export const closeFor = (error: unknown): { readonly code: number; readonly reason: string } =>
  describeExpected(error)?.code === 'UNAUTHENTICATED' ? CLOSE.signInRequired : CLOSE.tryAgain;

/** Maximum characters of an error message; libraries print whole inputs into theirs. */
const MESSAGE_LENGTH = 500;
/** How many of them come from the end, where libraries put the reason. */
const END_LENGTH = 200;

/** A message of at most that length: `…` replaces its middle, and no character is cut in half. */
export const truncateMessage = (message: string): string =>
  message.length <= MESSAGE_LENGTH
    ? message
    : `${message.slice(0, MESSAGE_LENGTH - END_LENGTH - 1)}…${message.slice(-END_LENGTH)}`.toWellFormed().replaceAll('\ufffd', '');
