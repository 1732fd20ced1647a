import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { isTransient } from '#server/database/transient-errors.ts';
import type { NewId } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import { createConsumerOffset } from './consumer-offset.ts';
import { recordDeadLetter } from './dead-letter.ts';
import { createPollLoop } from './poll-loop.ts';

/** What a consumer is called, which kinds of events it handles, and how. */
export interface ConsumerDefinition {
  readonly name: string;
  readonly kinds: readonly EventType[];
  handle(tx: Tx, event: SequencedEvent): Promise<void>;
}

export interface EventConsumer {
  /** Resolves once its offset is known: what happens from then on is not missed. */
  readonly ready: Promise<void>;
  /** Passes on what this instance has read of the log: whether there is something to do. */
  notify(events: readonly SequencedEvent[]): void;
  close(): Promise<void>;
}

interface ConsumerOptions {
  readonly consumer: ConsumerDefinition;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Logger;
  /** Whether this instance does the work; several at once would only wait for each other. */
  isLeader(): boolean;
  readonly backOff?: BackOff;
}

/** Milliseconds before the second try; twice as many before each other one, up to `longest`. */
interface BackOff {
  readonly first: number;
  readonly longest: number;
}

/** An event may be committed while no instance leads, so the log is read this often in any case, in milliseconds. */
const INTERVAL = 1_000;
const BACK_OFF: BackOff = { first: 200, longest: 30_000 };
/** How many times an event is tried that fails for a reason of its own, before it becomes a dead letter. */
export const MAX_ATTEMPTS = 5;

/**
 * Handles every event of some kinds, in order, on behalf of all instances: handling it and moving past it are one transaction, so it is
 * done exactly once. A transient failure (`isTransient`) is retried for as long as it takes. An event that fails MAX_ATTEMPTS times for
 * another reason is recorded as a dead letter, in the transaction that moves past it, and the next one is handled.
 */
export function startEventConsumer({ consumer, db, clock, newId, log, isLeader, backOff = BACK_OFF }: ConsumerOptions): EventConsumer {
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
      return failed(event, error);
    }
  };

  /** Counts a failure that is the event's own; the last one records it and answers true, to go on with the next event. */
  const failed = async ({ seq, kind }: SequencedEvent, error: unknown): Promise<boolean> => {
    const known = failing.seq === seq ? failing : { seq, attempts: 0, firstAt: clock.now() };
    failing = { ...known, attempts: known.attempts + 1 };
    if (failing.attempts < MAX_ATTEMPTS) throw error;
    const { attempts, firstAt } = failing;
    await offset.processNext((tx, event) =>
      // Another instance may have moved past it meanwhile: then the next one gets its own attempts.
      event.seq === seq
        ? recordDeadLetter(tx, { id: newId(), consumer: name, event, error, attempts, firstFailedAt: firstAt, lastFailedAt: clock.now() })
        : handle(tx, event),
    );
    log.error({ error, consumer: name, seq: String(seq), kind, attempts }, 'Event moved to the dead letters');
    failures = 0;
    return true;
  };

  const ready = Promise.withResolvers<void>();
  let begun = false;
  const turns = createPollLoop({
    work: async (isOver) => {
      // Whoever is told of new events must not cut a pause short.
      if (performance.now() < retryAt) return;
      try {
        if (!begun) await offset.begin();
        begun = true;
        ready.resolve();
        if (isLeader() && (await offset.isBehind())) while (!isOver() && (await processNext()));
        failures = 0;
        retryAt = 0;
      } catch (error) {
        const pause = Math.min(backOff.longest, backOff.first * 2 ** failures);
        failures += 1;
        retryAt = performance.now() + pause;
        if (!isOver()) log.warn({ error, consumer: name, retryInMs: pause }, 'Event consumer failed; retrying');
      }
    },
    interval: () => (retryAt > 0 ? Math.max(1, retryAt - performance.now()) : INTERVAL),
  });
  void turns.resume();

  return {
    ready: ready.promise,
    notify: (events) => {
      if (events.some(({ kind }) => kinds.includes(kind))) turns.trigger();
    },
    close: async () => {
      await turns.close();
      ready.resolve();
    },
  };
}
