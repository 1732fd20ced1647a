import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { isTransient } from '#server/database/database-errors.ts';
import type { NewId } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import { createConsumerOffset } from './consumer-offset.ts';
import { createPollLoop } from './poll-loop.ts';

/** What a consumer is called, which kinds of events it handles, and how. */
export interface ConsumerDefinition {
  readonly name: string;
  readonly kinds: readonly EventType[];
  handle(tx: Tx, event: SequencedEvent): Promise<void>;
}

export interface EventConsumer {
  /** Resolves once its offset is stored: no later event is missed. */
  readonly ready: Promise<void>;
  /** Called with the events this instance has read; wakes the consumer for its kinds. */
  notify(events: readonly SequencedEvent[]): void;
  close(): Promise<void>;
}

interface ConsumerOptions {
  readonly consumer: ConsumerDefinition;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Logger;
  /** Whether this instance handles events; several at once would only wait for each other. */
  isLeader(): boolean;
  readonly backoff?: Backoff;
}

/** Milliseconds before the first retry, doubled for each further one up to `max`. */
interface Backoff {
  readonly first: number;
  readonly max: number;
}

/** An event may be committed while no instance leads, so the log is read this often in any case, in milliseconds. */
const INTERVAL_MS = 1_000;
const BACKOFF: Backoff = { first: 200, max: 30_000 };
/** Attempts at an event that fails for a reason of its own, before it becomes a dead letter. */
export const MAX_ATTEMPTS = 5;

/**
 * Handles every event of some kinds, in order, on behalf of all instances: handling it and moving past it are one transaction, so it is
 * done exactly once. A transient failure (`isTransient`) is retried for as long as it takes. An event that fails MAX_ATTEMPTS times for
 * another reason is recorded as a dead letter, in the transaction that moves past it, and the next one is handled.
 */
export function startEventConsumer({ consumer, db, clock, newId, log, isLeader, backoff = BACKOFF }: ConsumerOptions): EventConsumer {
  const { name, kinds, handle } = consumer;
  const offset = createConsumerOffset(db, name, kinds);
  let failing = { seq: 0n, attempts: 0, firstAt: clock.now() };
  let failures = 0;
  let retryAt = 0;

  const processNext = async (): Promise<boolean> => {
    const current: SequencedEvent[] = [];
    try {
      const handled = await offset.processNext(async (tx, event) => {
        current.push(event);
        await handle(tx, event);
      });
      failures = 0;
      return handled !== null;
    } catch (error) {
      const [event] = current;
      if (!event || isTransient(error)) throw error;
      return recordFailure(event, error);
    }
  };

  /** Counts a failure of the event itself. The last attempt records a dead letter and returns true, to continue with the next event. */
  const recordFailure = async ({ seq, kind }: SequencedEvent, error: unknown): Promise<boolean> => {
    const previous = failing.seq === seq ? failing : { seq, attempts: 0, firstAt: clock.now() };
    failing = { ...previous, attempts: previous.attempts + 1 };
    if (failing.attempts < MAX_ATTEMPTS) throw error;
    const { attempts, firstAt } = failing;
    await offset.processNext((tx, event) =>
      // Another instance may have moved past it meanwhile; the next event gets its own attempts.
      event.seq === seq
        ? recordDeadLetter(tx, { id: newId(), consumer: name, event, error, attempts, firstFailedAt: firstAt, lastFailedAt: clock.now() })
        : handle(tx, event),
    );
    log.error({ error, consumer: name, seq: String(seq), kind, attempts }, 'Event moved to dead letters');
    failures = 0;
    return true;
  };

  const ready = Promise.withResolvers<void>();
  let initialized = false;
  const pollLoop = createPollLoop({
    work: async (isPaused) => {
      // New events must not shorten the delay.
      if (performance.now() < retryAt) return;
      try {
        if (!initialized) await offset.initialize();
        initialized = true;
        ready.resolve();
        if (isLeader() && (await offset.isBehind())) while (!isPaused() && (await processNext()));
        failures = 0;
        retryAt = 0;
      } catch (error) {
        const delayMs = Math.min(backoff.max, backoff.first * 2 ** failures);
        failures += 1;
        retryAt = performance.now() + delayMs;
        if (!isPaused()) log.warn({ error, consumer: name, retryInMs: delayMs }, 'Event consumer failed; retrying');
      }
    },
    interval: () => (retryAt > 0 ? Math.max(1, retryAt - performance.now()) : INTERVAL_MS),
  });
  void pollLoop.resume();

  return {
    ready: ready.promise,
    notify: (events) => {
      if (events.some(({ kind }) => kinds.includes(kind))) pollLoop.trigger();
    },
    close: async () => {
      await pollLoop.close();
      ready.resolve();
    },
  };
}

interface NewDeadLetter {
  readonly id: string;
  readonly consumer: string;
  readonly event: Pick<SequencedEvent, 'seq' | 'kind'>;
  readonly error: unknown;
  readonly attempts: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
}

/** Characters of an error's message that are stored. */
const ERROR_MAX_LENGTH = 500;

/** An error as a dead letter stores it; the server's log has it in full. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // PostgreSQL's text cannot hold NUL.
  return message.replaceAll('\0', '').trim().slice(0, ERROR_MAX_LENGTH) || 'Unknown error';
}

/** Records that a consumer could not handle an event, in the transaction that moves past it. */
export async function recordDeadLetter(tx: Tx, { event, error, ...rest }: NewDeadLetter): Promise<void> {
  const data = { ...rest, eventSeq: event.seq, eventKind: event.kind, error: describeError(error) };
  await tx.deadLetter.createMany({ data: [data], skipDuplicates: true });
}
