import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { EVENT_COLUMNS, type EventRow, toSequencedEvent } from './event-log.ts';

/** How far a consumer has read the event log; one row of `event_consumers`, shared by all instances. */
export interface ConsumerOffset {
  /** Starts at the end of the log, unless the consumer is known already. */
  initialize(): Promise<void>;
  /** Whether an event of its kinds is still to be handled. */
  isBehind(): Promise<boolean>;
  /** Handles the next event and moves past it in one transaction; null when there is none. */
  processNext(handle: (tx: Tx, event: SequencedEvent) => Promise<void>): Promise<SequencedEvent | null>;
}

/** How many events of other kinds may lie between the offset and the head before the offset is advanced. */
const MAX_LAG = 1_000;

// Events that have no seq yet at this moment happened before the consumer existed: `since_id` is the newest id.
const INSERT = `
  insert into event_consumers (name, kinds, seq, since_id, updated_at)
  select $1, $2, seq, (select coalesce(max(id), 0) from events), now() from event_head
  on conflict (name) do update set kinds = excluded.kinds`;

const PENDING = 'events.seq > consumer.seq and events.id > consumer.since_id and events.kind = any($2)';

const SELECT_LAG = `
  select head.seq - consumer.seq as distance, head.seq as head, exists (select 1 from events where ${PENDING}) as behind
  from event_head as head cross join event_consumers as consumer where consumer.name = $1`;

// The row is locked until the transaction ends: of several instances one handles the event, the others wait and take the next.
const SELECT_NEXT = `
  with consumer as (select seq, since_id from event_consumers where name = $1 for update)
  select next.* from consumer cross join lateral (
    select ${EVENT_COLUMNS} from events where ${PENDING} order by events.seq limit 1
  ) as next`;

// Never backwards, whichever instance looked first.
const COMMIT = 'update event_consumers set seq = $2::bigint, updated_at = now() where name = $1 and seq < $2::bigint';

export const createConsumerOffset = (db: Database, name: string, kinds: readonly EventType[]): ConsumerOffset => ({
  initialize: async () => {
    await db.pool.query(INSERT, [name, kinds]);
  },

  isBehind: async () => {
    const { rows } = await db.pool.query<{ distance: string; head: string; behind: boolean }>({
      name: 'consumer-lag',
      text: SELECT_LAG,
      values: [name, kinds],
    });
    const [lag] = rows;
    if (lag && !lag.behind && Number(lag.distance) > MAX_LAG) await db.pool.query(COMMIT, [name, lag.head]);
    return lag?.behind ?? false;
  },

  processNext: (handle) =>
    db.transaction(async (tx) => {
      const [row] = await tx.$queryRawUnsafe<EventRow[]>(SELECT_NEXT, name, kinds);
      if (!row) return null;
      const event = toSequencedEvent(row);
      await handle(tx, event);
      await tx.$executeRawUnsafe(COMMIT, name, event.seq);
      return event;
    }),
});
