import type { FactKind } from '#domain/facts.ts';
import type { Database, Tx } from '#server/database/client.ts';
import { EVENT_COLUMNS, type EventRow, fromRow, type SequencedEvent } from './sequenced.ts';

/** How far someone has read the log, remembered for all instances together. */
export interface Place {
  /** Remembers that everything until now is read, unless a place is known already. */
  begin(): Promise<void>;
  /** Whether a fact that concerns it waits. */
  isBehind(): Promise<boolean>;
  /** Works on the next fact and steps past it, both or neither; false where there is none. */
  take(work: (tx: Tx, fact: SequencedEvent) => Promise<void>): Promise<boolean>;
}

/** So many facts that do not concern it may lie between its place and the newest before it is moved along. */
const SLACK = 1_000;

// Facts that have no seq yet when it begins happened before: `since` is the newest id of those days.
const BEGIN = `
  insert into integration_state (provider, state, updated_at)
  select $1, jsonb_build_object('after', seq, 'since', (select coalesce(max(id), 0) from events)), now() from event_head
  on conflict do nothing`;

const PLACE = `select (state ->> 'after')::bigint as after, (state ->> 'since')::bigint as since from integration_state where provider = $1`;
const WAITING = 'events.seq > place.after and events.id > place.since and events.kind = any($2)';

const BEHIND = `
  select head.seq - place.after as distance, head.seq as head, exists (select 1 from events where ${WAITING}) as behind
  from event_head as head cross join (${PLACE}) as place`;

const NEXT = `
  with place as (${PLACE} for update)
  select next.* from place cross join lateral (
    select ${EVENT_COLUMNS} from events where ${WAITING} order by events.seq limit 1
  ) as next`;

// Never backwards, whoever looked first.
const STEP = `
  update integration_state set state = state || jsonb_build_object('after', $2::bigint), updated_at = now()
  where provider = $1 and (state ->> 'after')::bigint < $2::bigint`;

/** The place of a follower, by its name, among the facts of some kinds. */
export const placeOf = (db: Database, name: string, kinds: readonly FactKind[]): Place => ({
  begin: async () => {
    await db.pool.query(BEGIN, [name]);
  },

  isBehind: async () => {
    const { rows } = await db.pool.query<{ distance: string; head: string; behind: boolean }>({
      name: 'place-behind',
      text: BEHIND,
      values: [name, kinds],
    });
    const [now] = rows;
    if (now && !now.behind && Number(now.distance) > SLACK) await db.pool.query(STEP, [name, now.head]);
    return now?.behind ?? false;
  },

  take: (work) =>
    db.transaction(async (tx) => {
      const [row] = await tx.$queryRawUnsafe<EventRow[]>(NEXT, name, kinds);
      if (!row) return false;
      const fact = fromRow(row);
      await work(tx, fact);
      await tx.$executeRawUnsafe(STEP, name, fact.seq);
      return true;
    }),
});
