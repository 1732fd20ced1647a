import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addLead, BOARD_CHANGED, changeOften, cursorsOf, headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { follow } from '#server/testing/live/event-stream.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createReplayLimiter } from './replay-limiter.ts';

/** Points of WIDE. */
const COST = 104;
const WIDE = `subscription ($after: EventCursor) {
  pipelineChanged(after: $after) { cursor lead { name transcriptions(first: 99) { nodes { id } } } }
}`;
const RESYNC = { message: expect.stringContaining('than the points left this minute'), extensions: { code: 'RESYNC' } };

let app: TestApp;
let ada: Caller;
let adaId: string;
let lead: string;
let start: bigint;
beforeEach(async () => {
  app = await createTestApp({ env: { GRAPHQL_PERSON_COST_PER_MINUTE: '20000', GRAPHQL_COST_PER_MINUTE: '1000' } });
  ada = await app.signUp('ada');
  adaId = z.object({ user: z.object({ id: z.string() }) }).parse((await ada.rest.get('/api/auth/me')).body).user.id;
  lead = await addLead(ada, 'Jo March');
  start = await headOf(app);
});
afterEach(() => app.close());

const remaining = () => app.container.costLimiter.peek({ id: adaId, credential: { kind: 'session' } }).remaining;
const range = (count: number) => Array.from({ length: count }, (_, index) => start + BigInt(index) + 1n);

describe('what was missed', () => {
  it('costs its selection for each event, and what happens from then on costs nothing', async () => {
    await changeOften(app, lead, 20);
    await headOf(app);
    const client = await connectSocket(app.url, { cookie: ada.cookie() });
    const before = remaining();
    client.execute('board', WIDE, { after: String(start) });
    await expect.poll(() => client.data('board')).toHaveLength(20);
    // The subscription itself, and 20 events.
    expect(before - remaining()).toBe(21 * COST);
    await expect.poll(app.container.subscriberCount).toBe(1);
    await changeOften(app, lead, 20);
    await expect.poll(() => client.data('board')).toHaveLength(40);
    expect(before - remaining()).toBe(21 * COST);
    expect(cursorsOf(client.data('board'))).toEqual(range(40));
    client.leave();
  });

  it.each(['WebSocket', 'Server-Sent Events'])(
    'ends with RESYNC where the minute is spent, nothing left out before: %s',
    async (protocol) => {
      await changeOften(app, lead, 300);
      await headOf(app);
      const paid = Math.floor((remaining() - COST) / COST);
      expect(paid).toBeLessThan(300);
      if (protocol === 'WebSocket') {
        const client = await connectSocket(app.url, { cookie: ada.cookie() });
        client.execute('board', WIDE, { after: String(start) });
        await expect.poll(() => client.errors('board')).toMatchObject([RESYNC]);
        expect(cursorsOf(client.data('board'))).toEqual(range(paid));
        client.leave();
      } else {
        const { next } = await follow(app.url, WIDE, { cookie: ada.cookie() }, { after: String(start) });
        for (const cursor of range(paid)) expect((await next()).id).toBe(String(cursor));
        expect(await next()).toMatchObject({ event: 'next', data: { errors: [RESYNC] } });
        expect(await next()).toMatchObject({ event: 'complete' });
      }
      await expect.poll(app.container.subscriberCount).toBe(0);
      expect(remaining()).toBeLessThan(COST);
    },
  );

  it('delivers everything without RESYNC to screens of one person that reconnect at the same time', async () => {
    await changeOften(app, lead, 40);
    await headOf(app);
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectSocket(app.url, { cookie: ada.cookie() })));
    for (const client of clients) client.execute('board', BOARD_CHANGED, { after: String(start) });
    for (const client of clients) await expect.poll(() => client.data('board')).toHaveLength(40);
    for (const client of clients) {
      expect(cursorsOf(client.data('board'))).toEqual(range(40));
      client.leave();
    }
  });
});

describe('a replay', () => {
  const generous = { tryConsume: () => true };
  const person = (name: string) => ({ id: name, credential: { kind: 'session' } }) as const;

  it('waits for another one of the same person, and of nobody else', async () => {
    const replays = createReplayLimiter(generous);
    const [first, second, others] = [replays.begin(person('ada'), 1), replays.begin(person('ada'), 1), replays.begin(person('amy'), 1)];
    const started: string[] = [];
    await first.admit(true);
    const waiting = second.admit(true).then(() => started.push('second'));
    await others.admit(true);
    expect(started).toEqual([]);
    first.end();
    await waiting;
    expect(started).toEqual(['second']);
  });

  it('ends with RESYNC when it has waited too long, or too many wait', async () => {
    const replays = createReplayLimiter(generous, 20);
    await replays.begin(person('ada'), 1).admit(true);
    const waiting = Array.from({ length: 65 }, () => replays.begin(person('ada'), 1).admit(true));
    for (const each of await Promise.allSettled(waiting)) expect(each).toMatchObject({ status: 'rejected', reason: { name: 'Resync' } });
  });

  it('consumes the cost of each event, and a point for one that is not shown', async () => {
    const consumed: number[] = [];
    const replay = createReplayLimiter({ tryConsume: (_person, points) => consumed.push(points) < 4 }).begin(person('ada'), 104);
    for (const visible of [true, false, true]) await replay.admit(visible);
    await expect(replay.admit(true)).rejects.toThrow('than the points left this minute');
    expect(consumed).toEqual([104, 1, 104, 104]);
  });

  it('lets other work run between its events', async () => {
    const replay = createReplayLimiter(generous).begin(person('ada'), 500);
    let served = 0;
    const serve = () => {
      served += 1;
      if (served < 20) setImmediate(serve);
    };
    setImmediate(serve);
    for (let event = 0; event < 10; event += 1) await replay.admit(true);
    expect(served).toBeGreaterThanOrEqual(9);
  });
});
