import type { Pool } from 'pg';
import type { Access } from '#domain/access/access.ts';
import { eventScopeKey, maySeeEvent } from '#domain/access/event-scope.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { epochOf, SELECT_HEAD_CURSOR, seqOf } from '#domain/event-cursor.ts';
import type { SubscribeFrom } from '#domain/event-subscription.ts';
import { type EventBus, Resync } from './event-bus.ts';
import { type EventRow, toSequencedEvent } from './event-log.ts';
import { isOfTopic, missedCountQuery, missedQuery, PAGE, type Topic } from './missed-events.ts';

/** With more missed events of its topic than this, catching up costs more than loading the data again. */
export const REPLAY_LIMIT = 50_000;
/** A missed event with the floor of its kinds; without an event where nothing was missed. */
type MissedRow = { readonly floor: string } & (EventRow | { readonly seq: null });

interface SubscribeFromDeps {
  readonly eventBus: EventBus;
  readonly pool: Pick<Pool, 'query'>;
  /** The cursor of the newest event this instance has read. */
  head(): bigint;
  readonly replayLimit?: number;
}

/** Events as far as somebody may see them. What they may see is fixed when a subscription begins: a change ends it, to be begun anew. */
export type ScopedEvents = (access: Access) => SubscribeFrom;

/**
 * All events of these kinds after the cursor, then live ones, with no gap and no duplicate. Far behind, pages are read from the table;
 * near the head the subscriber is registered first, the rest of the table is read second, and what arrived meanwhile is delivered last.
 */
export function createSubscribeFrom({ eventBus, pool, head, replayLimit = REPLAY_LIMIT }: SubscribeFromDeps): ScopedEvents {
  return (ownAccess) =>
    ({ after, kinds, about, visible: isWanted = () => true, replay, access = ownAccess }) => {
      const topic = { kinds, about };
      const key = eventScopeKey(access, kinds);
      const visible = (event: SequencedEvent) => maySeeEvent(event, access) && isWanted(event);
      const subscribe = () =>
        eventBus.subscribe(
          (event) => isOfTopic(topic, event) && visible(event),
          () => eventScopeKey(access, kinds) !== key,
        );
      // Without a cursor the subscription starts at this very moment.
      let subscriber = after === null ? subscribe() : null;
      let last = after ?? head();
      let ended = false;

      const catchUp = async function* () {
        while (!subscriber && !ended) {
          const newest = await readHead(pool);
          if (last > newest || epochOf(last) !== epochOf(newest)) throw new Resync();
          if (await hasMissedMore(pool, topic, seqOf(last), seqOf(newest), replayLimit)) throw new Resync();
          if (newest - last <= PAGE && !ended) subscriber = subscribe();
          // The subscriber may have missed what was published before it was registered: read the head once more.
          const upTo = subscriber ? await readHead(pool) : newest;
          for await (const event of readMissed(pool, topic, seqOf(last), seqOf(upTo))) {
            const isVisible = visible(event);
            await replay?.admit(isVisible);
            if (ended) return;
            if (isVisible) yield event;
          }
          last = upTo;
        }
      };
      let replayed = subscriber ? null : catchUp();
      const next = async (): Promise<SequencedEvent | null> => {
        if (replayed) {
          const step = await replayed.next();
          if (!step.done) return step.value;
          replayed = null;
          replay?.end();
        }
        // Straight from the subscriber: any layer in between would cost every subscriber something for every event.
        for (;;) {
          const event = await subscriber?.next();
          if (!event) return null;
          if (event.cursor <= last) continue;
          last = event.cursor;
          return event;
        }
      };
      return toIterator(next, () => {
        ended = true;
        replay?.end();
        subscriber?.close();
      });
    };
}

async function readHead(pool: Pick<Pool, 'query'>): Promise<bigint> {
  const { rows } = await pool.query<{ cursor: string }>({ name: 'head-cursor', text: SELECT_HEAD_CURSOR });
  return BigInt(rows[0]?.cursor ?? 0);
}

/** Whether there are more events of a topic than a replay may have. So many numbers are not even between the two for most who return. */
async function hasMissedMore(pool: Pick<Pool, 'query'>, topic: Topic, after: bigint, upTo: bigint, limit: number): Promise<boolean> {
  if (upTo - after <= limit) return false;
  const { rows } = await pool.query<{ count: number }>(missedCountQuery(topic, after, upTo, limit));
  return (rows[0]?.count ?? 0) > limit;
}

async function* readMissed(pool: Pick<Pool, 'query'>, topic: Topic, after: bigint, upTo: bigint) {
  for (let from = after; ; ) {
    const { rows } = await pool.query<MissedRow>(missedQuery(topic, from, upTo));
    // Events newer than the cursor were removed.
    if (rows[0] && BigInt(rows[0].floor) > from) throw new Resync();
    for (const { floor: _floor, ...row } of rows) {
      if (row.seq === null) return;
      const event = toSequencedEvent(row);
      from = event.seq;
      yield event;
    }
    if (rows.length < PAGE) return;
  }
}

/** Reads one event at a time. Ending the iterator frees the subscriber at once, even while it waits for the next event. */
function toIterator(read: () => Promise<SequencedEvent | null>, close: () => void): AsyncIterableIterator<SequencedEvent> {
  let closed = false;
  const end = (): IteratorReturnResult<undefined> => {
    closed = true;
    close();
    return { done: true, value: undefined };
  };
  const iterator: AsyncIterableIterator<SequencedEvent> = {
    next: async () => {
      if (closed) return end();
      try {
        const event = await read();
        return event === null || closed ? end() : { done: false, value: event };
      } catch (error) {
        end();
        throw error;
      }
    },
    return: async () => end(),
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
