/** `npm run bench:reconnect`: how long after a restart of the only server 5,000 sockets are subscribed again. Another number is an argument. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort } from '#server/database/embedded/server.ts';
import { endInstances, startInstance } from '../e2e/deployment/instance.ts';
import { register, UNLIMITED, withFixture } from './fixture.ts';
import type { ReconnectWorkerOptions } from './reconnect-worker.ts';

const SOCKETS = Number(process.argv[2] ?? 5_000);
/** Sockets per user, below the server's limit of 64. */
const PER_PERSON = 60;
const GOAL_MS = 15_000;
const QUERY = 'subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor kind lead { id name stage } } }';

await withFixture(async ({ database }) => {
  const url = await database(10_000, 'reconnect');
  const settings = { DATABASE_URL: url, DEMO: 'off', PORT: String(await freePort()), ...UNLIMITED };
  let server = await startInstance(settings);
  const cookies: string[] = [];
  while (cookies.length * PER_PERSON < SOCKETS) cookies.push(await register(server.url));
  const { data } = await (
    await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies[0] ?? '' },
      body: JSON.stringify({ query: '{ leads(first: 1) { eventCursor } }' }),
    })
  ).json();
  const workerData: ReconnectWorkerOptions = { url: server.url, count: SOCKETS, cookies, query: QUERY, after: data.leads.eventCursor };
  const clients = new Worker(new URL('./reconnect-worker.ts', import.meta.url), { workerData });
  const attempts = async (): Promise<number> => {
    clients.postMessage('attempts');
    const [count] = await once(clients, 'message');
    return count;
  };
  const allSubscribed = async () => {
    while ((await server.metric('callboard_listeners').catch(() => 0)) < SOCKETS) await wait(250);
  };
  const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(1);
  try {
    await allSubscribed();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await attempts();
      const stopping = performance.now();
      await server.stop(signal);
      const stopped = performance.now();
      server = await startInstance(settings);
      const ready = performance.now();
      await allSubscribed();
      const took = performance.now() - ready;
      process.stdout.write(
        `${signal}: stopped after ${((stopped - stopping) / 1_000).toFixed(1)} s, ready again ${((ready - stopped) / 1_000).toFixed(1)} s later; ` +
          `${SOCKETS} sockets subscribed ${seconds(ready)} s after that, in ${await attempts()} attempts\n`,
      );
      if (took > GOAL_MS) process.exitCode = 1;
    }
  } finally {
    await clients.terminate();
    await endInstances();
  }
});
