import type pg from 'pg';
import { ADVISORY_LOCKS, tryLockSession } from '#server/database/advisory-lock.ts';
import { hasErrorCode } from '#server/database/database-errors.ts';
import type { Logger } from '#server/logger.ts';
import { createPollLoop } from './poll-loop.ts';
import { createReconnectingClient } from './reconnecting-client.ts';

/** NOTIFY channel of the sequencer: new events can be read. */
export const EVENTS_CHANNEL = 'callboard_events';

/** Milliseconds between two polls of the leader; they also show that it is alive (`REPLACE_FROZEN`). */
const LEADER_INTERVAL_MS = 50;
/** Milliseconds between two attempts of another instance to become the leader. */
const STANDBY_INTERVAL_MS = 250;
/** Milliseconds until the leader tries again after a failure, such as a full disk. */
const RETRY_INTERVAL_MS = 1_000;
/** How often the others check whether the leader is frozen, in milliseconds. */
const LEADER_CHECK_MS = 1_000;
const BATCH = 1_000;
/** SQLSTATE of a missing privilege. */
const INSUFFICIENT_PRIVILEGE = new Set(['42501']);

// Committed rows get their numbers in the order of insertion, all in one statement. A row whose transaction
// commits later than its neighbour's simply gets a later number, so a reader of `seq > last` never misses one. By time and kind each
// row is looked for in its own partition alone.
const SEQUENCE = `
  with pending as materialized (
    select id, at, kind, row_number() over (order by id) as position from events where seq is null order by id limit ${BATCH}
  ), head as (
    update event_head set seq = seq + (select count(*) from pending)
    where id = 1 and exists (select 1 from pending)
    returning seq - (select count(*) from pending) as base, seq
  ), numbered as (
    update events set seq = head.base + pending.position from pending, head
    where events.id = pending.id and events.at = pending.at and events.kind = pending.kind and events.seq is null returning events.id
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

/** How long the event log's connections may be silent, in milliseconds. */
export interface EventDeadlines {
  /** A query of the reader or the sequencer without an answer: its connection is closed and opened again. */
  readonly query: number;
  /** The leader polls every 50 ms; one whose connection was idle for this long is frozen, and another instance replaces it. */
  readonly leaderIdle: number;
  /** The same for a leader whose statement is still running, beyond its statement timeout of 5 s. */
  readonly leaderActive: number;
  /** After this long without an answer to the reader or the sequencer the instance is not ready. */
  readonly stale: number;
}

export const EVENT_DEADLINES: EventDeadlines = { query: 8_000, leaderIdle: 5_000, leaderActive: 8_000, stale: 10_000 };

export interface Sequencer {
  readonly ready: Promise<void>;
  /** Runs now: something was committed. */
  trigger(): void;
  /** Whether this instance assigns the sequence numbers at the moment. */
  isLeader(): boolean;
  /** Milliseconds since the database last answered its connection, leader or not. */
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
  let failing = false;

  const sequence = async (connection: pg.Client) => {
    for (;;) {
      const { rows } = await connection.query<{ head: string | null; count: number }>({ name: 'sequence', text: SEQUENCE });
      const [batch] = rows;
      if (!batch?.count) return;
      await connection.query({ name: 'notify-events', text: 'select pg_notify($1, $2)', values: [EVENTS_CHANNEL, batch.head] });
      if (batch.count < BATCH) return;
    }
  };

  const tryAcquireLeadership = async (connection: pg.Client) => {
    leader = await tryLockSession(connection, ADVISORY_LOCKS.eventSequencer);
    if (leader) log.debug('This instance is now the event log leader');
    else await replaceFrozenLeader(connection);
  };

  const replaceFrozenLeader = async (connection: pg.Client) => {
    if (performance.now() < checkedAt + LEADER_CHECK_MS) return;
    checkedAt = performance.now();
    try {
      const { rows } = await connection.query(REPLACE_FROZEN, [
        ADVISORY_LOCKS.eventSequencer,
        deadlines.leaderIdle,
        deadlines.leaderActive,
      ]);
      if (rows.length > 0) log.warn('The event log leader stopped responding; terminated its connection');
    } catch (error) {
      if (!hasErrorCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
      log.warn({ error }, 'The event log leader is not responding, and this database role may not terminate its connection');
    }
  };

  const pollLoop = createPollLoop({
    work: async () => {
      const current = client;
      try {
        if (current && !leader) await tryAcquireLeadership(current);
        if (current && leader) await sequence(current);
        if (current) answeredAt = performance.now();
        failing = false;
      } catch (error) {
        failing = true;
        if (client === current) log.warn({ error }, 'Could not sequence events; retrying');
      }
    },
    interval: () => (failing ? RETRY_INTERVAL_MS : leader ? LEADER_INTERVAL_MS : STANDBY_INTERVAL_MS),
  });

  const reconnecting = createReconnectingClient({
    url,
    name: 'sequencer',
    log,
    deadline: deadlines.query,
    onConnect: async (connected) => {
      client = connected;
      await pollLoop.resume();
    },
    onDisconnect: () => {
      client = null;
      leader = false;
      pollLoop.pause();
    },
  });

  return {
    ready: reconnecting.ready,
    trigger: () => {
      if (leader && !failing) pollLoop.trigger();
    },
    isLeader: () => leader,
    silence: () => performance.now() - answeredAt,
    close: () => reconnecting.close(),
  };
}
