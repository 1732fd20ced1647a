import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SIGN_IN_RULES, SIGN_INS_AT_ONCE } from '#server/auth/sign-in-throttle.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#server/testing/test-app.ts';
import { withLockedRow } from '#server/testing/with-locked-row.ts';

const PASSWORD = 'correct horse';
const SIGN_IN = `mutation ($username: String!, $password: String!) {
  signIn(username: $username, password: $password) {
    __typename
    ... on Session { user { username } }
    ... on Failure { message }
    ... on TooManyAttempts { retryAfter }
  }
}`;
const wrong = { message: 'Invalid username or password' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const signIn = (username: string, password = PASSWORD, who: Caller = app.anonymous()) =>
  who.rest.post('/api/auth/login', { username, password });

describe('signing in', () => {
  it('gives the person, in whatever case the username is written', async () => {
    await app.signUp('Ada');
    const ada = app.anonymous();
    const { status, body } = await signIn(' aDA ', PASSWORD, ada);
    expect([status, body]).toMatchObject([200, { user: { username: 'Ada', firstName: '' } }]);
    expect((await ada.rest.get('/api/auth/me')).body).toEqual(body);
    const { data } = await app.anonymous().graph(SIGN_IN, { username: 'ada', password: PASSWORD });
    expect(data?.signIn).toEqual({ __typename: 'Session', user: { username: 'Ada' } });
  });

  it('returns the same message for an unknown username, a wrong password and an inactive user', async () => {
    await app.signUp('gone');
    await app.container.db.prisma.user.update({ where: { username: 'gone' }, data: { isActive: false } });
    await app.signUp('present');
    for (const [username, password] of [
      ['nobody', PASSWORD],
      ['present', 'wrong'],
      ['present', 'Correct horse'],
      ['gone', PASSWORD],
    ] as const) {
      const { status, body } = await signIn(username, password);
      expect([status, body]).toEqual([401, wrong]);
      const { data } = await app.anonymous().graph(SIGN_IN, { username, password });
      expect(data?.signIn).toEqual({ __typename: 'WrongPassword', ...wrong });
    }
  });

  it('is rejected when the password changes or the account closes at the same moment', async () => {
    for (const [username, change] of [
      ['reset', "set password_hash = 'another'"],
      ['closed', 'set is_active = false'],
    ] as const) {
      await app.signUp(username);
      const answer = await withLockedRow(app.container.db, [`update users ${change} where username = $1`, username], () =>
        signIn(username),
      );
      expect(answer).toMatchObject({ status: 401, body: wrong });
    }
  });

  it('needs both fields', async () => {
    for (const [body, message] of [
      [{}, 'Username is required'],
      [{ username: 'ada' }, 'Password is required'],
      [{ username: 'ada', password: '' }, 'Password is required'],
      [{ username: ' ', password: PASSWORD }, 'Username is required'],
    ] as const) {
      const answer = await app.anonymous().rest.post('/api/auth/login', body);
      expect([answer.status, answer.body]).toEqual([400, { message }]);
    }
  });

  it('takes any username that can be typed', async () => {
    for (const username of ['İ'.repeat(200), '🙂'.repeat(100), "' or 1=1 --", '%', 'a\u0000']) {
      expect((await signIn(username)).status, username).toBe(401);
    }
  });

  it('starts a session of its own and ends the one this browser had', async () => {
    const grace = await app.signUp('grace');
    const first = grace.cookie();
    await signIn('grace', PASSWORD, grace);
    expect(grace.cookie()).not.toBe(first);
    const asFirst = await app.anonymous().rest.get('/api/auth/me', { cookie: first });
    expect(asFirst.body).toEqual({ user: null });
    expect((await grace.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'grace' } });
  });

  it('elsewhere leaves this session alone', async () => {
    const laptop = await app.signUp('alan');
    await signIn('alan');
    expect((await laptop.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'alan' } });
  });
});

