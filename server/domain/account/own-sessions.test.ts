import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSIONS_PER_PERSON } from '#contract/limits.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { deviceName } from './own-sessions.ts';

const PASSWORD = 'correct horse';
const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:133.0) Gecko/20100101 Firefox/133.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const LIST = '{ sessions { id device address createdAt lastUsedAt expiresAt current } }';

let app: TestApp;
let there: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: 'on' } });
  there = await createTestApp({ beside: app });
});
afterAll(async () => {
  await there.close();
  await app.close();
});

const signIn = async (username: string, { agent = CHROME, address = '192.0.2.1' } = {}, who = app.anonymous()) => {
  const headers = { 'user-agent': agent, 'x-forwarded-for': address };
  expect((await who.rest.post('/api/auth/login', { username, password: PASSWORD }, headers)).status).toBe(200);
  return who;
};
interface Listed {
  readonly id: string;
  readonly device: string;
  readonly current: boolean;
}
const listed = async (who: Caller): Promise<readonly Listed[]> => (await who.graph(LIST)).data?.sessions ?? [];
const isIn = async (who: Caller) => Object((await who.rest.get('/api/auth/me')).body).user !== null;

describe('the sessions of a person', () => {
  it('are listed with device, address and last use, the last used first, and this one is marked', async () => {
    await app.signUp('ada');
    app.clock.advance(1_000);
    const desk = await signIn('ada', { agent: FIREFOX });
    const since = app.clock.now().toISOString();
    app.clock.advance(120_000);
    const phone = await signIn('ada', { address: '2001:db8::1' });
    app.clock.advance(120_000);
    await desk.rest.get('/api/leads', { 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7' });
    const { data } = await phone.graph(LIST);
    const now = app.clock.now();
    expect(data?.sessions).toEqual([
      expect.objectContaining({ device: 'node', address: '127.0.0.1', lastUsedAt: now.toISOString(), current: true }),
      {
        ...{ id: expect.any(String), device: 'Firefox on macOS', address: '192.0.2.7', current: false },
        ...{ createdAt: since, lastUsedAt: now.toISOString(), expiresAt: new Date(now.getTime() + 30 * DAY).toISOString() },
      },
      expect.objectContaining({ current: false }),
    ]);
    expect((await desk.rest.get('/api/auth/sessions')).body).toHaveLength(3);
  });

  it('end one by one: the next request is refused and open sockets close on every instance', async () => {
    await app.signUp('grace');
    const [desk, phone] = [await signIn('grace'), await signIn('grace')];
    const socket = await connectSocket(there.url, { cookie: phone.cookie() });
    const all = await listed(phone);
    const other = all.find(({ current }) => current)?.id ?? '';
    const END = 'mutation ($id: ID!) { endSession(id: $id) { __typename ... on ActiveSession { current } ... on Failure { message } } }';
    expect((await desk.graph(END, { id: other })).data).toEqual({ endSession: { __typename: 'ActiveSession', current: false } });
    expect(await socket.closed).toEqual({ code: 4401, reason: 'Signed out' });
    expect([await isIn(phone), await isIn(desk)]).toEqual([false, true]);
    expect((await desk.graph(END, { id: other })).data).toEqual({ endSession: { __typename: 'NotFound', message: 'Session not found' } });
    const own = (await listed(desk)).find(({ current }) => current)?.id ?? '';
    const answer = await desk.rest.send(`/api/auth/sessions/${own}`, { method: 'DELETE' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, [expect.stringContaining('callboard_session=; ')]]);
    expect(await isIn(desk)).toBe(false);
  });

  it('end all but this one', async () => {
    await app.signUp('iris');
    const [desk, phone] = [await signIn('iris'), await signIn('iris')];
    expect((await desk.graph('mutation { endOtherSessions }')).data).toEqual({ endOtherSessions: 2 });
    expect([await isIn(desk), await isIn(phone)]).toEqual([true, false]);
    expect((await desk.rest.send('/api/auth/sessions', { method: 'DELETE' })).body).toEqual({ ended: 0 });
    const user = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'iris' } });
    expect(await app.container.db.prisma.event.count({ where: { kind: 'session.ended', actorId: user.id } })).toBe(2);
  });

  it('are only visible to their owner, and can only be ended by them, without an API token', async () => {
    const [kim, eve] = [await app.signUp('kim'), await app.signUp('eve')];
    const [{ id = '' } = {}] = await listed(kim);
    expect((await listed(eve)).map((session) => session.id)).not.toContain(id);
    expect((await eve.rest.send(`/api/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
    const { secret } = await createToken(kim, { scope: 'write' });
    const script = app.anonymous();
    for (const [path, method] of [
      ['/api/auth/sessions', 'GET'],
      ['/api/auth/sessions', 'DELETE'],
      [`/api/auth/sessions/${id}`, 'DELETE'],
    ] as const)
      expect((await script.rest.send(path, { method, headers: bearer(secret) })).status, path).toBe(403);
    expect((await app.anonymous().rest.get('/api/auth/sessions')).status).toBe(401);
    expect(await isIn(kim)).toBe(true);
  });

  it(`are ${SESSIONS_PER_PERSON} at most: with one more, the one not used for longest ends`, async () => {
    const first = await app.signUp('lou');
    const { id: userId } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'lou' } });
    const at = app.clock.now();
    const rows = Array.from({ length: SESSIONS_PER_PERSON - 1 }, (_, number) => ({
      ...{ id: `lou-${number}`, userId, createdAt: at, expiresAt: new Date(at.getTime() + DAY) },
      lastSeenAt: new Date(at.getTime() + 1_000),
    }));
    await app.container.db.prisma.session.createMany({ data: rows });
    expect(await isIn(first)).toBe(true);
    const last = await signIn('lou');
    expect([await isIn(first), await isIn(last)]).toEqual([false, true]);
    expect(await app.container.db.prisma.session.count({ where: { userId } })).toBe(SESSIONS_PER_PERSON);
  });
});

describe('a session', () => {
  it('ends 90 days after the sign-in, however much it is used', async () => {
    const max = await app.signUp('max');
    for (let day = 0; day < 80; day += 20) {
      app.clock.advance(20 * DAY);
      expect(await isIn(max)).toBe(true);
    }
    expect((await max.graph('{ session { expiresAt } }')).data).toEqual({
      session: { expiresAt: new Date(app.clock.now().getTime() + 10 * DAY).toISOString() },
    });
    app.clock.advance(10 * DAY - 1);
    expect(await isIn(max)).toBe(true);
    app.clock.advance(1);
    expect(await isIn(max)).toBe(false);
  });

  it('ends earlier when SESSION_MAX_DAYS is lower, including sessions that exist already', async () => {
    const nia = await app.signUp('nia');
    app.clock.advance(7 * DAY);
    const strict = await createTestApp({ beside: app, env: { SESSION_MAX_DAYS: '7' } });
    expect((await strict.anonymous().rest.get('/api/auth/me', { cookie: nia.cookie() })).body).toEqual({ user: null });
    expect(await isIn(nia)).toBe(true);
    await strict.close();
  });
});

describe('a device', () => {
  it.each([
    [FIREFOX, 'Firefox on macOS'],
    [CHROME, 'Chrome on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown device'],
    ['<script>', 'Unknown device'],
    ['x'.repeat(400), 'x'.repeat(400)],
  ])('has a name: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
