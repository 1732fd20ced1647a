import type { JobOutcome, JobProgress } from '../jobs/queue.ts';
import type { Actor } from '../viewer.ts';

export interface SyncRequest {
  readonly actor: Actor;
  /** Only this many of the newest; null for everything since the last sync. */
  readonly limit: number | null;
  /** The state saved by the last complete sync, or by this one before it was interrupted. */
  readonly savedState: unknown;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
  /** Reports progress. `state` is saved in the same transaction: an interrupted sync resumes from it. */
  report(progress: JobProgress, state?: object): Promise<void>;
}

export interface SyncResult extends Pick<JobOutcome, 'done'> {
  readonly createdCount: number;
  readonly message: string;
  /** The state for the next sync. When it is left out, the saved one stays. */
  readonly state?: object;
}

/** An outside service that can be synced. */
export interface SyncSource {
  /** The service's name for people. */
  readonly title: string;
  /** What to configure before it can be reached; null where it is configured. */
  readonly notConfigured: string | null;
  /** Imports what is new. Idempotent. Throws a `JobFailure`. */
  run(request: SyncRequest): Promise<SyncResult>;
}
