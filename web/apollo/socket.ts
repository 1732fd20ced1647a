import { createClient } from 'graphql-ws';
import { setSocketState } from './connection-state.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import { notifySessionEnded } from './session-signals.ts';

const PING_EVERY = 10_000;
const PATIENCE = 5_000;
const SESSION_ENDED = 4401;

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
