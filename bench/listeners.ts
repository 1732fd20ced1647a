/** A thread of sockets that listen: tells when they are open, and then, as often as it is asked for so many frames, when those came. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

export interface ListenersAsked {
  readonly url: string;
  readonly count: number;
  /** Of the people the sockets belong to; none for a server that asks for nobody. */
  readonly cookies: readonly string[];
  /** The subscription, in the protocol of graphql-ws; null for a server that just sends. */
  readonly query: string | null;
}

export interface ListenersTold {
  readonly sample: string;
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
  const { url, count, cookies, query }: ListenersAsked = workerData;
  for (let at = 0; at < count; at += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - at) }, (_, number) => open(url, cookies[(at + number) % cookies.length] ?? '', query)),
    );
  // The subscriptions are on their way.
  await wait(1_000);
  const tell = (told: ListenersTold) => parentPort?.postMessage(told);
  parentPort?.on('message', async (frames: number) => {
    const late = Date.now() + 60_000;
    while (times.length < frames && Date.now() < late) await wait(1);
    tell({ sample, times });
    times = [];
  });
  tell({ sample: '', times: [] });
}
