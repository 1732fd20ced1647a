import type { SequencedEvent } from '#domain/domain-events.ts';

/** A subscriber fell too far behind, or requests events that were removed: it has to load its data again. */
export class Resync extends Error {
  constructor(message = 'Cursor too old. Refetch, then resubscribe from the new cursor.') {
    super(message);
    this.name = 'Resync';
  }
}

/** How many undelivered events are queued for one subscriber: what a paused client costs in memory. */
export const QUEUE_LIMIT = 1_024;

export interface Subscriber {
  /** Waits for the next event. Rejects with `Resync` after an overflow; null once closed. */
  next(): Promise<SequencedEvent | null>;
  close(): void;
}

export interface EventBus {
  publish(events: readonly SequencedEvent[]): void;
  /** `isOutdated` is whether the filter no longer holds for this subscriber. */
  subscribe(filter: (event: SequencedEvent) => boolean, isOutdated?: () => boolean): Subscriber;
  /** Ends the subscribers whose filter is outdated: they have to load their data again. */
  endOutdated(): void;
  /** Ends every subscriber: all have to load their data again. */
  endAll(): void;
  /** The number of subscribers. */
  size(): number;
  /** Closes every subscriber. */
  close(): void;
}

/** Delivers events to the subscribers of this instance, each with its own queue: a slow one delays only itself. */
export function createEventBus(limit = QUEUE_LIMIT): EventBus {
  const subscribers = new Set<QueuedSubscriber>();
  return {
    publish: (events) => {
      for (const subscriber of subscribers) for (const event of events) subscriber.push(event);
    },
    subscribe: (filter, isOutdated = () => false) => {
      const subscriber = createQueuedSubscriber(filter, isOutdated, limit, () => subscribers.delete(subscriber));
      subscribers.add(subscriber);
      return subscriber;
    },
    endOutdated: () => {
      for (const subscriber of subscribers) subscriber.endOutdated();
    },
    endAll: () => {
      for (const subscriber of subscribers) subscriber.end();
    },
    size: () => subscribers.size,
    close: () => {
      for (const subscriber of subscribers) subscriber.close();
    },
  };
}

interface QueuedSubscriber extends Subscriber {
  push(event: SequencedEvent): void;
  endOutdated(): void;
  end(): void;
}

function createQueuedSubscriber(
  filter: (event: SequencedEvent) => boolean,
  isOutdated: () => boolean,
  limit: number,
  remove: () => void,
): QueuedSubscriber {
  let queue: SequencedEvent[] = [];
  let state: 'open' | 'resync' | 'closed' = 'open';
  let waiting: PromiseWithResolvers<SequencedEvent | null> | null = null;
  const resync = () => {
    queue = [];
    state = 'resync';
    waiting?.reject(new Resync());
    waiting = null;
    remove();
  };

  return {
    push: (event) => {
      if (state !== 'open' || !filter(event)) return;
      if (waiting) {
        waiting.resolve(event);
        waiting = null;
      } else if (queue.length < limit) {
        queue.push(event);
      } else {
        resync();
      }
    },
    endOutdated: () => {
      if (state === 'open' && isOutdated()) resync();
    },
    end: () => {
      if (state === 'open') resync();
    },
    next: () => {
      if (state === 'resync') return Promise.reject(new Resync());
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
      remove();
    },
  };
}
