import type { Pool } from 'pg';
import type { FactKind } from '#domain/facts.ts';
import { type Hub, Resync } from './hub.ts';
import { EVENT_COLUMNS, type EventRow, fromRow, type SequencedEvent } from './sequenced.ts';

/** Farther behind than this, catching up costs more than asking again. */
export const REPLAY_LIMIT = 50_000n;
const PAGE = 500;

const MISSED = `select ${EVENT_COLUMNS} from events
  where seq > $1 and seq <= $2 and kind = any($3) order by seq limit ${PAGE}`;

export interface Followed {
  /** The last seq seen; null starts with what happens from now on. */
  readonly after: bigint | null;
  readonly kinds: readonly FactKind[];
  /** Whether this viewer may see it. */
  readonly visible?: (event: SequencedEvent) => boolean;
}

export type Follow = (what: Followed) => AsyncIterableIterator<SequencedEvent>;

interface Sources {
  readonly hub: Hub;
  readonly pool: Pick<Pool, 'query'>;
  /** The newest seq this instance knows. */
  head(): bigint;
}

/**
 * Everything of these kinds after the cursor, then live, without a hole and nothing twice: the listener is
 * registered first, the table read second, and what arrived meanwhile delivered last.
 */
export function createFollow({ hub, pool, head }: Sources): Follow {
  return ({ after, kinds, visible = () => true }) => {
    const listener = hub.listen((event) => kinds.includes(event.kind) && visible(event));
    const events = (async function* () {
      let last = after ?? head();
      if (after !== null) {
        const newest = await newestOf(pool);
        if (after > newest || newest - after > REPLAY_LIMIT) throw new Resync();
        for await (const event of missed(pool, after, newest, kinds)) {
          last = event.seq;
          if (visible(event)) yield event;
        }
        if (newest > last) last = newest;
      }
      for (;;) {
        const event = await listener.next();
        if (!event) return;
        if (event.seq <= last) continue;
        last = event.seq;
        yield event;
      }
    })();
    return closing(events, () => listener.close());
  };
}

async function newestOf(pool: Pick<Pool, 'query'>): Promise<bigint> {
  const { rows } = await pool.query<{ seq: string }>({ name: 'event-head', text: 'select seq from event_head where id = 1' });
  return BigInt(rows[0]?.seq ?? 0);
}

async function* missed(pool: Pick<Pool, 'query'>, after: bigint, upTo: bigint, kinds: readonly FactKind[]) {
  for (let from = after; ; ) {
    const { rows } = await pool.query<EventRow>({ name: 'events-missed', text: MISSED, values: [String(from), String(upTo), kinds] });
    for (const row of rows) {
      const event = fromRow(row);
      from = event.seq;
      yield event;
    }
    if (rows.length < PAGE) return;
  }
}

/** The same events; ending it frees the listener at once, also while it waits for the next event. */
function closing(events: AsyncGenerator<SequencedEvent>, close: () => void): AsyncIterableIterator<SequencedEvent> {
  const iterator: AsyncIterableIterator<SequencedEvent> = {
    next: async () => {
      try {
        const step = await events.next();
        if (step.done) close();
        return step;
      } catch (error) {
        close();
        throw error;
      }
    },
    return: async () => {
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
