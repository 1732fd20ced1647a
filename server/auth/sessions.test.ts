import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const MONTH_IN_SECONDS = 30 * 24 * 60 * 60;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const me = { signedIn: (username: string) => ({ user: { username } }), signedOut: { user: null } };

describe('the cookie', () => {
  it('is out of reach of scripts and of other sites', async () => {
    const { headers } = await app.anonymous().rest.post('/api/auth/register', { username: 'flags', password: 'correct horse' });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^callboard_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/),
      expect.stringMatching(/^callboard_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/),
    ]);
  });

  it('is bound to the host and to HTTPS when people connect over HTTPS', async () => {
    const secure = await createTestApp({ beside: app, env: { PUBLIC_URL: 'https://crm.example.com' } });
    const caller = secure.anonymous();
    const { headers } = await caller.rest.post('/api/auth/login', { username: 'flags', password: 'correct horse' });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-callboard_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000$/),
      expect.stringMatching(/^__Host-callboard_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000$/),
    ]);
    expect((await caller.rest.get('/api/auth/me')).body).toMatchObject(me.signedIn('flags'));
    const plain = caller.cookie().replace('__Host-', '');
    expect((await secure.anonymous().rest.get('/api/auth/me', { cookie: plain })).body).toEqual(me.signedOut);
    await secure.close();
  });

  it('is found among others', async () => {
    const ada = await app.signUp('among');
    const cookie = `theme=dark;${ada.cookie()};callboard_session2=x; last=1`;
    expect((await app.anonymous().rest.get('/api/auth/me', { cookie })).body).toMatchObject(me.signedIn('among'));
  });

  it.each([
    'callboard_session=',
    'callboard_session=x',
    'callboard_session',
    '=',
    ';;;',
    'callboard_session=%00',
    `callboard_session=${'x'.repeat(5_000)}`,
  ])('with an invalid cookie is signed out: %s', async (cookie) => {
    const { status, body } = await app.anonymous().rest.get('/api/auth/me', { cookie });
    expect([status, body]).toEqual([200, me.signedOut]);
  });
});

describe('a session', () => {
  it('is stored as the hash of its token only', async () => {
    const ada = await app.signUp('hashed');
    const [, token = ''] = ada.cookie().split('=');
    const rows = await app.container.db.prisma.session.findMany({ where: { user: { username: 'hashed' } } });
    expect(rows.map(({ id }) => id)).toEqual([createHash('sha256').update(token).digest('hex')]);
    const { rows: everything } = await app.container.db.pool.query('select sessions::text as text from sessions');
    expect(JSON.stringify(everything)).not.toContain(token);
  });

  it('is prolonged by use, at most once a minute', async () => {
    const ada = await app.signUp('rolling');
    app.clock.advance(MINUTE);
    expect((await ada.rest.get('/api/leads')).headers.getSetCookie()).toEqual([]);
    app.clock.advance(1_000);
    const answers = [await ada.rest.get('/api/leads'), await ada.rest.get('/api/leads')];
    expect(answers.map(({ headers }) => headers.getSetCookie().length)).toEqual([1, 0]);
    expect(answers[0]?.headers.getSetCookie()[0]).toBe(`${ada.cookie()}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MONTH_IN_SECONDS}`);
    app.clock.advance(2 * MINUTE);
    const { data } = await ada.graph('{ session { expiresAt } }');
    expect(data).toEqual({ session: { expiresAt: expect.any(String) } });
    app.clock.advance(30 * DAY - MINUTE);
    expect((await ada.rest.get('/api/auth/me')).body).toMatchObject(me.signedIn('rolling'));
  });

  it('is over after thirty days without use', async () => {
    const ada = await app.signUp('resting');
    app.clock.advance(30 * DAY);
    expect((await ada.rest.get('/api/auth/me')).body).toEqual(me.signedOut);
    expect((await ada.rest.get('/api/leads')).status).toBe(401);
    expect((await ada.graph('{ session { expiresAt } }')).data).toEqual({ session: null });
  });

  it('is worth nothing once the person is inactive', async () => {
    const ada = await app.signUp('leaving');
    await app.container.db.prisma.user.update({ where: { username: 'leaving' }, data: { isActive: false } });
    expect((await ada.rest.get('/api/auth/me')).body).toEqual(me.signedOut);
    expect((await ada.rest.get('/api/leads')).status).toBe(401);
  });

  it('ends on sign-out on every instance, even for a client that still has the cookie', async () => {
    const beside = await createTestApp({ beside: app });
    const ada = await app.signUp('leaver');
    const oldCookie = ada.cookie();
    const answer = await ada.rest.post('/api/auth/logout');
    expect([answer.status, answer.body]).toEqual([200, me.signedOut]);
    expect(answer.headers.getSetCookie()).toEqual(['callboard_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0']);
    for (const { anonymous } of [app, beside])
      expect((await anonymous().rest.get('/api/auth/me', { cookie: oldCookie })).body).toEqual(me.signedOut);
    expect(await app.container.db.prisma.session.count({ where: { user: { username: 'leaver' } } })).toBe(0);
    await beside.close();
  });

  it('may be ended by GraphQL, and signing out always succeeds', async () => {
    const ada = await app.signUp('twice');
    const answers = [await ada.graph('mutation { signOut }'), await ada.graph('mutation { signOut }')];
    expect(answers.map(({ data }) => data)).toEqual([{ signOut: true }, { signOut: false }]);
    expect((await app.anonymous().rest.post('/api/auth/logout')).status).toBe(200);
  });

  it('reports its end once when two requests end it at the same time', async () => {
    const ada = await app.signUp('hasty');
    await Promise.all([ada.rest.post('/api/auth/logout'), ada.rest.post('/api/auth/logout')]);
    const user = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'hasty' } });
    expect(await app.container.db.prisma.event.count({ where: { kind: 'session.ended', actorId: user.id } })).toBe(1);
  });
});
