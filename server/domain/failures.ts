import type { User } from '#prisma/generated/client.ts';
import type { TotpSetup } from './account/second-factor.ts';

/** An expected failure. Its message is a sentence for the person who sent the request. */
export abstract class DomainError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

export interface Issue {
  /** The field, dotted: `input.email`. */
  readonly path: string;
  readonly message: string;
}

/** What was sent breaks a rule; the message is that of the first issue. */
export class Invalid extends DomainError {
  readonly issues: readonly [Issue, ...Issue[]];
  constructor(issues: readonly [Issue, ...Issue[]]) {
    super(issues[0].message);
    this.issues = issues;
  }
}

/** There is no such thing, or none this viewer may see. */
export class NotFound extends DomainError {
  readonly kind: string;
  readonly id: string;
  /** `message` for requests with several ids, to state which one is missing. */
  constructor(kind: string, id: string, message = `${kind} not found`) {
    super(message);
    this.kind = kind;
    this.id = id;
  }
}

/** It clashes with what is already there. */
export class Conflict extends DomainError {}

/**
 * The row is no longer the version the caller edited (`ifUpdatedAt`, `If-Match`). Nothing was changed. Each kind of row has a
 * class of its own (server/domain/editable-row.ts), since GraphQL distinguishes the members of a result by class.
 */
export abstract class EditConflict<Row extends { readonly updatedAt: Date }> extends DomainError {
  /** The row as it is now. */
  readonly current: Row;
  /** Who made it so; null where that is not known, as after an import. */
  readonly updatedBy: User | null;
  constructor(message: string, current: Row, updatedBy: User | null) {
    super(message);
    this.current = current;
    this.updatedBy = updatedBy;
  }
}

/** Username or password are wrong, with the same message for an unknown username; or the current password is wrong where it is required. */
export class WrongPassword extends DomainError {
  constructor(message = 'Invalid username or password') {
    super(message);
  }
}

/** The password is right, and a second factor is missing: a code of the authenticator app or a recovery code. */
export class SecondFactorRequired extends DomainError {
  constructor() {
    super('Enter the code of your authenticator app, or a recovery code.');
  }
}

/** The password is right; the role requires a second factor, which has to be set up now: the next sign-in has a code of it. */
export class SecondFactorSetupRequired extends DomainError {
  readonly setup: TotpSetup;
  constructor(setup: TotpSetup) {
    super('Your role requires a second factor. Set up an authenticator app and enter its code.');
    this.setup = setup;
  }
}

/** A token was sent that lets nobody in; it is never overlooked in favour of a cookie. */
export class BadToken extends DomainError {
  constructor() {
    super('This API token is not valid: it is unknown, revoked or expired. Make a new one under API tokens.');
  }
}

/** The credentials do not allow this; the message states what is required. */
export class Forbidden extends DomainError {}

/** The message for a read-only token that attempts a change. */
export const NEEDS_WRITE = 'This API token may only read; a change needs a token of the scope `write`.';

/** Too many sign-in attempts. */
export class TooManyAttempts extends DomainError {
  /** Seconds until the next try may succeed. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super(`Too many attempts. Try again in ${retryAfter < 60 ? `${retryAfter} s` : `${Math.ceil(retryAfter / 60)} min`}.`);
    this.retryAfter = retryAfter;
  }
}

/** Nobody registers here without an invitation. */
export class RegistrationClosed extends DomainError {
  constructor(message = 'Registration is closed. Ask an administrator for an account.') {
    super(message);
  }
}

/** The assistant could not answer: not reached, too slow, or its answer made no sense. */
export class AssistantUnavailable extends DomainError {
  constructor(message = 'The assistant did not answer. Please try again.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** The online store could not be read: not configured, not reachable, or it refused; the message states which and what to do. */
export class ShopUnavailable extends DomainError {}

/** The database stopped the statement for the time it took. `timeoutMs` is how long it had; null where that is not known. */
export class QueryTimeout extends DomainError {
  constructor(timeoutMs: number | null = null) {
    const after = timeoutMs === null ? '' : ` after ${timeoutMs / 1000} s`;
    super(`The query timed out${after}. Add a filter or request fewer rows.`);
  }
}

/** The codes of a documented limit (docs/limits.md), the same over GraphQL, REST, WebSocket and SSE. */
export type LimitCode = 'OPERATION_TOO_LARGE' | 'RESPONSE_TOO_LARGE' | 'RATE_LIMITED' | 'TOO_MANY_IN_PROGRESS';

/** A documented limit was reached. The message is one sentence with the limit, its value and what to do; nothing was stored. */
export class LimitExceeded extends DomainError {
  readonly code: LimitCode;
  /** Seconds until the next try may succeed; null when waiting does not help or nobody knows how long. */
  readonly retryAfter: number | null;
  constructor(code: LimitCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
