import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { follow } from '#server/testing/live/event-stream.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** 102 points a change: five times the 120 of one operation are enough for five of them. */
const DEAR = 'subscription { pipelineChanged { lead { transcriptions(first: 99) { nodes { id } } } } }';
const CHEAP = 'subscription { pipelineChanged { kind } }';

let app: TestApp;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  app = await createTestApp({ env: { GRAPHQL_COST_LIMIT: '120' } });
  [ada, grace] = [await app.signUp('ada'), await app.signUp('grace')];
});
afterAll(() => app.close());

const listening = (count: number) => expect.poll(app.container.subscriberCount).toBe(count);

it('the subscriptions of one person are limited over all their sockets and streams, independently of others', async () => {
  const clients = await Promise.all([1, 2].map(() => connectSocket(app.url, { cookie: ada.cookie() })));
  for (const client of clients) for (const id of ['a', 'b']) client.execute(id, DEAR);
  await listening(4);
  const stream = await follow(app.url, DEAR, { cookie: ada.cookie() });
  await listening(5);

  const [first] = clients;
  first?.execute('more', DEAR);
  const refusal = { message: expect.stringContaining('End one first'), extensions: { code: 'OPERATION_TOO_LARGE' } };
  await expect.poll(() => first?.of('more')).toMatchObject([{ type: 'next', payload: { errors: [refusal] } }, { type: 'complete' }]);
  const { status, body } = await ada.rest.post('/graphql', { query: DEAR }, { accept: 'text/event-stream' });
  expect([status, body]).toMatchObject([400, { errors: [refusal] }]);
  first?.execute('cheap', CHEAP);
  const other = await connectSocket(app.url, { cookie: grace.cookie() });
  other.execute('a', DEAR);
  await listening(7);

  // Each end frees a slot: a closed socket, an abandoned stream, a completed operation.
  first?.send({ id: 'a', type: 'complete' });
  clients[1]?.leave();
  stream.leave();
  await listening(3);
  for (const id of ['c', 'd', 'e', 'f']) first?.execute(id, DEAR);
  await listening(7);
  for (const client of [...clients, other]) client.leave();
  await listening(0);
});
