import type { Pool } from 'pg';
import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import type { SubscribeFrom } from '#domain/event-subscription.ts';
import { type EventBus, Resync } from './event-bus.ts';
import { EVENT_COLUMNS, type EventRow, fromRow } from './sequenced.ts';

/** Farther behind than this, catching up costs more than asking again. */
export const REPLAY_LIMIT = 50_000n;
const PAGE = 500;

// The floor and the page are of one moment: what clean-up removes between two pages is noticed with the next one.
const MISSED = `
  with floor as (select coalesce(max(seq), 0) as floor from event_floors where kind = any($3))
  select floor.floor, page.* from floor left join lateral (
    select ${EVENT_COLUMNS} from events where seq > $1 and seq <= $2 and kind = any($3) order by seq limit ${PAGE}
  ) as page on true order by page.seq`;

/** A missed event with the floor of its kinds; without an event where nothing was missed. */
type MissedRow = { readonly floor: string } & (EventRow | { readonly seq: null });

interface Sources {
  readonly hub: EventBus;
  readonly pool: Pick<Pool, 'query'>;
  /** The newest seq this instance knows. */
  head(): bigint;
  readonly replayLimit?: bigint;
}

/**
 * Everything of these kinds after the cursor, then live, without a hole and nothing twice: what is far behind is read
 * from the table page by page; near the end the listener is registered first, the rest of the table read second, and
 * what arrived meanwhile delivered last.
 */
export function createSubscribeFrom({ hub, pool, head, replayLimit = REPLAY_LIMIT }: Sources): SubscribeFrom {
  return ({ after, kinds, visible = () => true, replay }) => {
    const listen = () => hub.listen((event) => kinds.includes(event.kind) && visible(event));
    // Whoever starts with what happens from now on listens from this very moment.
    let listener = after === null ? listen() : null;
    let last = after ?? head();
    let ended = false;

    const catchUp = async function* () {
      while (!listener && !ended) {
        const newest = await newestOf(pool);
        if (last > newest || newest - last > replayLimit) throw new Resync();
        if (newest - last <= PAGE && !ended) listener = listen();
        // A listener that came after this look may have missed what was published before it: one more look.
        const upTo = listener ? await newestOf(pool) : newest;
        for await (const event of missed(pool, last, upTo, kinds)) {
          const isVisible = visible(event);
          await replay?.admit(isVisible);
          if (ended) return;
          if (isVisible) yield event;
        }
        last = upTo;
      }
    };
    let earlier = listener ? null : catchUp();
    const next = async (): Promise<SequencedEvent | null> => {
      if (earlier) {
        const step = await earlier.next();
        if (!step.done) return step.value;
        earlier = null;
        replay?.end();
      }
      // From here on straight from the listener: whatever stood between would be paid for by every listener, with every event.
      for (;;) {
        const event = await listener?.next();
        if (!event) return null;
        if (event.seq <= last) continue;
        last = event.seq;
        return event;
      }
    };
    return closing(next, () => {
      ended = true;
      replay?.end();
      listener?.close();
    });
  };
}

async function newestOf(pool: Pick<Pool, 'query'>): Promise<bigint> {
  const { rows } = await pool.query<{ seq: string }>({ name: 'event-head', text: 'select seq from event_head where id = 1' });
  return BigInt(rows[0]?.seq ?? 0);
}

async function* missed(pool: Pick<Pool, 'query'>, after: bigint, upTo: bigint, kinds: readonly EventType[]) {
  for (let from = after; ; ) {
    const { rows } = await pool.query<MissedRow>({ name: 'events-missed', text: MISSED, values: [String(from), String(upTo), kinds] });
    // Something newer than the cursor was removed.
    if (rows[0] && BigInt(rows[0].floor) > from) throw new Resync();
    for (const { floor: _floor, ...row } of rows) {
      if (row.seq === null) return;
      const event = fromRow(row);
      from = event.seq;
      yield event;
    }
    if (rows.length < PAGE) return;
  }
}

/** The events one after another, asked for one at a time; ending it frees the listener at once, also while it waits for the next event, and says no more. */
function closing(read: () => Promise<SequencedEvent | null>, close: () => void): AsyncIterableIterator<SequencedEvent> {
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
