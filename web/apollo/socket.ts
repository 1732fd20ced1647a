import { createClient } from 'graphql-ws';
import { backOff } from '#web/lib/back-off.ts';
import { setSocketState } from './connection-state.ts';
import { notifySessionEnded } from './session-signals.ts';

const PING_EVERY = 10_000;
const PATIENCE = 5_000;
const SESSION_ENDED = 4401;

/** The server restarts and told every client at the same moment. */
const SERVICE_RESTART = 1012;
/** Milliseconds over which clients spread when the server told all of them to reconnect. */
const RESTART_SPREAD = 5_000;
/** The longest wait between two attempts, so that a server that is back is found within seconds. */
const LONGEST_WAIT = 4_000;

/** Milliseconds to wait before the next attempt to connect. `code` is how the last connection was closed; null where it was not by a server. */
export const reconnectDelay = (attempt: number, code: unknown, random: () => number = Math.random): number =>
  code === SERVICE_RESTART && attempt === 0 ? Math.round(random() * RESTART_SPREAD) : backOff(attempt, random, LONGEST_WAIT);

/** Waits before the next attempt, or only until the machine is online again. */
const nextAttempt = (delay: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, delay);
    window.addEventListener('online', go);
  });

const codeOf = (event: unknown) => (typeof event === 'object' && event !== null && 'code' in event ? event.code : undefined);

/** The only socket of this tab: opened with the first subscription, kept alive by pings, and reconnected without a limit. */
export function createSocket(url: string, options: { webSocketImpl?: unknown } = {}) {
  let silence: ReturnType<typeof setTimeout> | undefined;
  let closeCode: unknown;
  const client = createClient({
    ...options,
    url,
    lazy: true,
    lazyCloseTimeout: 3_000,
    keepAlive: PING_EVERY,
    connectionAckWaitTimeout: PATIENCE,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => nextAttempt(reconnectDelay(retries, closeCode)),
    shouldRetry: () => true,
    on: {
      connected: () => setSocketState('up'),
      ping: (received) => {
        if (!received) silence = setTimeout(() => client.terminate(), PATIENCE);
      },
      pong: (received) => {
        if (received) clearTimeout(silence);
      },
      error: () => setSocketState('down'),
      closed: (event) => {
        clearTimeout(silence);
        const code = codeOf(event);
        closeCode = code;
        setSocketState(code === 1000 ? 'up' : 'down');
        if (code === SESSION_ENDED) notifySessionEnded();
      },
    },
  });
  // When the network is lost, the connection is half-open: it looks open but must be reconnected.
  window.addEventListener('offline', () => client.terminate());
  return client;
}
