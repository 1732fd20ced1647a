import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { settings } from '#server/database/connect.ts';
import type { Logger } from '#server/logger.ts';

export interface Resident {
  /** Resolves once the first connection stands. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

interface Duties {
  readonly url: string;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  readonly log: Logger;
  /** Called with every new connection; the connection is given up when it rejects. */
  arrive(client: pg.Client): Promise<void>;
  /** Called when the connection is gone. */
  leave(): void;
}

const STATEMENT = 10_000;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

/** Milliseconds the database has to take leave; one that says nothing is left without. */
const FAREWELL = 1_000;

const farewell = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => undefined), wait(FAREWELL, undefined, { ref: false })]);

/** One connection of our own that is opened again whenever it is lost: LISTEN and advisory locks live on it. */
export function takeResidence({ url, name, log, arrive, leave }: Duties): Resident {
  let closed = false;
  let client: pg.Client | null = null;
  let pause = FIRST_PAUSE;
  let timer: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);

  const connect = async () => {
    const next = new pg.Client(settings(url, { application: `callboard ${name}`, statementTimeout: STATEMENT }));
    client = next;
    const lost = Promise.withResolvers<void>();
    // 'error' announces a broken connection, 'end' every one that is over; either way we are homeless.
    next.on('error', () => lost.resolve());
    next.on('end', () => lost.resolve());
    try {
      // A client that is ended before it stood never says so.
      await Promise.race([next.connect(), over.promise]);
      await arrive(next);
      pause = FIRST_PAUSE;
      first.resolve();
      await lost.promise;
    } catch (error) {
      if (!closed) log.warn({ error, connection: name }, 'Lost the database connection; trying again');
    }
    leave();
    await farewell(next);
    if (closed) return;
    timer = setTimeout(() => {
      running = connect();
    }, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  };
  let running = connect();

  return {
    ready: first.promise,
    close: async () => {
      closed = true;
      over.reject(new Error('Closed'));
      clearTimeout(timer);
      first.resolve();
      // Whoever is at work on the connection learns that it is over before it finds out the hard way.
      leave();
      if (client) await farewell(client);
      await running;
    },
  };
}
