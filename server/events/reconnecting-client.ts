import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { closeOnQueryTimeout, connectionOptions, queryTimeoutFor } from '#server/database/connect.ts';
import type { Logger } from '#server/logger.ts';

export interface ReconnectingClient {
  /** Resolves once the first connection is open. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly url: string;
  /** Shown in `pg_stat_activity` as `callboard <name>`. */
  readonly name: string;
  readonly log: Logger;
  /** Milliseconds without an answer after which the connection is closed and opened again. */
  readonly deadline?: number | null;
  /** Called with every new connection; the connection is given up when it rejects. */
  onConnect(client: pg.Client): Promise<void>;
  /** Called when the connection is gone. */
  onDisconnect(): void;
}

const STATEMENT_TIMEOUT = 10_000;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

/** Milliseconds the database has to close a connection; one that does not answer is left. */
const END_TIMEOUT = 1_000;

const end = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => undefined), wait(END_TIMEOUT, undefined, { ref: false })]);

/** One connection of our own that is opened again whenever it is lost or stops answering: LISTEN and advisory locks live on it. */
export function createReconnectingClient({
  url,
  name,
  log,
  deadline = queryTimeoutFor(STATEMENT_TIMEOUT),
  onConnect,
  onDisconnect,
}: Options): ReconnectingClient {
  let closed = false;
  let client: pg.Client | null = null;
  let pause = FIRST_PAUSE;
  let timer: NodeJS.Timeout | undefined;
  const first = Promise.withResolvers<void>();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);

  const connect = async () => {
    const next = new pg.Client(connectionOptions(url, { application: `callboard ${name}`, statementTimeout: STATEMENT_TIMEOUT }));
    closeOnQueryTimeout(next, deadline);
    client = next;
    const lost = Promise.withResolvers<void>();
    // 'error' announces a broken connection, 'end' every one that is over.
    next.on('error', () => lost.resolve());
    next.on('end', () => lost.resolve());
    try {
      // A client that is ended before it was connected never says so.
      await Promise.race([next.connect(), over.promise]);
      await onConnect(next);
      pause = FIRST_PAUSE;
      first.resolve();
      await lost.promise;
    } catch (error) {
      if (!closed) log.warn({ error, connection: name }, 'Lost the database connection; trying again');
    }
    onDisconnect();
    await end(next);
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
      // Whoever is at work on the connection learns that it is over before its query fails.
      onDisconnect();
      if (client) await end(client);
      await running;
    },
  };
}
