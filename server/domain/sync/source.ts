import type { JobOutcome, Progress } from '../jobs/queue.ts';
import type { Actor } from '../viewer.ts';

/** What a sync is told. */
export interface SyncRequest {
  readonly actor: Actor;
  /** Only so many of the newest; null for everything since the last time. */
  readonly limit: number | null;
  /** What was remembered: of the last sync, or of this one where it was broken off. */
  readonly remembered: unknown;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
  /** Tells how far it is. With something to remember, it goes on from there after a break. */
  report(progress: Progress, remember?: object): Promise<void>;
}

export interface SyncResult extends Pick<JobOutcome, 'done'> {
  /** How many things are new because of it. */
  readonly made: number;
  readonly message: string;
  /** What the next sync should remember; left out, what was remembered before. */
  readonly remember?: object;
}

/** An outside service that can be read. To sync another one is to give another of these. */
export interface SyncSource {
  /** As people call it. */
  readonly title: string;
  /** What to do about it where it cannot be reached at all; null where it can. */
  readonly notConfigured: string | null;
  /** Takes over what is there. Throws a `JobFailure`; done twice, it makes no difference. */
  run(request: SyncRequest): Promise<SyncResult>;
}