describe('guessing', () => {
  const { free } = SIGN_IN_RULES.pair;
  const addressed = (address: string) => ({ 'x-forwarded-for': address });
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await createTestApp({ beside: app, env: { TRUST_PROXY: 'on' } });
    vi.useFakeTimers({ toFake: ['Date'], now: TEST_NOW });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await proxied.close();
  });
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const from = (address: string, username: string, password = PASSWORD, who: Caller = proxied.anonymous()) =>
    who.rest.post('/api/auth/login', { username, password }, addressed(address));
  const fail = async (times: number, address: string, username: string) => {
    for (let attempt = 0; attempt < times; attempt += 1)
      expect((await from(address, attempt % 3 === 0 ? username.toUpperCase() : username, `guess ${attempt}`)).status).toBe(401);
  };

  it('is delayed after ten failures, on every instance, for longer with each further one', async () => {
    const beside = await createTestApp({ beside: app, env: { TRUST_PROXY: 'on' } });
    await app.signUp('target');
    await fail(free, '192.0.2.1', 'target');
    const refused = await from('192.0.2.1', 'target', PASSWORD, beside.anonymous());
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
      429,
      { message: 'Too many attempts. Try again in 30 s.', code: 'RATE_LIMITED' },
      '30',
    ]);
    pass(30);
    expect((await from('192.0.2.1', 'target', 'wrong')).status).toBe(401);
    expect((await from('192.0.2.1', 'target')).body).toMatchObject({ message: 'Too many attempts. Try again in 1 min.' });
    pass(60);
    expect((await from('192.0.2.1', 'target')).status).toBe(200);
    await beside.close();
  });

  it('returns the remaining delay by GraphQL, too', async () => {
    for (let attempt = 0; attempt < free; attempt += 1) await signIn('graph', 'wrong');
    const { data } = await app.anonymous().graph(SIGN_IN, { username: 'graph', password: PASSWORD });
    expect(data?.signIn).toEqual({ __typename: 'TooManyAttempts', message: 'Too many attempts. Try again in 30 s.', retryAfter: 30 });
  });

  it('does not lock others out: neither another address nor a known browser', async () => {
    const owner = proxied.anonymous();
    await owner.rest.post('/api/auth/register', { username: 'victim', password: PASSWORD }, addressed('192.0.2.9'));
    await owner.rest.post('/api/auth/logout');
    await fail(free, '192.0.2.9', 'victim');
    expect((await from('192.0.2.9', 'victim')).status).toBe(429);
    expect((await from('192.0.2.10', 'victim')).status).toBe(200);
    expect((await from('192.0.2.9', 'victim', PASSWORD, owner)).status).toBe(200);
  });

  it('from many addresses is slowed down, and known browsers are not', async () => {
    const owner = proxied.anonymous();
    await owner.rest.post('/api/auth/register', { username: 'famous', password: PASSWORD }, addressed('198.51.100.1'));
    const guesses = Array.from({ length: SIGN_IN_RULES.account.free }, (_, guess) => from(`203.0.113.${guess}`, 'famous', 'wrong'));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
    const stranger = await from('198.51.100.2', 'famous');
    expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await from('198.51.100.1', 'famous', PASSWORD, owner)).status).toBe(200);
    pass(1);
    expect((await from('198.51.100.2', 'famous')).status).toBe(200);
  });

  it('in a known browser delays that browser alone', async () => {
    const owner = proxied.anonymous();
    await owner.rest.post('/api/auth/register', { username: 'forgetful', password: PASSWORD }, addressed('192.0.2.20'));
    for (let attempt = 0; attempt < free; attempt += 1) await from('192.0.2.20', 'forgetful', 'wrong', owner);
    expect((await from('192.0.2.20', 'forgetful', PASSWORD, owner)).status).toBe(429);
    expect((await from('192.0.2.20', 'forgetful')).status).toBe(200);
  });

  it('of usernames that do not exist is delayed alike', async () => {
    await fail(free, '192.0.2.30', 'nobody here');
    expect((await from('192.0.2.30', 'nobody here')).body).toMatchObject({ message: 'Too many attempts. Try again in 30 s.' });
  });

  it('counts all addresses of one IPv6 /64 as one, and IPv4 however it is written', async () => {
    for (let guess = 0; guess < free; guess += 1) await from(`2001:db8:1:2::${guess + 1}`, 'sixth', 'wrong');
    expect((await from('2001:db8:1:2:ffff::1', 'sixth')).status).toBe(429);
    expect((await from('2001:db8:1:3::1', 'sixth')).status).toBe(401);
    await fail(free, '192.0.2.40', 'fourth');
    expect((await from('::ffff:192.0.2.40', 'fourth')).status).toBe(429);
  });

  it('does not count right passwords: an office behind one address can sign in together', async () => {
    await app.signUp('office');
    const { passwordHash } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'office' } });
    const names = Array.from({ length: 60 }, (_, number) => `office-${number}`);
    const at = TEST_NOW;
    const rows = names.map((username) => ({
      id: username,
      username,
      email: `${username}@company.com`,
      passwordHash,
      createdAt: at,
      updatedAt: at,
    }));
    await app.container.db.prisma.user.createMany({ data: rows });
    const answers = await Promise.all(names.map((username) => from('192.0.2.50', username)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('with the right password many times at once uses no one else’s slot', async () => {
    await Promise.all(['mallory', 'colleague', 'elsewhere'].map((name) => app.signUp(name)));
    const flood = Array.from({ length: 150 }, () => from('192.0.2.51', 'mallory'));
    const others = await Promise.all([from('192.0.2.51', 'colleague'), from('192.0.2.52', 'elsewhere')]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThan(SIGN_INS_AT_ONCE.pair.waiting);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused)
      expect([status, body, headers.get('retry-after')]).toMatchObject([429, { code: 'TOO_MANY_IN_PROGRESS' }, '5']);
  });

  it('in parallel is not faster than one after another', async () => {
    await app.signUp('parallel');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, guess) => from('192.0.2.60', 'parallel', `guess ${guess}`)));
    const checked = answers.filter(({ status }) => status === 401).length;
    expect(checked).toBe(free);
  });

  it('counts from zero once the owner has signed in', async () => {
    await app.signUp('owner');
    for (const _ of [1, 2]) {
      await fail(free - 1, '192.0.2.70', 'owner');
      expect((await from('192.0.2.70', 'owner')).status).toBe(200);
    }
  });

  it('counts every attempt of a document that holds many', async () => {
    await app.signUp('aliased');
    const guesses = Array.from(
      { length: 12 },
      (_, guess) => `g${guess}: signIn(username: "aliased", password: "wrong ${guess}") { __typename }`,
    );
    const { data } = await app.anonymous().graph(`mutation { ${guesses.join(' ')} }`);
    const types = Object.values<{ __typename: string }>(data ?? {}).map(({ __typename }) => __typename);
    expect(types).toEqual([...Array(10).fill('WrongPassword'), 'TooManyAttempts', 'TooManyAttempts']);
  });
});
