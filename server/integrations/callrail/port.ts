import { JobFailure } from '#domain/jobs/queue.ts';

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

/** The call tracker failed; the message is for the person who sent the request. */
export class CallTrackerUnavailable extends JobFailure {}

/** Some of the calls, the newest first. */
export interface CallPage {
  readonly calls: readonly TrackedCall[];
  /** Where to go on; null at the end. */
  readonly next: string | null;
}

/** The operations of a call tracker. All reject with `CallTrackerUnavailable`. */
export interface CallTracker {
  /** Whether it knows us: what it calls our account. */
  test(): Promise<string>;
  /** The newest calls, newest first. */
  recentCalls(limit: number, signal?: AbortSignal): Promise<readonly TrackedCall[]>;
  /** All calls since a day, page by page: `cursor` is the position that the previous page returned. */
  callsSince(since: Date, cursor: string | null, signal?: AbortSignal): Promise<CallPage>;
  /** One call; null where there is none of that id. */
  call(id: string, signal?: AbortSignal): Promise<TrackedCall | null>;
}
