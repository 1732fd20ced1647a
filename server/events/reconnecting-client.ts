import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { applySettings, closeOnQueryTimeout, connectionOptions, queryTimeoutFor } from '#server/database/connect.ts';
import { PrimaryClient } from '#server/database/database-hosts.ts';
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
  /** Called with every new connection; when it rejects, the connection is closed and opened again. */
  onConnect(client: pg.Client): Promise<void>;
  /** Called when the connection was lost. */
  onDisconnect(): void;
}

const STATEMENT_TIMEOUT_MS = 5_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** While the database is away, one line of the log each so many milliseconds. */
const LOG_INTERVAL_MS = 30_000;

/** Milliseconds to wait until a connection is closed. */
const CLOSE_TIMEOUT_MS = 1_000;

const closeClient = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => undefined), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);

/** A connection outside the pool that is opened again whenever it is lost or stops answering, for LISTEN and advisory locks. */
export function createReconnectingClient({
  url,
  name,
  log,
  deadline = queryTimeoutFor(STATEMENT_TIMEOUT_MS),
  onConnect,
  onDisconnect,
}: Options): ReconnectingClient {
  let closed = false;
  let client: pg.Client | null = null;
  let delayMs = FIRST_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const first = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);

  const connect = async () => {
    const next = new PrimaryClient(connectionOptions(url, { application: `callboard ${name}` }));
    closeOnQueryTimeout(next, deadline);
    client = next;
    const disconnected = Promise.withResolvers<void>();
    // 'error' reports a broken connection, 'end' any that has closed.
    next.on('error', () => disconnected.resolve());
    next.on('end', () => disconnected.resolve());
    try {
      // A client that is closed before it was connected never settles.
      await Promise.race([next.connect(), aborted.promise]);
      await applySettings(next, { statementTimeout: STATEMENT_TIMEOUT_MS });
      await onConnect(next);
      delayMs = FIRST_DELAY_MS;
      loggedAt = Number.NEGATIVE_INFINITY;
      first.resolve();
      await disconnected.promise;
    } catch (error) {
      if (!closed && performance.now() > loggedAt + LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        log.warn({ error, connection: name }, 'Lost the database connection; reconnecting');
      }
    }
    onDisconnect();
    await closeClient(next);
    if (closed) return;
    timer = setTimeout(() => {
      running = connect();
    }, delayMs);
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
  };
  let running = connect();

  return {
    ready: first.promise,
    close: async () => {
      closed = true;
      aborted.reject(new Error('Closed'));
      clearTimeout(timer);
      first.resolve();
      // Before a query in progress fails, its owner knows why.
      onDisconnect();
      if (client) await closeClient(client);
      await running;
    },
  };
}
