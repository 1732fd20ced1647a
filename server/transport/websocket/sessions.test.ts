import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLead, BOARD_CHANGED } from '#server/testing/board.ts';
import { type Caller, createCaller } from '#server/testing/caller.ts';
import { type LiveEndpoint, openLiveEndpoint } from '#server/testing/live/live-endpoint.ts';
import { connectSocket, type TestSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

describe('the sockets of a session that ends', () => {
  let here: TestApp;
  let there: TestApp;
  let endpoint: LiveEndpoint;
  let grace: Caller;
  beforeAll(async () => {
    here = await createTestApp();
    there = await createTestApp({ beside: here });
    endpoint = await openLiveEndpoint(here, { limits: { revokedCheckInterval: 50 } });
    grace = await here.signUp('grace');
  });
  afterAll(async () => {
    await endpoint.close();
    await there.close();
    await here.close();
  });

  let count = 0;
  /** Somebody new, signed in twice, on two devices. */
  const twoDevices = async () => {
    count += 1;
    const username = `ada${count}`;
    const desk = await here.signUp(username);
    const phone = createCaller(here.url);
    expect(await phone.rest.post('/api/auth/login', { username, password: 'correct horse' })).toMatchObject({ status: 200 });
    return { username, desk, phone };
  };
  const socketOf = async (caller: Caller, url = here.url) => {
    const client = await connectSocket(url, { cookie: caller.cookie() });
    client.execute('board', BOARD_CHANGED);
    return client;
  };
  const names = (client: TestSocket) => JSON.stringify(client.data('board'));

  it('close on every instance at sign-out, while the other device stays', async () => {
    const { desk, phone } = await twoDevices();
    const [near, far, other, otherFar] = await Promise.all([
      socketOf(desk),
      socketOf(desk, there.url),
      socketOf(phone),
      socketOf(phone, there.url),
    ]);
    await desk.rest.post('/api/auth/logout');
    expect(await near.closed).toEqual({ code: 4401, reason: 'Signed out' });
    expect(await far.closed).toEqual({ code: 4401, reason: 'Signed out' });
    await addLead(grace, 'Jo March');
    for (const client of [other, otherFar]) {
      await expect.poll(() => names(client)).toContain('Jo March');
      client.leave();
    }
    for (const client of [near, far]) expect(names(client)).not.toContain('Jo March');
  });

  it('obey no more from the moment of sign-out, even if their client never closes', async () => {
    const { desk } = await twoDevices();
    const client = await socketOf(desk);
    // A client that neither reads nor answers the close frame, and continues to send requests.
    client.pause();
    await desk.rest.post('/api/auth/logout');
    client.execute('late', 'mutation { createLead(input: { name: "Too late" }) { __typename } }');
    await pause(150);
    await addLead(grace, 'In time');
    const { body } = await grace.rest.get('/api/leads');
    expect(JSON.stringify(body)).toContain('In time');
    expect(JSON.stringify(body)).not.toContain('Too late');
    client.leave();
  });

  it('close within the next look when the session was ended in the database', async () => {
    const { username, desk, phone } = await twoDevices();
    const [first, second] = await Promise.all([socketOf(desk, endpoint.url), socketOf(phone, endpoint.url)]);
    const { rowCount } = await here.container.db.pool.query(
      `delete from sessions where id = (select s.id from sessions s join users u on u.id = s.user_id where u.username = $1 order by s.created_at, s.id limit 1)`,
      [username],
    );
    expect(rowCount).toBe(1);
    const closeEvent = await Promise.race([first.closed, second.closed]);
    expect(closeEvent).toEqual({ code: 4401, reason: 'Signed out' });
    expect(endpoint.sockets.size()).toBe(1);
    first.leave();
    second.leave();
  });

  it('close when the person is no longer active', async () => {
    const { username, desk, phone } = await twoDevices();
    const clients = await Promise.all([socketOf(desk, endpoint.url), socketOf(phone, endpoint.url)]);
    await here.container.db.pool.query('update users set is_active = false where username = $1', [username]);
    for (const client of clients) expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it('close with a request to reconnect when the server stops', async () => {
    const going = await openLiveEndpoint(here);
    const client = await socketOf(grace, going.url);
    const stubborn = await socketOf(grace, going.url);
    stubborn.pause();
    await going.close();
    expect(await client.closed).toMatchObject({ code: 1012 });
    expect(going.sockets.size()).toBe(0);
    stubborn.leave();
  });
});
