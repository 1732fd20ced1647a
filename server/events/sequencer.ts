import type pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { takeResidence } from './resident.ts';
import { takeTurns } from './turns.ts';

/** The channel on which the sequencer says that there is something new to read. */
export const EVENTS_CHANNEL = 'callboard_events';

/** Advisory lock of the one instance that gives out sequence numbers ("call"). */
const LOCK = 0x63616c6c;
const TICK = 50;
const RETRY_LOCK = 250;
const BATCH = 1_000;

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

export interface Sequencer {
  readonly ready: Promise<void>;
  /** Look now: something was committed. */
  kick(): void;
  /** Whether this instance gives out the numbers at the moment. */
  leads(): boolean;
  close(): Promise<void>;
}

/** Gives committed events their `seq` and tells every instance. One instance holds the lock, the others wait for it. */
export function startSequencer({ url, log }: { url: string; log: Logger }): Sequencer {
  let client: pg.Client | null = null;
  let leading = false;

  const sequence = async (on: pg.Client) => {
    for (;;) {
      const { rows } = await on.query<{ head: string | null; count: number }>({ name: 'sequence', text: SEQUENCE });
      const done = rows[0];
      if (!done?.count) return;
      await on.query({ name: 'announce', text: 'select pg_notify($1, $2)', values: [EVENTS_CHANNEL, done.head] });
      if (done.count < BATCH) return;
    }
  };

  const lead = async (on: pg.Client) => {
    const { rows } = await on.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [LOCK]);
    leading = rows[0]?.won ?? false;
    if (leading) log.debug('This instance now sequences the events');
  };

  const turns = takeTurns({
    work: async () => {
      const on = client;
      try {
        if (on && !leading) await lead(on);
        if (on && leading) await sequence(on);
      } catch (error) {
        if (client === on) log.warn({ error }, 'Could not sequence events; trying again');
      }
    },
    rest: () => (leading ? TICK : RETRY_LOCK),
  });

  const resident = takeResidence({
    url,
    name: 'sequencer',
    log,
    arrive: async (arrived) => {
      client = arrived;
      await turns.wake();
    },
    leave: () => {
      client = null;
      leading = false;
      turns.sleep();
    },
  });

  return {
    ready: resident.ready,
    kick: () => {
      if (leading) turns.kick();
    },
    leads: () => leading,
    close: () => resident.close(),
  };
}
