import type { JobRun } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { AccessLimits } from '../access/token-access.ts';
import type { Provider } from '../integration/providers.ts';

/** The background jobs with their inputs. A new job is a line here and a row in `server/jobs/job-table.ts`. */
export interface JobInputs {
  /** `limit`: only this many of the newest; null for everything since the last sync. */
  sync: { readonly integration: Provider; readonly limit: number | null };
  'call.fetch': { readonly callId: string };
  'call.analyze': { readonly transcriptionId: string };
  /** `limits`: those of the API token it was begun with; null or absent without. */
  'import.work': { readonly importId: string; readonly limits?: AccessLimits | null };
  /** `account`: the username or email address as it was typed. */
  'account.mail_reset': { readonly account: string };
  'invitation.mail': { readonly invitationId: string };
  'training.embed': Record<never, never>;
  'leads.notice_quiet': Record<never, never>;
  'maintenance.clean': Record<never, never>;
  'maintenance.reconcile': Record<never, never>;
}

export type JobName = keyof JobInputs;

/** Queued, running, waiting for a retry, done or failed. */
export type JobState = JobRun['state'];

/** Whether the job has ended or waits for a retry. */
export const isSettled = ({ state }: Pick<JobRun, 'state'>): boolean => state === 'done' || state === 'failed' || state === 'waiting';

/** Runs background jobs, each on one of the servers. */
export interface JobQueue {
  /**
   * Enqueues a job as part of a transaction: it runs once that is committed, and never when it is rolled back. Joins a job of the same
   * name and key that has not ended. Returns the id of the run.
   */
  enqueue<Name extends JobName>(tx: Tx, name: Name, input: JobInputs[Name], actorId?: string | null): Promise<string>;
  find(id: string): Promise<JobRun | null>;
  /** The run once it is settled, or as it is after `maxWaitMs`. */
  waitForOutcome(id: string, maxWaitMs: number): Promise<JobRun | null>;
  /** The newest run with this name and key. With `tx` it reads inside that transaction, which must not wait for a second connection. */
  findNewest(name: JobName, key: string, tx?: Tx): Promise<JobRun | null>;
  /** Fails runs that the queue no longer has, as after restoring a backup: they would block new ones of the same key forever. */
  failOrphanedRuns(): Promise<void>;
}

export interface JobProgress {
  readonly done: number;
  /** Null where the total is unknown. */
  readonly total: number | null;
}

export interface JobOutcome {
  /** A sentence for people. */
  readonly message?: string;
  readonly done?: number;
  /** How many rows the job created. */
  readonly createdCount?: number;
  /** Runs in the transaction that marks the job as done. */
  readonly inTransaction?: (tx: Tx) => Promise<void>;
}

/** A job as its handler sees it. A handler is idempotent: the same job may run more than once. */
export interface Job<Input> {
  readonly id: string;
  readonly input: Input;
  readonly actorId: string | null;
  /** Aborted when the server closes: the next run resumes from what was saved. */
  readonly signal: AbortSignal;
  /** Reports progress, and saves state in the same transaction. */
  report(progress: JobProgress, saveState?: (tx: Tx) => Promise<void>): Promise<void>;
}

interface FailureOptions extends ErrorOptions {
  /** Whether a retry may succeed. */
  readonly temporary?: boolean;
  /** Seconds to wait before the retry, if the other side requested a delay. */
  readonly retryAfter?: number | null;
}

/** A job failed for a known reason. The message is for people. */
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
