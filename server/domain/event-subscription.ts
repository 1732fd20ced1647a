import type { Access } from './access/access.ts';
import type { EventType, SequencedEvent } from './domain-events.ts';

/** Limits what one follower is sent of the past. */
export interface Replay {
  /** Waits until the next missed event may be sent; `visible` is whether this viewer may see it. Throws `Resync` where no more may. */
  admit(visible: boolean): Promise<void>;
  /** The replay is over: all of it was sent, or the subscriber has left. May be called again. */
  end(): void;
}

/** One subject, or one customer: a subscription to nothing else replays faster, and further back. */
export type EventTopic = { readonly subjectType: string; readonly subjectId: string } | { readonly customerId: string };

export interface EventSubscription {
  /** The last seq seen; null starts with what happens from now on. */
  readonly after: bigint | null;
  readonly kinds: readonly EventType[];
  /** What all of its events are about; absent: anything. */
  readonly about?: EventTopic;
  /** Whether this viewer may see it. */
  readonly visible?: (event: SequencedEvent) => boolean;
  /** The limit on missed events; without it they are not limited. */
  readonly replay?: Replay;
  /** What the subscriber may see; absent: what the caller may. */
  readonly access?: Access;
}

export type SubscribeFrom = (what: EventSubscription) => AsyncIterableIterator<SequencedEvent>;
