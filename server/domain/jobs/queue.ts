import type { JobRun } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { Provider } from '../integration/providers.ts';

/** The work that is done in the background, and what each needs to be told. A job more is a line here and a row of `server/jobs/table.ts`. */
export interface JobInputs {
  /** `limit`: only so many of the newest; null for everything since the last time. */
  sync: { readonly integration: Provider; readonly limit: number | null };
  'call.fetch': { readonly callId: string };
  'call.analyze': { readonly transcriptionId: string };
  'import.work': { readonly importId: string };
  'leads.notice_quiet': Record<never, never>;
  'maintenance.clean': Record<never, never>;
  'maintenance.reconcile': Record<never, never>;
}

export type JobName = keyof JobInputs;

/** How far a piece of work is: not begun, at work, to be tried again later, or over. */
export type JobState = JobRun['state'];

/** Nothing more happens to it before somebody or some time passes. */
export const isSettled = ({ state }: Pick<JobRun, 'state'>): boolean => state === 'done' || state === 'failed' || state === 'waiting';

/** Whoever asks for work, and it is done once, later, on whichever instance. */
export interface JobQueue {
  /**
   * Asks for work as part of a transaction: it is done when that commits, and never when it does not. Where the same
   * is under way it is joined; the answer is its id.
   */
  enqueue<Name extends JobName>(tx: Tx, name: Name, input: JobInputs[Name], actorId?: string | null): Promise<string>;
  /** How far it is; null where nobody remembers it. */
  progress(id: string): Promise<JobRun | null>;
  /** The same once it is settled, or when the patience (milliseconds) is over. */
  outcome(id: string, patience: number): Promise<JobRun | null>;
  /** The newest with this name and key, read within `tx` where one is given: a transaction must not wait for a second connection. */
  newest(name: JobName, key: string, tx?: Tx): Promise<JobRun | null>;
  /** Ends work that nobody will go on with, because everyone who began it died: it would be under way for ever. */
  failOrphanedRuns(): Promise<void>;
}

export interface Progress {
  readonly done: number;
  /** Null where nobody knows. */
  readonly total: number | null;
}

export interface JobOutcome {
  /** In a sentence, for people. */
  readonly message?: string;
  readonly done?: number;
  /** How many things are new because of it. */
  readonly made?: number;
  /** What belongs into the transaction that ends it. */
  readonly along?: (tx: Tx) => Promise<void>;
}

/** A piece of work as whoever does it sees it. It may be done more than once: what was done before must make no difference. */
export interface Job<Input> {
  readonly id: string;
  readonly input: Input;
  readonly actorId: string | null;
  /** Aborted when the server closes: what was reported then is where it goes on. */
  readonly signal: AbortSignal;
  /** Tells how far it is, with what must be remembered in the same transaction. */
  report(progress: Progress, along?: (tx: Tx) => Promise<void>): Promise<void>;
}
