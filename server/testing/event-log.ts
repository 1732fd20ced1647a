import pg from 'pg';
import { SERVER_ACCESS } from '#domain/access/access.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import type { EventSubscription } from '#domain/event-subscription.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createEventBus } from '#server/events/event-bus.ts';
import { startReader } from '#server/events/reader.ts';
import { EVENT_DEADLINES, type EventDeadlines, startSequencer } from '#server/events/sequencer.ts';
import { createSubscribeFrom } from '#server/events/subscribe-from.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase } from './database.ts';

const INSERT = `insert into events (kind, subject_type, subject_id, data, at) values ($1, 'lead', $2, '{}', now())`;

interface EventLogOptions {
  /** The address of another test's log, to be a second instance on it. */
  readonly url?: string;
  readonly replayLimit?: number;
  readonly deadlines?: EventDeadlines;
  /** Another address of the same database for its reader, or its sequencer. */
  readonly readerUrl?: string;
  readonly sequencerUrl?: string;
}

/** The events of one server instance, without the rest of the server. */
export async function openEventLog({ url, replayLimit, deadlines = EVENT_DEADLINES, readerUrl, sequencerUrl }: EventLogOptions = {}) {
  const testDatabase = url ? { url, drop: async () => undefined } : await createTestDatabase();
  const log = createLogger('silent');
  const db = openDatabase({ url: testDatabase.url, poolSize: 24 });
  const eventBus = createEventBus();
  const sequencer = startSequencer({ url: sequencerUrl ?? testDatabase.url, log, deadlines });
  const reader = startReader({ url: readerUrl ?? testDatabase.url, eventBus, log, deadlines, onNewEpoch: eventBus.endAll });
  await Promise.all([sequencer.ready, reader.ready]);
  const subscribeFrom = createSubscribeFrom({ eventBus, pool: db.pool, head: reader.head, replayLimit });
  return {
    url: testDatabase.url,
    db,
    eventBus,
    sequencer,
    reader,
    subscribeFrom,
    /** The last event this instance has handed to its listeners. */
    readerHead: reader.head,
    /** Writes a fact by itself, as one short transaction. */
    write: (subject: string, kind = 'lead.moved') => db.pool.query(INSERT, [kind, subject]),
    /** A transaction the test holds open. */
    begin: () => begin(db),
    /** How far the order of events goes. */
    head: () => headOf(db),
    close: async () => {
      eventBus.close();
      await Promise.all([sequencer.close(), reader.close()]);
      await db.close();
      await testDatabase.drop();
    },
    /** Subscribes, and collects all it receives. */
    collect: (what: Partial<EventSubscription> = {}) =>
      collect(subscribeFrom(SERVER_ACCESS)({ after: null, kinds: ['lead.moved'], ...what })),
  };
}

export type EventLogUnderTest = Awaited<ReturnType<typeof openEventLog>>;

async function begin({ pool }: Database) {
  const client = await pool.connect();
  await client.query('begin');
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how);
    client.release();
  };
  return {
    write: (subject: string, kind = 'lead.moved') => client.query(INSERT, [kind, subject]),
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
}

async function headOf({ pool }: Database): Promise<bigint> {
  const { rows } = await pool.query<{ seq: string }>('select seq from event_head');
  return BigInt(rows[0]?.seq ?? 0);
}

function collect(events: AsyncIterableIterator<SequencedEvent>) {
  const received: SequencedEvent[] = [];
  const ended = (async () => {
    for await (const event of events) received.push(event);
  })();
  ended.catch(() => undefined);
  return {
    received,
    subjects: () => received.map(({ subjectId }) => subjectId),
    /** Rejects with what ended the stream. */
    ended,
    stop: () => events.return?.(),
  };
}

/** Ends the server's side of connections, as a restart or a network fault would; answers how many. */
export async function terminateConnections(url: string, application: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [application],
  );
  await client.end();
  return rowCount ?? 0;
}
