import type pg from 'pg';
import type { Logger } from '#server/logger.ts';
import type { EventBus } from './event-bus.ts';
import { EVENT_COLUMNS, type EventRow, toSequencedEvent } from './event-log.ts';
import { createPollLoop } from './poll-loop.ts';
import { createReconnectingClient } from './reconnecting-client.ts';
import { EVENT_DEADLINES, EVENTS_CHANNEL, type EventDeadlines } from './sequencer.ts';

const BATCH = 500;
/** A notification may be lost with its connection, so the log is read this often in any case, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

const SELECT_HEAD = 'select seq from event_head where id = 1';
const SELECT_NEWER = `select ${EVENT_COLUMNS} from events where seq > $1 order by seq limit ${BATCH}`;

export interface Reader {
  readonly ready: Promise<void>;
  /** The seq of the last event that was published. */
  head(): bigint;
  /** Milliseconds since it last read the log successfully. */
  silence(): number;
  close(): Promise<void>;
}

/** Reads the log for this instance and publishes every event, in order and once. */
export function startReader({ url, eventBus, log, onChannel = {}, deadlines = EVENT_DEADLINES }: ReaderOptions): Reader {
  let last: bigint | null = null;
  let client: pg.Client | null = null;
  let readAt = performance.now();

  const read = async (connection: pg.Client) => {
    for (;;) {
      const { rows } = await connection.query<EventRow>({ name: 'newer', text: SELECT_NEWER, values: [String(last ?? 0n)] });
      const events = rows.map(toSequencedEvent);
      last = events.at(-1)?.seq ?? last;
      eventBus.publish(events);
      readAt = performance.now();
      if (rows.length < BATCH) return;
    }
  };

  const pollLoop = createPollLoop({
    work: async () => {
      const current = client;
      try {
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
        if (channel === EVENTS_CHANNEL) pollLoop.trigger();
        else onChannel[channel]?.(payload ?? '');
      });
      for (const channel of [EVENTS_CHANNEL, ...Object.keys(onChannel)]) await connected.query(`listen ${channel}`);
      if (last === null) {
        const { rows } = await connected.query<{ seq: string }>(SELECT_HEAD);
        last = BigInt(rows[0]?.seq ?? 0);
      }
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
    head: () => last ?? 0n,
    silence: () => performance.now() - readAt,
    close: () => reconnecting.close(),
  };
}

interface ReaderOptions {
  readonly url: string;
  readonly eventBus: Pick<EventBus, 'publish'>;
  readonly log: Logger;
  /** Other channels to listen on with the same connection. */
  readonly onChannel?: Readonly<Record<string, (payload: string) => void>>;
  readonly deadlines?: EventDeadlines;
}
