import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLead, changeOften } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { follow, openStream } from '#server/testing/live/event-stream.ts';
import { type LiveEndpoint, openLiveEndpoint } from '#server/testing/live/live-endpoint.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const BOARD = 'subscription { pipelineChanged { kind lead { name notes } } }';

let app: TestApp;
let ada: Caller;
let endpoint: LiveEndpoint;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  endpoint = await openLiveEndpoint(app, { timing: { heartbeat: 20, stallTimeout: 150 } });
});
afterAll(async () => {
  await endpoint.close();
  await app.close();
});

const url = () => `${endpoint.url}/graphql?query=${encodeURIComponent(BOARD)}`;

/** The raw response, of which nothing is read until the test does. */
async function open(): Promise<IncomingMessage> {
  const outgoing = request(url(), { headers: { accept: 'text/event-stream', cookie: ada.cookie() }, agent: false });
  outgoing.on('error', () => undefined).end();
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error('No answer');
  return response.on('error', () => undefined);
}

it('shows that it lives while nothing happens', async () => {
  let received = '';
  const response = await open();
  response.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  await expect.poll(() => received).toMatch(/^(:\n\n){3,}/);
  response.destroy();
  await expect.poll(endpoint.streams.size).toBe(0);
});

it('that was left before it began is forgotten', async () => {
  for (let round = 0; round < 30; round += 1) {
    const outgoing = request(url(), { headers: { accept: 'text/event-stream', cookie: ada.cookie() }, agent: false });
    outgoing.on('error', () => undefined).end();
    await once(outgoing, 'finish');
    // Some leave at once, some in the midst of it.
    for (let turn = 0; turn < round % 10; turn += 1) await new Promise(setImmediate);
    outgoing.destroy();
  }
  const last = await open();
  await expect.poll(app.container.subscriberCount).toBe(1);
  last.destroy();
  await expect.poll(() => [app.container.subscriberCount(), endpoint.streams.size()]).toEqual([0, 0]);
});

it('is disconnected when nobody reads it, while others receive everything', async () => {
  const lead = await addLead(ada, 'Jo March');
  await app.container.db.pool.query('update leads set notes = $1', ['x'.repeat(12_000)]);
  const stuck = await open();
  stuck.pause();
  const quick = await openStream(url(), { headers: { cookie: ada.cookie() } });
  const elsewhere = await follow(app.url, BOARD, { cookie: ada.cookie() });
  await expect.poll(app.container.subscriberCount).toBe(3);
  for (let burst = 0; burst < 6; burst += 1) {
    await changeOften(app, lead, 500);
    for (let count = 0; count < 500; count += 1)
      for (const { next } of [quick, elsewhere]) expect(await next()).toMatchObject({ event: 'next', data: { data: expect.anything() } });
  }
  await expect.poll(endpoint.streams.size).toBe(1);
  for (const { leave } of [quick, elsewhere]) leave();
  await expect.poll(app.container.subscriberCount).toBe(0);
});
