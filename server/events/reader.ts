import type pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { EVENT_DEADLINES, type EventDeadlines } from './deadlines.ts';
import type { EventBus } from './event-bus.ts';
import { createPollLoop } from './poll-loop.ts';
import { createReconnectingClient } from './reconnecting-client.ts';
import { EVENT_COLUMNS, type EventRow, toSequencedEvent } from './sequenced.ts';
import { EVENTS_CHANNEL } from './sequencer.ts';

const BATCH = 500;
/** A notification may be lost with its connection; we look this often in any case. */
const LOOK = 1_000;

const HEAD = 'select seq from event_head where id = 1';
const NEWER = `select ${EVENT_COLUMNS} from events where seq > $1 order by seq limit ${BATCH}`;

export interface Reader {
  readonly ready: Promise<void>;
  /** The last event handed to the hub. */
  head(): bigint;
  /** Milliseconds since it last read the log. */
  silence(): number;
  close(): Promise<void>;
}

/** Follows the log on behalf of this instance and hands every event, in order and once, to its hub. */
export function startReader({ url, hub, log, onChannel = {}, deadlines = EVENT_DEADLINES }: ReaderOptions): Reader {
  let last: bigint | null = null;
  let client: pg.Client | null = null;
  let readAt = performance.now();

  const read = async (on: pg.Client) => {
    for (;;) {
      const { rows } = await on.query<EventRow>({ name: 'newer', text: NEWER, values: [String(last ?? 0n)] });
      const events = rows.map(toSequencedEvent);
      last = events.at(-1)?.seq ?? last;
      hub.publish(events);
      readAt = performance.now();
      if (rows.length < BATCH) return;
    }
  };

  const turns = createPollLoop({
    work: async () => {
      const on = client;
      try {
        if (on) await read(on);
      } catch (error) {
        if (client === on) log.warn({ error }, 'Could not read the event log; trying again');
      }
    },
    interval: () => LOOK,
  });

  const connection = createReconnectingClient({
    url,
    name: 'event reader',
    log,
    deadline: deadlines.query,
    onConnect: async (connected) => {
      connected.on('notification', ({ channel, payload }) => {
        if (channel === EVENTS_CHANNEL) turns.trigger();
        else onChannel[channel]?.(payload ?? '');
      });
      for (const channel of [EVENTS_CHANNEL, ...Object.keys(onChannel)]) await connected.query(`listen ${channel}`);
      if (last === null) {
        const { rows } = await connected.query<{ seq: string }>(HEAD);
        last = BigInt(rows[0]?.seq ?? 0);
      }
      client = connected;
      await turns.resume();
    },
    onDisconnect: () => {
      client = null;
      turns.pause();
    },
  });

  return {
    ready: connection.ready,
    head: () => last ?? 0n,
    silence: () => performance.now() - readAt,
    close: () => connection.close(),
  };
}

interface ReaderOptions {
  readonly url: string;
  readonly hub: Pick<EventBus, 'publish'>;
  readonly log: Logger;
  /** Other channels to listen on with the same connection. */
  readonly onChannel?: Readonly<Record<string, (payload: string) => void>>;
  readonly deadlines?: EventDeadlines;
}
