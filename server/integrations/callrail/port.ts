/** A call as the call tracker knows it. */
export interface TrackedCall {
  /** The call tracker's own id: CAL… */
  readonly id: string;
  readonly customerName: string | null;
  readonly customerPhone: string | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly startedAt: Date | null;
  /** Null where none was made, or where the plan has none. */
  readonly transcript: string | null;
}

/** The call tracker did not do what was asked; the message is for the person who asked. */
export class CallTrackerUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallTrackerUnavailable';
  }
}

/** What is asked of a call tracker. Both reject with `CallTrackerUnavailable`. */
export interface CallTracker {
  /** Whether it knows us: what it calls our account. */
  test(): Promise<string>;
  /** The newest calls, newest first. */
  recentCalls(limit: number): Promise<readonly TrackedCall[]>;
}
