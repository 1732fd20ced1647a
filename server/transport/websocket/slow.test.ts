import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLead, changeOften, cursorsOf, headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { type LiveEndpoint, openLiveEndpoint } from '#server/testing/live/live-endpoint.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** So many notes that a few hundred changes fill every buffer between server and client. */
const LONG = `subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor lead { name notes ${'notes '.repeat(3)} } } }`;
const NOTES = 'x'.repeat(12_000);

describe('a client that does not read', () => {
  let app: TestApp;
  let ada: Caller;
  let lead: string;
  let endpoint: LiveEndpoint;
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  beforeAll(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
    lead = await addLead(ada, 'Jo March');
    await app.container.db.pool.query('update leads set notes = $1', [NOTES]);
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
  });
  afterAll(async () => {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    await app.close();
    expect(uncaught).toEqual([]);
  });
  beforeEach(async () => {
    endpoint = await openLiveEndpoint(app, { limits: { stallCheckInterval: 50, stallTimeout: 150, bufferedBytes: 256 * 1024 } });
  });
  afterEach(() => endpoint.close());

  const connected = () => connectSocket(endpoint.url, { cookie: ada.cookie() });

  it('is disconnected without harm to memory, and everyone else receives everything', async () => {
    const start = await headOf(app);
    const [paused, quick] = await Promise.all([connected(), connected()]);
    paused.execute('board', LONG, { after: String(start) });
    quick.execute('board', LONG, { after: String(start) });
    await expect.poll(app.container.subscriberCount).toBe(2);
    paused.pause();
    // Socket buffers on this machine hold some megabytes; the server must not hold more of its own.
    for (let burst = 1; burst <= 6; burst += 1) {
      await changeOften(app, lead, 500);
      await expect.poll(() => quick.data('board').length, { timeout: 10_000 }).toBe(burst * 500);
    }
    await expect.poll(endpoint.sockets.size, { timeout: 3_000 }).toBe(1);
    await expect.poll(app.container.subscriberCount).toBe(1);
    expect(cursorsOf(quick.data('board'))).toEqual(Array.from({ length: 3_000 }, (_, index) => start + BigInt(index) + 1n));
    quick.leave();
    paused.leave();
  });

  it('cannot make the server queue responses by sending requests', async () => {
    const flood = await connected();
    flood.pause();
    const payload = { echo: 'x'.repeat(100_000) };
    for (let round = 0; round < 200 && flood.socket.readyState === flood.socket.OPEN; round += 1) {
      flood.send({ type: 'ping', payload });
      if (round % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(endpoint.sockets.size, { timeout: 3_000 }).toBe(0);
    flood.leave();
  });

  it('is not confused with one that reads slowly but steadily', { timeout: 90_000 }, async () => {
    const start = await headOf(app);
    await changeOften(app, lead, 1_500);
    expect(await headOf(app)).toBe(start + 1_500n);
    const slow = await connected();
    slow.execute('board', LONG, { after: String(start) });
    // It always leaves something unread, for longer than a stalled client is suffered. It takes several messages at a
    // time, because a network may announce more room only every 40 ms.
    let read = 0;
    slow.socket.on('message', () => {
      read += 1;
      if (read % 8 === 0) slow.pause();
    });
    const pulse = setInterval(() => slow.socket.resume(), 5);
    await expect.poll(() => slow.data('board').length, { timeout: 60_000 }).toBe(1_500);
    clearInterval(pulse);
    expect(endpoint.sockets.size()).toBe(1);
    slow.leave();
  });
});
