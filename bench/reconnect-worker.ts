/** A worker thread with many clients of the board that reconnect as the web client does and resume after their last event. */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { reconnectDelay } from '#web/apollo/socket.ts';

export interface ReconnectWorkerOptions {
  readonly url: string;
  readonly count: number;
  readonly cookies: readonly string[];
  readonly query: string;
  /** The cursor after which each subscribes. */
  readonly after: string;
}

/** As in web/apollo/socket.ts: how long a client waits for the server's acknowledgement. */
const ACK_TIMEOUT = 5_000;

const { url, count, cookies, query, after }: ReconnectWorkerOptions = workerData;
let attempts = 0;

function connect(cookie: string, attempt: number): void {
  attempts += 1;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie },
    perMessageDeflate: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAcknowledged = false;
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    clearTimeout(timer);
    const next = isAcknowledged ? 0 : attempt + 1;
    setTimeout(() => connect(cookie, next), reconnectDelay(next, code));
  });
  socket.on('open', () => {
    timer = setTimeout(() => socket.terminate(), ACK_TIMEOUT);
    socket.send('{"type":"connection_init"}');
  });
  socket.on('message', (frame: Buffer) => {
    if (frame.includes('"type":"ping"')) return socket.send('{"type":"pong"}');
    if (!frame.includes('"type":"connection_ack"')) return;
    clearTimeout(timer);
    isAcknowledged = true;
    socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query, variables: { after } } }));
  });
}

// The first time a hundred begin every tenth of a second.
for (let at = 0; at < count; at += 1) setTimeout(() => connect(cookies[at % cookies.length] ?? '', 0), at);

parentPort?.on('message', () => {
  parentPort?.postMessage(attempts);
  attempts = 0;
});
