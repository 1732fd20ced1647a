/** A worker thread with many sockets. Posts a message when all are open, and one for each request for so many frames. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

export interface SocketWorkerOptions {
  readonly url: string;
  readonly count: number;
  /** Sessions the sockets are signed in with; empty for a server without authentication. */
  readonly cookies: readonly string[];
  /** A subscription in the graphql-ws protocol; null for a server that sends without one. */
  readonly query: string | null;
}

export interface ReceivedFrames {
  /** One of the frames as received. */
  readonly sample: string;
  /** When each frame arrived: `performance.timeOrigin + performance.now()`, milliseconds. */
  readonly times: readonly number[];
}

const now = () => performance.timeOrigin + performance.now();

let times: number[] = [];
let sample = '';

function open(url: string, cookie: string, query: string | null): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, query ? 'graphql-transport-ws' : [], {
    headers: cookie ? { cookie } : {},
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`A socket was closed (${code})`)));
    socket.on('open', () => {
      if (query) socket.send('{"type":"connection_init"}');
      else resolve();
    });
    socket.on('message', (frame: Buffer) => {
      if (frame.includes('"type":"ping"')) return socket.send('{"type":"pong"}');
      if (frame.includes('"type":"connection_ack"')) {
        socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query } }));
        return resolve();
      }
      times.push(now());
      sample ||= frame.toString();
    });
  });
}

if (!isMainThread) {
  const { url, count, cookies, query }: SocketWorkerOptions = workerData;
  for (let at = 0; at < count; at += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - at) }, (_, number) => open(url, cookies[(at + number) % cookies.length] ?? '', query)),
    );
  // Gives the subscriptions time to reach the server.
  await wait(1_000);
  const post = (received: ReceivedFrames) => parentPort?.postMessage(received);
  parentPort?.on('message', async (frames: number) => {
    const deadline = Date.now() + 60_000;
    while (times.length < frames && Date.now() < deadline) await wait(1);
    post({ sample, times });
    times = [];
  });
  post({ sample: '', times: [] });
}
