import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLead, BOARD_CHANGED } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { follow } from '#server/testing/live/event-stream.ts';
import { type LiveEndpoint, openLiveEndpoint } from '#server/testing/live/live-endpoint.ts';
import { connectSocket, openSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

const WHO = '{ session { user { username } } }';
const SUBSCRIPTION = 'subscription { pipelineChanged { cursor lead { name } } }';
const ADD = 'mutation { createLead(input: { name: "By a script" }) { __typename } }';
const REFUSED = expect.stringContaining('This API token is not valid');
const DAY = 86_400_000;

let here: TestApp;
let there: TestApp;
let ada: Caller;
beforeAll(async () => {
  here = await createTestApp();
  there = await createTestApp({ beside: here });
  ada = await here.signUp('ada');
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const graph = (query: string, headers: HeadersInit, app = here) => app.anonymous().rest.post('/graphql', { query }, headers);
const revoke = (id: string) => ada.graph('mutation ($id: ID!) { revokeApiToken(id: $id) { __typename } }', { id });
const leads = () => here.container.db.prisma.lead.count();

describe('a token', () => {
  it('authenticates its owner on every transport', async () => {
    const { secret } = await createToken(ada);
    const headers = bearer(secret);
    expect((await graph(WHO, headers)).body).toMatchObject({ data: { session: { user: { username: 'ada' } } } });
    expect((await here.anonymous().rest.get('/api/auth/me', headers)).body).toMatchObject({ user: { username: 'ada' } });
    expect((await here.anonymous().rest.get('/api/leads', headers)).status).toBe(200);
    expect((await here.anonymous().rest.get('/schema.graphql', headers)).body).toContain('type ApiToken {');
    const sockets = await Promise.all([
      connectSocket(here.url, { headers }),
      connectSocket(here.url, { params: headers }),
      connectSocket(here.url, { params: { Authorization: `bearer ${secret}` } }),
    ]);
    const stream = await follow(here.url, SUBSCRIPTION, headers);
    for (const socket of sockets) {
      socket.execute('who', WHO);
      socket.execute('board', BOARD_CHANGED);
      await expect.poll(() => socket.data('who')).toEqual([{ session: { user: { username: 'ada' } } }]);
    }
    await addLead(ada, 'Jo March');
    expect(await stream.next()).toMatchObject({ data: { data: { pipelineChanged: { lead: { name: 'Jo March' } } } } });
    for (const socket of sockets) {
      await expect.poll(() => JSON.stringify(socket.data('board'))).toContain('Jo March');
      socket.leave();
    }
    stream.leave();
  });

  it('takes precedence over a cookie in the same request', async () => {
    const grace = await here.signUp('grace');
    const { secret } = await createToken(ada);
    expect((await grace.rest.get('/api/auth/me', bearer(secret))).body).toMatchObject({ user: { username: 'ada' } });
    const socket = await connectSocket(here.url, { cookie: grace.cookie(), params: bearer(secret) });
    socket.execute('who', WHO);
    await expect.poll(() => socket.data('who')).toEqual([{ session: { user: { username: 'ada' } } }]);
    socket.leave();
  });

  it('of the scope read cannot change anything on any transport', async () => {
    const { secret } = await createToken(ada, { scope: 'read' });
    const headers = bearer(secret);
    const before = await leads();
    const message = expect.stringContaining('a token of the scope `write`');
    const forbidden = { errors: [{ message, extensions: { code: 'FORBIDDEN' } }] };
    const answer = await graph(ADD, headers);
    expect([answer.status, answer.body]).toEqual([403, expect.objectContaining(forbidden)]);
    const hidden = 'query Read { session { expiresAt } } mutation Add { createLead(input: { name: "Hidden" }) { __typename } }';
    const named = await here.anonymous().rest.post('/graphql', { query: hidden, operationName: 'Add' }, headers);
    expect([named.status, named.body]).toEqual([403, expect.objectContaining(forbidden)]);
    const id = await addLead(ada, 'Stays');
    const rest = here.anonymous().rest;
    const put = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body: '{"stage":"won"}' };
    for (const refused of [await rest.post('/api/leads', { name: 'No' }, headers), await rest.send(`/api/leads/${id}/stage`, put)])
      expect([refused.status, refused.body]).toEqual([403, { message }]);
    const socket = await connectSocket(here.url, { params: headers });
    socket.execute('add', ADD);
    await expect.poll(() => JSON.stringify(socket.of('add'))).toContain('"FORBIDDEN"');
    socket.leave();
    expect(await leads()).toBe(before + 1);
    expect(await here.container.db.prisma.lead.findUniqueOrThrow({ where: { id } })).toMatchObject({ stage: 'leads' });
  });

  it('of the scope write changes what its owner may', async () => {
    const { secret } = await createToken(ada, { scope: 'write' });
    expect((await graph(ADD, bearer(secret))).body).toMatchObject({ data: { createLead: { __typename: 'Lead' } } });
    expect((await here.anonymous().rest.post('/api/leads', { name: 'By REST' }, bearer(secret))).status).toBe(201);
  });

  it('neither makes nor revokes tokens, signs in nor out, nor changes the password', async () => {
    const { id, secret } = await createToken(ada, { scope: 'write' });
    for (const mutation of [
      'createApiToken(input: { name: "Heir", scope: write }) { __typename }',
      `revokeApiToken(id: "${id}") { __typename }`,
      'signIn(username: "ada", password: "correct horse") { __typename }',
      'register(input: { username: "heir", password: "correct horse" }) { __typename }',
      'changePassword(current: "correct horse", new: "battery staple") { __typename }',
      'signOut',
    ]) {
      const { body, headers } = await graph(`mutation { ${mutation} }`, bearer(secret));
      expect(body, mutation).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
      expect(headers.getSetCookie(), mutation).toEqual([]);
    }
    const credentials = { username: 'ada', password: 'correct horse' };
    for (const path of ['login', 'register', 'logout'])
      expect((await here.anonymous().rest.post(`/api/auth/${path}`, credentials, bearer(secret))).status, path).toBe(403);
    expect((await graph(WHO, bearer(secret))).status).toBe(200);
  });

  it('is stored as a hash, and its use written down once a minute', async () => {
    const { id, secret } = await createToken(ada);
    const stored = () => here.container.db.prisma.apiToken.findUniqueOrThrow({ where: { id } });
    expect(await stored()).toMatchObject({ lastFour: secret.slice(-4), lastUsedAt: null });
    const { rows } = await here.container.db.pool.query('select t::text from api_tokens t union all select e::text from events e');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(3));
    const first = here.clock.now();
    await graph(WHO, bearer(secret));
    expect((await stored()).lastUsedAt).toEqual(first);
    here.clock.advance(60_000);
    await graph(WHO, bearer(secret));
    expect((await stored()).lastUsedAt).toEqual(first);
    here.clock.advance(1_000);
    await Promise.all([graph(WHO, bearer(secret)), graph(WHO, bearer(secret))]);
    expect((await stored()).lastUsedAt).toEqual(here.clock.now());
  });
});

describe('a token that is no more', () => {
  it('is refused on every instance at once, and its open connections end', async () => {
    const { id, secret } = await createToken(ada);
    const other = await createToken(ada);
    const homes = [here, there];
    const sockets = await Promise.all(homes.map(({ url }) => connectSocket(url, { params: bearer(secret) })));
    const streams = await Promise.all(homes.map(({ url }) => follow(url, SUBSCRIPTION, bearer(secret))));
    const openSocket = await connectSocket(there.url, { params: bearer(other.secret) });
    expect((await revoke(id)).data).toEqual({ revokeApiToken: { __typename: 'ApiToken' } });
    for (const app of homes) {
      const { status, body, headers } = await graph(WHO, bearer(secret), app);
      expect([status, body]).toEqual([401, { errors: [{ message: REFUSED, extensions: { code: 'UNAUTHENTICATED' } }] }]);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    for (const socket of sockets) expect(await socket.closed).toEqual({ code: 4401, reason: 'Signed out' });
    for (const stream of streams) await expect(stream.next()).rejects.toThrow();
    openSocket.execute('who', WHO);
    await expect.poll(() => openSocket.data('who')).toHaveLength(1);
    openSocket.leave();
    expect((await revoke(id)).data).toEqual({ revokeApiToken: { __typename: 'ApiToken' } });
    expect(await here.container.db.prisma.event.count({ where: { kind: 'api_token.revoked', subjectId: id } })).toBe(1);
  });

  it.each([
    ['has expired', async () => here.clock.advance(DAY)],
    [
      'is of a person who is no longer active',
      () => here.container.db.pool.query(`update users set is_active = false where username = 'eve'`),
    ],
  ])('is refused when it %s; its sockets close within the next look', async (_what, end) => {
    const endpoint: LiveEndpoint = await openLiveEndpoint(here, { limits: { revokedCheckInterval: 50 } });
    await here.container.db.pool.query(`update users set is_active = true where username = 'eve'`);
    const eve = here.anonymous();
    await eve.rest.post('/api/auth/register', { username: 'eve', password: 'correct horse' });
    await eve.rest.post('/api/auth/login', { username: 'eve', password: 'correct horse' });
    const { secret } = await createToken(eve, { expiresAt: new Date(here.clock.now().getTime() + DAY) });
    const socket = await connectSocket(endpoint.url, { params: bearer(secret) });
    expect((await graph(WHO, bearer(secret))).status).toBe(200);
    await end();
    for (const [path, status] of [
      ['/api/leads', 401],
      ['/api/auth/me', 401],
      ['/schema.graphql', 401],
    ] as const)
      expect((await here.anonymous().rest.get(path, bearer(secret))).status, path).toBe(status);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await endpoint.close();
  });

  it('that expires closes its sockets and ends its streams', async () => {
    const { secret } = await createToken(ada, { expiresAt: new Date(here.clock.now().getTime() + DAY) });
    const socket = await connectSocket(here.url, { params: bearer(secret) });
    const stream = await follow(here.url, SUBSCRIPTION, bearer(secret));
    here.clock.advance(DAY);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await expect(stream.next()).rejects.toThrow();
  });

  it.each([
    ['', 'nothing'],
    ['cb_', 'no secret'],
    ['cb_made-up-made-up-made-up-made-up-made-up-made-u', 'made up'],
    [`cb_${'x'.repeat(5_000)}`, 'too long'],
    ["cb_' or true --", 'an attack'],
    ['callboard_session=1', 'a cookie'],
  ])('is never overlooked in favour of a cookie: %s (%s)', async (secret) => {
    const headers = bearer(secret);
    expect((await ada.rest.get('/api/leads', headers)).status).toBe(401);
    expect((await ada.rest.get('/api/auth/me', headers)).body).toEqual({ message: REFUSED });
    expect((await ada.rest.post('/graphql', { query: WHO }, headers)).status).toBe(401);
    expect((await ada.rest.get('/schema.graphql', headers)).status).toBe(401);
    const stream = await ada.rest.post('/graphql', { query: SUBSCRIPTION }, { ...headers, accept: 'text/event-stream' });
    expect(stream.status).toBe(401);
    const cookie = ada.cookie();
    for (const options of [{ headers }, { params: headers }, { params: { authorization: secret } }, { params: { authorization: 7 } }])
      expect(await openSocket(here.url, { cookie, ...options }).closed, JSON.stringify(options)).toMatchObject({ code: 4401 });
  });

  it('is not read from other authorization schemes', async () => {
    expect((await ada.rest.get('/api/leads', { authorization: 'Basic dTpw' })).status).toBe(200);
  });
});

describe('a request of another site', () => {
  it('is refused with a token, too', async () => {
    const { secret } = await createToken(ada);
    const headers = { ...bearer(secret), origin: 'https://evil.example' };
    expect((await graph(WHO, headers)).status).toBe(403);
    expect((await here.anonymous().rest.get('/api/leads', headers)).status).toBe(403);
    await expect(openSocket(here.url, { headers }).opened).rejects.toThrow('403');
  });

  it('may call itself a form only where it has a token, which no page can send', async () => {
    const { secret } = await createToken(ada);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (headers: HeadersInit) => ada.rest.send('/graphql', { method: 'POST', headers, body: JSON.stringify({ query: WHO }) });
    expect((await send(form)).status).toBe(415);
    expect((await send({ ...form, ...bearer(secret) })).body).toMatchObject({ data: { session: { user: { username: 'ada' } } } });
    expect((await send({ ...form, ...bearer('cb_') })).status).toBe(401);
  });
});

describe('sockets of clients that are not signed in', () => {
  it('that leave while it is looked up who they are, are forgotten', async () => {
    const endpoint = await openLiveEndpoint(here);
    const { secret } = await createToken(ada);
    const sockets = Array.from({ length: 20 }, () => openSocket(endpoint.url, { params: bearer(secret), silent: true }));
    await Promise.all(sockets.map(({ opened }) => opened));
    for (const { init, leave } of sockets) {
      init();
      leave();
    }
    const last = await connectSocket(endpoint.url, { params: bearer(secret) });
    await expect.poll(endpoint.sockets.size).toBe(1);
    last.leave();
    await expect.poll(endpoint.sockets.size).toBe(0);
    await endpoint.close();
  });

  it('of one address do not use up the connections of another', async () => {
    const beside = await createTestApp({ beside: here, env: { TRUST_PROXY: 'on' } });
    const from = (address: string) => openSocket(beside.url, { headers: { 'x-forwarded-for': address }, silent: true });
    // 32 are allowed; IPv6 counts by /64, in which one client may take any address.
    const many = Array.from({ length: 40 }, (_, at) => from(`2001:db8:0:1::${at + 1}`));
    await Promise.all(many.map(({ opened }) => opened));
    const first = await Promise.race(many.map(({ closed }) => closed));
    expect(first).toMatchObject({ code: 1013, reason: 'Too many connections' });
    const { secret } = await createToken(ada);
    const other = await connectSocket(beside.url, { params: bearer(secret), headers: { 'x-forwarded-for': '2001:db8:0:2::1' } });
    expect(beside.container.subscriberCount()).toBe(0);
    other.leave();
    for (const socket of many) socket.leave();
    await beside.close();
  });

  it('may wait for their first message, a bounded number of them', async () => {
    const endpoint = await openLiveEndpoint(here, { limits: { unauthenticated: 2 } });
    const { secret } = await createToken(ada);
    const waiting = [openSocket(endpoint.url, { params: bearer(secret), silent: true }), openSocket(endpoint.url, { silent: true })];
    await Promise.all(waiting.map(({ opened }) => opened));
    expect(await openSocket(endpoint.url, { silent: true }).closed).toMatchObject({ code: 1013 });
    waiting[1]?.leave();
    waiting[0]?.init();
    await expect.poll(() => waiting[0]?.isAcknowledged()).toBe(true);
    expect(endpoint.sockets.size()).toBe(1);
    waiting[0]?.leave();
    await endpoint.close();
  });
});
