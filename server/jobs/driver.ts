import type { Tx } from '#server/database/client.ts';
import type { JobDefinition } from './job-definition.ts';

/** A piece of work on its way to whoever does it. */
export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What is to become of a piece of work somebody had a go at: over, or again after so many seconds. */
export type JobResult = { readonly again: number } | 'over';

export type JobHandler = (delivery: Delivery, signal: AbortSignal) => Promise<JobResult>;

/** How much waits in a queue and is at work. */
export interface QueueSize {
  readonly name: string;
  readonly queued: number;
  readonly active: number;
}

/** What carries work from whoever asks for it to an instance that does it, at least once. */
export interface Driver {
  /** Takes work along with the transaction, and never waits in it: before the queue has started the work is sent after the commit. */
  send(tx: Tx, delivery: Delivery): Promise<void>;
  /** Begins to do work; resolves once it does. */
  start(rows: readonly JobDefinition[], perform: JobHandler): Promise<void>;
  sizes(): Promise<readonly QueueSize[]>;
  /** Which of these it still carries. */
  hasPending(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Somebody said, on the channel of such words, that there is work in this queue. */
  heard?(queue: string): void;
  /** Lets what is at work come to a stop, for a bounded while. */
  close(): Promise<void>;
}
