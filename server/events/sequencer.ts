import type pg from 'pg';
import { hasErrorCode } from '#server/database/sql-state.ts';
import type { Logger } from '#server/logger.ts';
import { EVENT_DEADLINES, type EventDeadlines } from './deadlines.ts';
import { createPollLoop } from './poll-loop.ts';
import { createReconnectingClient } from './reconnecting-client.ts';

/** The channel on which the sequencer says that there is something new to read. */
export const EVENTS_CHANNEL = 'callboard_events';

/** Advisory lock of the one instance that gives out sequence numbers ("call"). */
const LOCK = 0x63616c6c;
/** Milliseconds between two looks of the leader; they are also its sign of life (`REPLACE_FROZEN`). */
const TICK = 50;
/** Milliseconds between two tries of the others to become the leader. */
const RETRY_LOCK = 250;
/** How often the others look whether the leader is frozen, in milliseconds. */
const CHECK_LEADER = 1_000;
const BATCH = 1_000;
/** PostgreSQL's code for a right that is missing. */
const NOT_ALLOWED = new Set(['42501']);

// Committed rows get their numbers in the order of insertion, all in one statement. A row whose transaction
// commits later than its neighbour's simply gets a later number, so a reader of `seq > last` never misses one.
const SEQUENCE = `
  with pending as materialized (
    select id, row_number() over (order by id) as place from events where seq is null order by id limit ${BATCH}
  ), head as (
    update event_head set seq = seq + (select count(*) from pending)
    where id = 1 and exists (select 1 from pending)
    returning seq - (select count(*) from pending) as base, seq
  ), numbered as (
    update events set seq = head.base + pending.place from pending, head where events.id = pending.id and events.seq is null returning events.id
  )
  select (select seq from head) as head, (select count(*)::int from numbered) as count`;

// A process that is frozen, or whose host is gone, keeps its lock for as long as the server believes in its connection. Ending that
// connection is safe: a leader numbers events on the very connection that holds the lock, so it cannot go on without it. A role that
// may not see or end the other's connection (another role's, without pg_signal_backend) finds nobody, or is refused.
const REPLACE_FROZEN = `
  select pg_terminate_backend(activity.pid) as terminated
  from pg_locks as locks join pg_stat_activity as activity using (pid)
  where locks.locktype = 'advisory' and locks.granted and locks.objsubid = 1
    and locks.database = (select oid from pg_database where datname = current_database())
    and locks.classid = 0 and locks.objid = $1
    and activity.state_change < clock_timestamp() - case when activity.state = 'active' then $3::float8 else $2::float8 end * interval '1 millisecond'`;

export interface Sequencer {
  readonly ready: Promise<void>;
  /** Look now: something was committed. */
  trigger(): void;
  /** Whether this instance numbers the events at the moment. */
  isLeader(): boolean;
  /** Milliseconds since the database last answered its connection, whether it leads or not. */
  silence(): number;
  close(): Promise<void>;
}

interface SequencerOptions {
  readonly url: string;
  readonly log: Logger;
  readonly deadlines?: EventDeadlines;
}

/** Gives committed events their `seq` and notifies every instance. One instance is the leader, by an advisory lock; the others wait for it. */
export function startSequencer({ url, log, deadlines = EVENT_DEADLINES }: SequencerOptions): Sequencer {
  let client: pg.Client | null = null;
  let leader = false;
  let answeredAt = performance.now();
  let checkedAt = 0;

  const sequence = async (on: pg.Client) => {
    for (;;) {
      const { rows } = await on.query<{ head: string | null; count: number }>({ name: 'sequence', text: SEQUENCE });
      const done = rows[0];
      if (!done?.count) return;
      await on.query({ name: 'announce', text: 'select pg_notify($1, $2)', values: [EVENTS_CHANNEL, done.head] });
      if (done.count < BATCH) return;
    }
  };

  const tryAcquireLeadership = async (on: pg.Client) => {
    const { rows } = await on.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [LOCK]);
    leader = rows[0]?.won ?? false;
    if (leader) log.debug('This instance now sequences the events');
    else await replaceFrozenLeader(on);
  };

  const replaceFrozenLeader = async (on: pg.Client) => {
    if (performance.now() < checkedAt + CHECK_LEADER) return;
    checkedAt = performance.now();
    try {
      const { rows } = await on.query(REPLACE_FROZEN, [LOCK, deadlines.leaderIdle, deadlines.leaderActive]);
      if (rows.length > 0) log.warn('Replacing the leader of the event log: it has not answered');
    } catch (error) {
      if (!hasErrorCode(error, NOT_ALLOWED)) throw error;
      log.warn({ error }, 'The leader of the event log does not answer, and this role may not end its connection');
    }
  };

  const turns = createPollLoop({
    work: async () => {
      const on = client;
      try {
        if (on && !leader) await tryAcquireLeadership(on);
        if (on && leader) await sequence(on);
        if (on) answeredAt = performance.now();
      } catch (error) {
        if (client === on) log.warn({ error }, 'Could not sequence events; trying again');
      }
    },
    interval: () => (leader ? TICK : RETRY_LOCK),
  });

  const connection = createReconnectingClient({
    url,
    name: 'sequencer',
    log,
    deadline: deadlines.query,
    onConnect: async (connected) => {
      client = connected;
      await turns.resume();
    },
    onDisconnect: () => {
      client = null;
      leader = false;
      turns.pause();
    },
  });

  return {
    ready: connection.ready,
    trigger: () => {
      if (leader) turns.trigger();
    },
    isLeader: () => leader,
    silence: () => performance.now() - answeredAt,
    close: () => connection.close(),
  };
}
