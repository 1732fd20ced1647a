import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '#server/testing/caller.ts';
import { openCallRail } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT, type ApiCall } from '#server/testing/emulators/callrail/calls.ts';
import { FAULTS } from '#server/testing/emulators/callrail/faults.ts';
import { HTTP_FAULTS } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrders } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { REST_CASES } from '#server/testing/rest-conformance/all.ts';
import { type CaseState, type RestCase, TIMESTAMP, TRANSCRIPT } from '#server/testing/rest-conformance/case.ts';

// A client that only knows the specification's section 7: it sends each payload as written, and checks the documented response.

let store: ShopTestApp;
let rail: Awaited<ReturnType<typeof openCallRail>>;
let ada: Caller;
let bob: Caller;
let stranger: Caller;
const known: CaseState = { unknownId: '01a1f84a-95c0-7000-8000-000000000000' };

const aCall = (id: string): ApiCall => ({
  id,
  customer_name: 'Jo March',
  customer_phone_number: '+1 216 555 0199',
  duration: 95,
  start_time: TIMESTAMP,
  transcription: TRANSCRIPT,
});

const Sentence = z.strictObject({ message: z.string().regex(/^\S+ \S+/) });
const User = z.object({ user: z.object({ id: z.string(), firstName: z.string(), username: z.string(), email: z.string() }) });

beforeAll(async () => {
  rail = await openCallRail(['CAL2', 'CAL1'].map(aCall));
  const env = { CALLRAIL_API_KEY: ACCOUNT.key, CALLRAIL_ACCOUNT_ID: ACCOUNT.id, CALLRAIL_BASE_URL: rail.baseUrl };
  store = await createShopTestApp(makeOrders(4), env);
  [ada, stranger] = [store.app.anonymous(), store.app.anonymous()];
  bob = await store.app.signUp('bob');
});
afterAll(async () => {
  await store.close();
  await rail.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };

const raw = async (who: Caller, method: string, path: string, init: RequestInit = {}) => {
  const answer = await who.rest.send(path, { method, ...init });
  expect(answer.headers.get('content-type'), path).toBe('application/json; charset=utf-8');
  expect(JSON.stringify(answer.body)).not.toMatch(/passwordHash|password_hash|argon2/i);
  return answer;
};
const send = (who: Caller, method: string, path: string, body?: unknown) =>
  raw(who, method, path, body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body) });

describe('getting in, as the client does it', () => {
  const person = { username: 'ada@mill.example', password: 'kq7vTz', email: 'ada@mill.example', firstName: '', lastName: '' };
  const user = { username: person.username, email: person.email, firstName: '', lastName: '' };

  it('without a sign-in returns a null user, not an error', async () => {
    const { status, body } = await send(ada, 'GET', '/api/auth/me');
    expect([status, body]).toEqual([200, { user: null }]);
  });

  it.each([
    ['/api/auth/register', { ...person, username: '' }, 400, 'Username is required'],
    ['/api/auth/register', { ...person, password: '' }, 400, 'Password is required'],
    ['/api/auth/register', { ...person, password: '12345' }, 400, 'Password must be at least 6 characters'],
    ['/api/auth/register', { ...person, email: 'ada' }, 400, 'Invalid email'],
    ['/api/auth/register', {}, 400, 'Username is required'],
    ['/api/auth/login', { username: '', password: 'x' }, 400, 'Username is required'],
    ['/api/auth/login', { username: 'ada', password: '' }, 400, 'Password is required'],
    ['/api/auth/login', { username: 'ada', password: 123456 }, 400, 'Password is required'],
    ['/api/auth/login', { username: 'nobody', password: 'kq7vTz' }, 401, 'Invalid username or password'],
    ['/api/auth/login', { username: 'bob', password: 'kq7vTz' }, 401, 'Invalid username or password'],
    ['/api/auth/login', [], 400, 'The body must be a JSON object.'],
  ])('is refused at %s with %j', async (path, body, status, message) => {
    const answer = await send(stranger, 'POST', path, body);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  });

  it('registers, signs out, signs in again, and is known by the cookie', async () => {
    const registered = await send(ada, 'POST', '/api/auth/register', person);
    expect([registered.status, registered.body]).toMatchObject([201, { user }]);
    const duplicate = await send(stranger, 'POST', '/api/auth/register', person);
    expect([duplicate.status, Sentence.safeParse(duplicate.body).success]).toEqual([409, true]);
    const out = await raw(ada, 'POST', '/api/auth/logout', { headers: JSON_TYPE, body: '' });
    expect([out.status, (await send(ada, 'GET', '/api/auth/me')).body]).toEqual([200, { user: null }]);
    const signedIn = await send(ada, 'POST', '/api/auth/login', { username: person.username, password: person.password });
    expect([signedIn.status, signedIn.body]).toMatchObject([200, { user }]);
    const me = await send(ada, 'GET', '/api/auth/me');
    expect([me.status, me.body]).toEqual([200, signedIn.body]);
    known.me = User.parse(me.body).user.id;
  });
});

