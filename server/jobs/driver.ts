import type { Tx } from '#server/database/client.ts';
import type { JobDefinition } from './job-definition.ts';

export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What the driver does with a delivery after an attempt: nothing more, or deliver it again after this many seconds. */
export type JobResult = { readonly retryAfter: number } | 'settled';

export type JobHandler = (delivery: Delivery, signal: AbortSignal) => Promise<JobResult>;

export interface QueueSize {
  readonly name: string;
  readonly queued: number;
  readonly active: number;
}

/** Delivers jobs from the server that enqueues them to one that runs them, at least once. */
export interface Driver {
  /** Sends a job as part of the transaction and never blocks it: before the queue has started, the job is sent after the commit. */
  send(tx: Tx, delivery: Delivery): Promise<void>;
  /** Starts to deliver jobs; resolves once it does. */
  start(definitions: readonly JobDefinition[], handler: JobHandler): Promise<void>;
  queueSizes(): Promise<readonly QueueSize[]>;
  /** Those of `ids` that the queue still has. */
  hasPending(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called when another server has notified this one of a job in this queue. */
  onNotify?(queue: string): void;
  /** Stops running jobs, within a bounded time. */
  close(): Promise<void>;
}
