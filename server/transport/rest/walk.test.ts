import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#server/testing/caller.ts';
import { makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { openShopWorld, type ShopWorld } from '#server/testing/emulators/shopify/world.ts';
import { type Known, SPECIFIED_CALLS } from '#server/testing/specified-calls.ts';

// A client that knows the specification's section 7 and nothing else: it sends each payload as written, and reads what it says is read.

let store: ShopWorld;
let ada: Caller;
let stranger: Caller;
const known: Known = { nobody: '01a1f84a-95c0-7000-8000-000000000000' };

const Failure = z.strictObject({ message: z.string().min(1) });
const User = z.object({ user: z.object({ firstName: z.string(), username: z.string() }) });

beforeAll(async () => {
  store = await openShopWorld(makeOrders(4));
  [ada, stranger] = [store.home.stranger(), store.home.stranger()];
});
afterAll(() => store.close());

const send = async (who: Caller, method: string, path: string, body?: unknown) => {
  const json = body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await who.rest.send(path, { method, ...json });
  expect(JSON.stringify(answer.body)).not.toMatch(/passwordHash|password_hash|argon2/i);
  return answer;
};

describe('getting in, as the client does it', () => {
  const person = { username: 'ada@mill.example', password: 'kq7vTz', email: 'ada@mill.example', firstName: '', lastName: '' };

  it('finds nobody signed in: a null user, not a refusal', async () => {
    const { status, body } = await send(ada, 'GET', '/api/auth/me');
    expect([status, body]).toEqual([200, { user: null }]);
  });

  it.each([
    ['/api/auth/register', { ...person, username: '' }, 400, 'Username is required'],
    ['/api/auth/register', { ...person, password: '12345' }, 400, 'must be at least 6 characters'],
    ['/api/auth/login', { username: '', password: 'x' }, 400, 'Username is required'],
    ['/api/auth/login', { username: 'ada', password: '' }, 400, 'is required'],
    ['/api/auth/login', { username: 'nobody', password: 'kq7vTz' }, 401, 'Invalid username or'],
  ])('is refused at %s with %j', async (path, body, status, words) => {
    const answer = await stranger.rest.post(path, body);
    expect(answer.status).toBe(status);
    expect(Failure.parse(answer.body).message).toContain(words);
  });

  it('registers, signs out, signs in again, and is known by the cookie', async () => {
    const registered = await send(ada, 'POST', '/api/auth/register', person);
    expect([registered.status, User.parse(registered.body).user]).toEqual([201, { firstName: '', username: person.username }]);
    expect((await send(ada, 'POST', '/api/auth/logout')).status).toBe(200);
    expect((await send(ada, 'GET', '/api/auth/me')).body).toEqual({ user: null });
    const signedIn = await send(ada, 'POST', '/api/auth/login', { username: person.username, password: person.password });
    expect([signedIn.status, User.parse(signedIn.body).user.username]).toEqual([200, person.username]);
    const me = await send(ada, 'GET', '/api/auth/me');
    expect([me.status, User.parse(me.body).user.username]).toEqual([200, person.username]);
  });
});

describe('each row', () => {
  it.each(SPECIFIED_CALLS.map((call) => [call.row, call] as const))(
    '%s',
    async (_name, { method, path, payload, status, reads, learns, refused = [] }) => {
      const [at, body] = [path(known), payload?.(known)];

      const shut = await send(stranger, method, at, body);
      expect([shut.status, Failure.safeParse(shut.body).success]).toEqual([401, true]);

      for (const { path: wrongPath, payload: wrong, status: code, message } of refused) {
        const answer = await send(ada, method, wrongPath?.(known) ?? at, wrong);
        expect([answer.status, Failure.parse(answer.body).message]).toEqual([code, message ?? expect.any(String)]);
      }

      const answer = await send(ada, method, at, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      const read = reads.parse(answer.body);
      Object.assign(known, learns?.(read));
    },
  );

  it('is one of the forty of the specification, less the four of getting in', () => {
    expect(new Set(SPECIFIED_CALLS.map(({ row }) => row)).size).toBe(36);
  });
});
