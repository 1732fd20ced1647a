import type pg from 'pg';
import { epochOf, toCursor } from '#domain/event-cursor.ts';
import type { Logger } from '#server/logger.ts';
import type { EventBus } from './event-bus.ts';
import { EVENT_COLUMNS, type EventRow, toSequencedEvent } from './event-log.ts';
import { type LogPosition, NEW_EPOCH, readLogPosition, startNewEpoch } from './log-epoch.ts';
import { createPollLoop } from './poll-loop.ts';
import { createReconnectingClient } from './reconnecting-client.ts';
import { EVENT_DEADLINES, EVENTS_CHANNEL, type EventDeadlines } from './sequencer.ts';

const BATCH = 500;
/** A notification may be lost with its connection, so the log is read this often in any case, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

const SELECT_NEWER = `select id, ${EVENT_COLUMNS} from events where seq > $1 order by seq limit ${BATCH}`;

export interface Reader {
  readonly ready: Promise<void>;
  /** The cursor of the last event that was published. */
  head(): bigint;
  /** Milliseconds since it last read the log successfully. */
  silence(): number;
  close(): Promise<void>;
}

/** Reads the log for this instance and publishes every event, in order and once. */
export function startReader({
  url,
  eventBus,
  log,
  onChannel = {},
  onNewEpoch = () => {},
  deadlines = EVENT_DEADLINES,
}: ReaderOptions): Reader {
  let last: LogPosition | null = null;
  let client: pg.Client | null = null;
  let readAt = performance.now();
  let isEpochNew = false;

  const read = async (connection: pg.Client) => {
    for (;;) {
      const { rows } = await connection.query<EventRow & { readonly id: string }>({
        name: 'newer',
        text: SELECT_NEWER,
        values: [String(last?.seq ?? 0n)],
      });
      // Its notification was lost.
      if (last && rows[0] && BigInt(rows[0].epoch) !== last.epoch) return await checkEpoch(connection);
      const events = rows.map(({ id: _id, ...row }) => toSequencedEvent(row));
      const [newest, event] = [rows.at(-1), events.at(-1)];
      if (newest && event) last = { epoch: epochOf(event.cursor), seq: event.seq, id: newest.id };
      eventBus.publish(events);
      readAt = performance.now();
      if (rows.length < BATCH) return;
    }
  };

  /** Whether this is still the log that was read before: another server, or a restored one, may have another course of events. */
  const checkEpoch = async (connection: pg.Client) => {
    const before = last;
    if (before && (await startNewEpoch(connection, before))) {
      log.warn({ seq: String(before.seq) }, 'Events that were delivered are missing in the database; all clients refetch');
    }
    const { head } = await readLogPosition(connection, before);
    if (before && head.epoch === before.epoch) return;
    last = head;
    if (before) onNewEpoch();
  };

  const pollLoop = createPollLoop({
    work: async () => {
      const current = client;
      try {
        if (current && isEpochNew) await checkEpoch(current);
        isEpochNew = false;
        if (current) await read(current);
      } catch (error) {
        if (client === current) log.warn({ error }, 'Could not read the event log; retrying');
      }
    },
    interval: () => POLL_INTERVAL_MS,
  });

  const reconnecting = createReconnectingClient({
    url,
    name: 'event reader',
    log,
    deadline: deadlines.query,
    onConnect: async (connected) => {
      connected.on('notification', ({ channel, payload }) => {
        if (channel === EVENTS_CHANNEL) {
          isEpochNew ||= payload === NEW_EPOCH;
          pollLoop.trigger();
        } else onChannel[channel]?.(payload ?? '');
      });
      for (const channel of [EVENTS_CHANNEL, ...Object.keys(onChannel)]) await connected.query(`listen ${channel}`);
      await checkEpoch(connected);
      client = connected;
      await pollLoop.resume();
    },
    onDisconnect: () => {
      client = null;
      pollLoop.pause();
    },
  });

  return {
    ready: reconnecting.ready,
    head: () => (last ? toCursor(last.epoch, last.seq) : 0n),
    silence: () => performance.now() - readAt,
    close: () => reconnecting.close(),
  };
}

interface ReaderOptions {
  readonly url: string;
  readonly eventBus: Pick<EventBus, 'publish'>;
  readonly log: Logger;
  /** Other channels to listen on with the same connection. */
  /** Called when the log no longer continues the events that were published: all that was derived from them has to be loaded again. */
  readonly onNewEpoch?: () => void;
  readonly onChannel?: Readonly<Record<string, (payload: string) => void>>;
  readonly deadlines?: EventDeadlines;
}
