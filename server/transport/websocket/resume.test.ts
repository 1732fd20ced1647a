import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLead, BOARD_CHANGED, changeOften, cursorsOf, headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

describe('coming back to the board', () => {
  let app: TestApp;
  let beside: TestApp;
  let ada: Caller;
  let lead: string;
  beforeAll(async () => {
    app = await createTestApp();
    beside = await createTestApp({ beside: app });
    ada = await app.signUp('ada');
    lead = await addLead(ada, 'Jo March');
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  const listen = async (after: bigint | null, url = app.url) => {
    const client = await connectSocket(url, { cookie: ada.cookie() });
    client.execute('board', BOARD_CHANGED, { after: after === null ? null : String(after) });
    return { ...client, cursors: () => cursorsOf(client.data('board')) };
  };
  const range = (after: bigint, count: number) => Array.from({ length: count }, (_, index) => after + BigInt(index) + 1n);

  it('delivers exactly what was missed, then live events, over several disconnects', async () => {
    const start = await headOf(app);
    const received: bigint[] = [];
    for (let absence = 0; absence < 3; absence += 1) {
      const client = await listen(received.at(-1) ?? start);
      await changeOften(app, lead, 20);
      const owed = absence === 0 ? 20 : 520;
      await expect.poll(() => client.cursors().length, { timeout: 10_000 }).toBe(owed);
      received.push(...client.cursors());
      client.leave();
      await changeOften(app, lead, 500);
    }
    expect(received).toEqual(range(start, 1_060));
  });

  it('delivers ten thousand missed events at another instance, without a gap or repeat', { timeout: 60_000 }, async () => {
    const start = await headOf(app);
    await changeOften(app, lead, 10_000);
    await expect.poll(() => headOf(app), { timeout: 30_000 }).toBe(start + 10_000n);
    const client = await listen(start, beside.url);
    // Events during the replay come after it.
    await changeOften(app, lead, 10);
    await expect.poll(() => client.data('board').length, { timeout: 30_000, interval: 100 }).toBe(10_010);
    expect(client.cursors()).toEqual(range(start, 10_010));
    client.leave();
  });

  it('continues at another instance when the first disappears, while others write there', async () => {
    const start = await headOf(app);
    const first = await listen(start);
    await changeOften(app, lead, 5);
    await expect.poll(() => first.cursors().length).toBe(5);
    first.leave();
    await changeOften(app, lead, 100);
    const second = await listen(first.cursors().at(-1) ?? start, beside.url);
    await changeOften(beside, lead, 50);
    await changeOften(app, lead, 50);
    await expect.poll(() => second.cursors().length, { timeout: 10_000 }).toBe(200);
    expect([...first.cursors(), ...second.cursors()]).toEqual(range(start, 205));
    second.leave();
  });

  it('receives RESYNC for an invalid cursor, and the socket stays open', async () => {
    const client = await listen((await headOf(app)) + 1_000n);
    await expect.poll(() => client.errors('board')).toHaveLength(1);
    expect(client.errors('board')).toMatchObject([
      { extensions: { code: 'RESYNC' }, message: expect.stringContaining('Refetch, then resubscribe') },
    ]);
    client.execute('again', '{ pipeline { cursor } }');
    await expect.poll(() => client.data('again')).toHaveLength(1);
    client.execute('board', BOARD_CHANGED);
    await expect.poll(app.container.subscriberCount).toBe(1);
    await changeOften(app, lead, 1);
    await expect.poll(client.cursors).toHaveLength(1);
    client.leave();
  });

  it('sends nothing more of an operation the client has ended, even in the middle of what it missed', async () => {
    const start = await headOf(app);
    await changeOften(app, lead, 400);
    const client = await listen(start);
    await expect.poll(() => client.cursors().length, { interval: 5 }).toBeGreaterThan(0);
    client.send({ id: 'board', type: 'complete' });
    client.execute('after', '{ workspace { companyName } }');
    await expect.poll(() => client.data('after')).toHaveLength(1);
    // Messages in transit when the server noticed may still arrive, nothing else.
    const sent = client.cursors().length;
    client.execute('later', '{ workspace { companyName } }');
    await expect.poll(() => client.data('later')).toHaveLength(1);
    expect(client.cursors().length).toBeLessThanOrEqual(sent + 1);
    expect(sent).toBeLessThan(400);
    client.leave();
    await expect.poll(app.container.subscriberCount).toBe(0);
  });
});
