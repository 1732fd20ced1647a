import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { z } from 'zod';
import { AssistantUnavailable } from '#domain/failures.ts';

const AGAIN = 'Please try again.';
const ADMIN = 'An administrator must check the assistant settings.';

/**
 * Every way a model lets us down: what failed, what to do about it, and how much it counts against the service in the circuit breaker.
 * An unusable answer does not count: the service works, and one odd message must not block it for everybody.
 */
const FAILURES = {
  unreachable: { what: 'The assistant cannot be reached.', todo: AGAIN, circuitWeight: 1 },
  slow: { what: 'The assistant took too long to answer.', todo: AGAIN, circuitWeight: 1 },
  broken: { what: 'The assistant had an internal error.', todo: AGAIN, circuitWeight: 1 },
  brokenOff: { what: "The assistant's answer was cut off.", todo: AGAIN, circuitWeight: 1 },
  busy: { what: 'The assistant is too busy.', todo: 'Please try again in a minute.', circuitWeight: 1 },
  refusedKey: { what: 'The assistant rejected the API key.', todo: ADMIN, circuitWeight: 3 },
  outOfQuota: { what: "The assistant's quota is used up.", todo: 'An administrator must check its plan and billing.', circuitWeight: 3 },
  unknownModel: { what: 'The configured model or address does not exist.', todo: ADMIN, circuitWeight: 3 },
  rejected: { what: 'The assistant rejected the request.', todo: ADMIN, circuitWeight: 0 },
  messageTooLong: { what: 'The message is too long for the assistant.', todo: 'Please shorten it.', circuitWeight: 0 },
  answerTooLong: { what: "The assistant's answer was too long.", todo: 'Please ask for less.', circuitWeight: 0 },
  declined: { what: 'The assistant declined to answer this message.', todo: 'Please write the reply yourself.', circuitWeight: 0 },
  filtered: { what: 'A content filter stopped the answer.', todo: 'Please write the reply yourself.', circuitWeight: 0 },
  unusable: { what: "The assistant's answer was not usable.", todo: AGAIN, circuitWeight: 0 },
} as const satisfies Record<string, { what: string; todo: string; circuitWeight: number }>;

export type Reason = keyof typeof FAILURES;

const BY_CODE = new Map<string, Reason>([
  ['insufficient_quota', 'outOfQuota'],
  ['rate_limit_exceeded', 'busy'],
  ['invalid_api_key', 'refusedKey'],
  ['model_not_found', 'unknownModel'],
  ['context_length_exceeded', 'messageTooLong'],
  ['content_filter', 'filtered'],
  ['content_policy_violation', 'filtered'],
]);

const BY_STATUS = new Map<number, Reason>([
  [401, 'refusedKey'],
  [402, 'outOfQuota'],
  [403, 'refusedKey'],
  [404, 'unknownModel'],
  [408, 'slow'],
  [413, 'messageTooLong'],
  [429, 'busy'],
  [504, 'slow'],
]);

// Codes and ids come from outside; only what looks like one is kept.
const Token = z
  .string()
  .regex(/^[\w.:-]{1,80}$/)
  .catch('');

/** Why a model did not answer. It carries only facts that may be logged: the service's own words can hold keys and prompts. */
export class ModelFailure extends Error {
  readonly reason: Reason;
  readonly facts: { readonly status?: number; readonly code?: string; readonly requestId?: string };
  constructor(reason: Reason, facts: ModelFailure['facts'] = {}) {
    super(FAILURES[reason].what);
    this.name = 'ModelFailure';
    this.reason = reason;
    this.facts = facts;
  }

  /** How much this speaks against asking again soon. */
  get circuitWeight(): number {
    return FAILURES[this.reason].circuitWeight;
  }

  /** As the person who asked hears it; `restSeconds` is how long nobody will ask again. */
  unavailable(restSeconds = 0): AssistantUnavailable {
    const { what, todo } = FAILURES[this.reason];
    const advice = restSeconds > 0 && todo === AGAIN ? `Please try again in ${restSeconds} seconds.` : todo;
    return new AssistantUnavailable(`${what} ${advice}`, { cause: { reason: this.reason, ...this.facts } });
  }
}

function reasonOf(error: APIError): Reason {
  const status: number | undefined = error.status;
  return (
    BY_CODE.get(error.code ?? '') ??
    BY_CODE.get(error.type ?? '') ??
    BY_STATUS.get(status ?? 0) ??
    (status === undefined || status >= 500
      ? 'broken'
      : /context length|context_length|too many tokens/i.test(error.message)
        ? 'messageTooLong'
        : 'rejected')
  );
}

/** What went wrong, whatever was thrown: the package throws API errors, bare `TypeError`s and `SyntaxError`s alike. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  // Work stopped by the person who asked never gets here; what else is aborted has run out of time.
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) return new ModelFailure('slow');
  if (error instanceof APIConnectionError) return new ModelFailure('unreachable');
  if (error instanceof APIError) {
    const facts = {
      status: error.status,
      code: Token.parse(error.code) || undefined,
      requestId: Token.parse(error.requestID) || undefined,
    };
    return new ModelFailure(reasonOf(error), facts);
  }
  if (error instanceof SyntaxError || error instanceof z.ZodError) return new ModelFailure('unusable');
  // A dropped socket shows up as `TypeError: terminated` in the middle of a body.
  if (error instanceof TypeError && error.message === 'terminated') return new ModelFailure('brokenOff');
  return new ModelFailure('broken', { code: error instanceof Error ? Token.parse(error.name) : '' });
}
