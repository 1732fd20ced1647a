import type { SequencedEvent } from '#domain/domain-events.ts';

/** A listener fell too far behind, or asks for what is no longer kept: it has to ask for the whole again. */
export class Resync extends Error {
  constructor(message = 'Too much was missed. Ask for the whole again and listen from its cursor.') {
    super(message);
    this.name = 'Resync';
  }
}

/** How many undelivered events one listener may hold. A paused client costs this much memory and no more. */
export const QUEUE_LIMIT = 1_024;

export interface Subscriber {
  /** The next event; waits for it. Rejects with `Resync` after an overflow; null once closed. */
  next(): Promise<SequencedEvent | null>;
  close(): void;
}

export interface EventBus {
  publish(events: readonly SequencedEvent[]): void;
  listen(wanted: (event: SequencedEvent) => boolean): Subscriber;
  /** How many listen. */
  size(): number;
  /** Ends every listener. */
  close(): void;
}

/** Hands events to this instance's listeners, each with a queue of its own: a slow one harms only itself. */
export function createEventBus(limit = QUEUE_LIMIT): EventBus {
  const receivers = new Set<Receiver>();
  return {
    publish: (events) => {
      for (const receiver of receivers) for (const event of events) receiver.offer(event);
    },
    listen: (wanted) => {
      const receiver = createReceiver(wanted, limit, () => receivers.delete(receiver));
      receivers.add(receiver);
      return receiver;
    },
    size: () => receivers.size,
    close: () => {
      for (const receiver of receivers) receiver.close();
    },
  };
}

interface Receiver extends Subscriber {
  offer(event: SequencedEvent): void;
}

function createReceiver(wanted: (event: SequencedEvent) => boolean, limit: number, leave: () => void): Receiver {
  let queue: SequencedEvent[] = [];
  let state: 'open' | 'overflown' | 'closed' = 'open';
  let waiting: PromiseWithResolvers<SequencedEvent | null> | null = null;

  return {
    offer: (event) => {
      if (state !== 'open' || !wanted(event)) return;
      if (waiting) {
        waiting.resolve(event);
        waiting = null;
      } else if (queue.length < limit) {
        queue.push(event);
      } else {
        queue = [];
        state = 'overflown';
        leave();
      }
    },
    next: () => {
      if (state === 'overflown') return Promise.reject(new Resync());
      const event = queue.shift();
      if (event) return Promise.resolve(event);
      if (state === 'closed') return Promise.resolve(null);
      waiting = Promise.withResolvers();
      return waiting.promise;
    },
    close: () => {
      if (state === 'open') state = 'closed';
      queue = [];
      waiting?.resolve(null);
      waiting = null;
      leave();
    },
  };
}
