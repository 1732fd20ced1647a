interface FailureOptions extends ErrorOptions {
  /** Whether it may work later. */
  readonly temporary?: boolean;
  /** Seconds after which it may work, where somebody said so. */
  readonly retryAfter?: number | null;
}

/** A piece of work could not be done for a reason that is known; the message is for people. */
export class JobFailure extends Error {
  readonly temporary: boolean;
  readonly retryAfter: number | null;
  constructor(message: string, { temporary = false, retryAfter = null, ...options }: FailureOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.temporary = temporary;
    this.retryAfter = retryAfter;
  }
}
