/** The codes an error may carry: a closed list, documented for clients. */
export const ERROR_CODES = {
  UNAUTHENTICATED: 'Nobody is signed in, or the token is not valid.',
  FORBIDDEN: 'Not with what you ask with, or not from where you ask; the message says what it takes.',
  HOST_NOT_ALLOWED: 'The request names a host this server does not answer to. Use the address in PUBLIC_URL.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL; the message says where it stops being.',
  GRAPHQL_VALIDATION_FAILED: 'The document asks for what the schema does not have; the message says what.',
  BAD_USER_INPUT: 'An argument, a variable or the request itself makes no sense; the message names it.',
  OPERATION_TOO_LARGE: 'The operation is over a limit; the message names it.',
  RESPONSE_TOO_LARGE: 'The answer would be larger than the limit; the message says the limit and how to page.',
  TOO_MANY_IN_PROGRESS: 'Too many of these are in progress; the message says which and how many are allowed at once.',
  RATE_LIMITED: 'The budget of this minute is spent; the message says when there is a new one.',
  RESYNC:
    'Too much was missed, some of it was removed by age, or the points of this minute do not pay for it: ask for the whole again and listen from its cursor.',
  UNAVAILABLE: 'The database cannot be reached for the moment.',
  INTERNAL: 'Something unexpected happened; it is logged under the id in the message.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