/** What no call may be: sent by nobody, no JSON, no object, of the wrong types. */
async function isRefused({ method, path, payload, ignores = [], empty, refusals = [] }: RestCase) {
  const [at, body] = [path(known), payload?.(known)];
  const shut = await send(stranger, method, at, body);
  expect([shut.status, shut.body]).toEqual([401, { message: 'Please sign in.' }]);

  for (const { path: wrongPath, payload: wrong, status, message } of refusals) {
    const answer = await send(ada, method, wrongPath?.(known) ?? at, wrong);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  }
  if (!body) return;
  if (typeof empty === 'string') {
    for (const nothing of [{}, { headers: JSON_TYPE, body: '' }, { headers: JSON_TYPE, body: '{}' }]) {
      const answer = await raw(ada, method, at, nothing);
      expect([answer.status, answer.body]).toEqual([400, { message: empty }]);
    }
  }
  for (const [sent, message] of [
    ['{bad', 'The body is not valid JSON.'],
    ['["a list"]', 'The body must be a JSON object.'],
  ]) {
    const answer = await raw(ada, method, at, { headers: JSON_TYPE, body: sent });
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  }
  for (const field of Object.keys(body).filter((name) => !ignores.includes(name))) {
    const answer = await send(ada, method, at, { ...body, [field]: [[]] });
    expect([answer.status, Sentence.safeParse(answer.body).success], `${field}: ${JSON.stringify(answer.body)}`).toEqual([400, true]);
  }
}

describe('each row', () => {
  it.each(REST_CASES.map((call) => [call.row, call] as const))(
    '%s: as it is written, as it is read, and as it is refused',
    async (_row, call) => {
      const { method, path, payload, empty, status, schema, matches, saves, otherUser } = call;
      await isRefused(call);
      const at = path(known);
      if (otherUser) {
        const answered = await send(bob, method, at, payload?.(known));
        expect([answered.status, answered.body]).toEqual([otherUser.status, otherUser.body]);
      }
      if (empty === null) expect((await raw(ada, method, at, { headers: JSON_TYPE, body: '' })).status).toBe(status);

      // A field nobody knows changes nothing.
      const answer = await send(ada, method, at, payload && { ...payload(known), unknownField: 'x' });
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(JSON.stringify(answer.body)).not.toContain('neverHeardOf');
      const read = schema.parse(answer.body);
      if (matches) expect(answer.body).toMatchObject(Object(matches(known)));
      Object.assign(known, saves?.(read));
    },
  );

  it('is one of the forty of the specification, less the four of getting in', () => {
    expect(new Set(REST_CASES.map(({ row }) => row)).size).toBe(36);
  });
});

describe('an outside service that fails', () => {
  it('is reported in the body if it has a `success` field, and as an error status otherwise', async () => {
    rail.fail(FAULTS.status(401));
    const tested = await send(ada, 'GET', '/api/callrail/test');
    expect([tested.status, tested.body]).toEqual([200, { success: false, message: expect.stringMatching(/^CallRail .+\.$/) }]);
    const synced = await send(ada, 'POST', '/api/callrail/sync', { limit: 50 });
    expect([synced.status, synced.body]).toEqual([200, { success: false, synced: 0, message: Object(tested.body).message }]);
    rail.fail(null);
    store.shop.fail(HTTP_FAULTS.status(402), 1);
    const refused = await send(ada, 'POST', '/api/shopify/sync');
    expect([refused.status, Sentence.safeParse(refused.body).success]).toEqual([502, true]);
  });
});

describe('each list', () => {
  const Rows = z.array(z.object({ id: z.string(), createdAt: z.string().optional(), startedAt: z.string().optional() }));
  const MAKES = {
    '/api/customers': ['/api/customers', { name: 'Amy March' }],
    '/api/leads': ['/api/leads', { name: 'Amy March' }],
    '/api/transcriptions': ['/api/transcriptions', { content: TRANSCRIPT, type: 'sales' }],
    '/api/ai/responses': ['/api/ai/generate-response', { customerRequest: 'Do you open on Sundays?' }],
    '/api/ai/training-data': ['/api/ai/training-data', { title: 'Sundays', content: 'Closed.' }],
    '/api/email-templates': ['/api/email-templates', { name: 'Hello', subject: 'Hello', body: 'Hello', type: 'welcome' }],
    '/api/customers/interaction-flows': [
      '/api/customers/interaction-flows',
      { flowType: 'onboarding_process', currentStage: 'signed_up', stages: [], interactions: [] },
    ],
    '/api/coaching/sessions': ['/api/coaching/analyze', {}],
    '/api/coaching/insights': ['/api/coaching/analyze', {}],
    '/api/shopify/orders': null,
  } as const;

  it.each(Object.entries(MAKES))('of %s begins with the newest, and respects the limit', async (path, makes) => {
    for (const _ of makes ? ['once', 'twice'] : []) {
      store.app.clock.advance(1_000);
      const [route, body] = makes ?? [path, {}];
      const payload = route.endsWith('analyze') ? { transcriptionIds: [known.training] } : body;
      expect((await send(ada, 'POST', route, payload)).status).toBe(201);
    }
    const { body } = await send(ada, 'GET', path);
    const rows = Rows.parse(body);
    const moments = rows.map(({ createdAt, startedAt }) => createdAt ?? startedAt ?? '');
    expect(new Set(moments).size).toBeGreaterThan(1);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect((await send(ada, 'GET', `${path}?limit=1`)).body).toEqual([Object(body)[0]]);
    expect((await send(ada, 'GET', `${path}?limit=2`)).body).toHaveLength(2);
  });
});
