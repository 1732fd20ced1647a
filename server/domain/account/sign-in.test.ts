import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTEMPTS } from '#server/auth/throttle.ts';
import type { Caller } from '#server/testing/caller.ts';
import { whileHeld } from '#server/testing/held.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';

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

let home: TestWorld;
beforeAll(async () => {
  home = await openWorld();
});
afterAll(() => home.close());

const signIn = (username: string, password = PASSWORD, who: Caller = home.stranger()) =>
  who.rest.post('/api/auth/login', { username, password });

describe('signing in', () => {
  it('gives the person, in whatever case the username is written', async () => {
    await home.person('Ada');
    const ada = home.stranger();
    const { status, body } = await signIn(' aDA ', PASSWORD, ada);
    expect([status, body]).toMatchObject([200, { user: { username: 'Ada', firstName: '' } }]);
    expect((await ada.rest.get('/api/auth/me')).body).toEqual(body);
    const { data } = await home.stranger().graph(SIGN_IN, { username: 'ada', password: PASSWORD });
    expect(data?.signIn).toEqual({ __typename: 'Session', user: { username: 'Ada' } });
  });

  it('says the same of an unknown username, a wrong password and an inactive person', async () => {
    await home.person('gone');
    await home.world.db.prisma.user.update({ where: { username: 'gone' }, data: { isActive: false } });
    await home.person('present');
    for (const [username, password] of [
      ['nobody', PASSWORD],
      ['present', 'wrong'],
      ['present', 'Correct horse'],
      ['gone', PASSWORD],
    ] as const) {
      const { status, body } = await signIn(username, password);
      expect([status, body]).toEqual([401, wrong]);
      const { data } = await home.stranger().graph(SIGN_IN, { username, password });
      expect(data?.signIn).toEqual({ __typename: 'WrongPassword', ...wrong });
    }
  });

  it('is refused where the password is taken back or the account closed at the same moment', async () => {
    for (const [username, change] of [
      ['reset', "set password_hash = 'another'"],
      ['closed', 'set is_active = false'],
    ] as const) {
      await home.person(username);
      const answer = await whileHeld(home.world.db, [`update users ${change} where username = $1`, username], () => signIn(username));
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
      const answer = await home.stranger().rest.post('/api/auth/login', body);
      expect([answer.status, answer.body]).toEqual([400, { message }]);
    }
  });

  it('takes any username that can be typed', async () => {
    for (const username of ['İ'.repeat(200), '🙂'.repeat(100), "' or 1=1 --", '%', 'a\u0000']) {
      expect((await signIn(username)).status, username).toBe(401);
    }
  });

  it('starts a session of its own and ends the one this browser had', async () => {
    const grace = await home.person('grace');
    const first = grace.cookie();
    await signIn('grace', PASSWORD, grace);
    expect(grace.cookie()).not.toBe(first);
    const asFirst = await home.stranger().rest.get('/api/auth/me', { cookie: first });
    expect(asFirst.body).toEqual({ user: null });
    expect((await grace.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'grace' } });
  });

  it('elsewhere leaves this session alone', async () => {
    const laptop = await home.person('alan');
    await signIn('alan');
    expect((await laptop.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'alan' } });
  });
});

describe('guessing', () => {
  it('is stopped for the account after ten attempts, on every instance, until the window is over', async () => {
    const beside = await openWorld({ beside: home });
    await home.person('target');
    for (let attempt = 0; attempt < ATTEMPTS.account; attempt += 1) {
      const at = attempt % 2 === 0 ? home : beside;
      expect((await signIn(attempt % 3 === 0 ? 'TARGET' : 'target', `guess ${attempt}`, at.stranger())).status).toBe(401);
    }
    home.clock.pass(60_000);
    const refused = await signIn('target', PASSWORD, beside.stranger());
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
      429,
      { message: 'Too many attempts. Try again in 14 min.' },
      String(14 * 60),
    ]);
    const { data } = await home.stranger().graph(SIGN_IN, { username: 'target', password: PASSWORD });
    expect(data?.signIn).toEqual({
      __typename: 'TooManyAttempts',
      message: 'Too many attempts. Try again in 14 min.',
      retryAfter: 14 * 60,
    });
    home.clock.pass(14 * 60_000);
    expect((await signIn('target')).status).toBe(200);
    await beside.close();
  });

  it('counts anew once the owner got in', async () => {
    await home.person('owner');
    for (let attempt = 1; attempt < ATTEMPTS.account; attempt += 1) await signIn('owner', 'wrong');
    expect((await signIn('owner')).status).toBe(200);
    for (let attempt = 1; attempt < ATTEMPTS.account; attempt += 1) expect((await signIn('owner', 'wrong')).status).toBe(401);
    expect((await signIn('owner')).status).toBe(200);
  });

  it('counts every attempt of a document that holds many', async () => {
    await home.person('aliased');
    const guesses = Array.from(
      { length: 12 },
      (_, guess) => `g${guess}: signIn(username: "aliased", password: "wrong ${guess}") { __typename }`,
    );
    const { data } = await home.stranger().graph(`mutation { ${guesses.join(' ')} }`);
    const said = Object.values<{ __typename: string }>(data ?? {}).map(({ __typename }) => __typename);
    expect(said).toEqual([...Array(10).fill('WrongPassword'), 'TooManyAttempts', 'TooManyAttempts']);
  });
});
