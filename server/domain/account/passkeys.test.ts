import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { relyingPartyOf } from '#server/transport/viewer/contexts.ts';

const PUBLIC_URL = 'http://crm.example.com';
const BEGIN = 'mutation { beginPasskeyRegistration { __typename ... on PasskeyOptions { options } ... on Failure { message } } }';
const REGISTER = `mutation ($name: String!, $response: JSON!) { registerPasskey(name: $name, response: $response) {
  __typename ... on Passkey { id name } ... on Failure { message } } }`;
const BEGIN_SIGN_IN = 'mutation { beginPasskeySignIn { __typename ... on PasskeyOptions { options } } }';
const SIGN_IN = `mutation ($response: JSON!) { signInWithPasskey(response: $response) {
  __typename ... on Session { user { username } } ... on Failure { message } } }`;
const REMOVE = 'mutation ($id: ID!) { removePasskey(id: $id) { __typename } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    env: { PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1', IDENTITY_SECRET: 'a secret of the tests, long enough for it' },
  });
});
afterAll(() => app.close());

const field = async (answer: Promise<{ data?: Record<string, unknown> | null }>, name: string) => Object((await answer).data?.[name]);
const options = async (caller: Caller, registering = true) =>
  registering
    ? (await field(caller.graph(BEGIN), 'beginPasskeyRegistration')).options
    : (await field(caller.graph(BEGIN_SIGN_IN), 'beginPasskeySignIn')).options;
const register = async (caller: Caller, response: unknown) =>
  field(caller.graph(REGISTER, { name: 'Laptop', response }), 'registerPasskey');
const signIn = async (response: unknown, caller = app.anonymous()) => field(caller.graph(SIGN_IN, { response }), 'signInWithPasskey');
const REFUSED = { __typename: 'WrongPassword' };

it('signs in without a username, each answer once, until it is removed', async () => {
  const ada = await app.signUp('ada');
  const laptop = createAuthenticator(PUBLIC_URL);
  const passkey = await register(ada, laptop.register(await options(ada)));
  expect(passkey).toMatchObject({ __typename: 'Passkey', name: 'Laptop' });
  const visitor = app.anonymous();
  const response = laptop.signIn(await options(visitor, false));
  expect(await signIn(response, visitor)).toMatchObject({ __typename: 'Session', user: { username: 'ada' } });
  expect(Object((await visitor.rest.get('/api/auth/me')).body).user).toMatchObject({ username: 'ada' });
  expect(await signIn(response)).toMatchObject(REFUSED);
  expect((await ada.graph('{ passkeys { name lastUsedAt } }')).data).toEqual({
    passkeys: [{ name: 'Laptop', lastUsedAt: app.clock.now().toISOString() }],
  });
  const other = await app.signUp('other');
  expect(await field(other.graph(REMOVE, { id: passkey.id }), 'removePasskey')).toMatchObject({ __typename: 'NotFound' });
  expect(await field(ada.graph(REMOVE, { id: passkey.id }), 'removePasskey')).toMatchObject({ __typename: 'Passkey' });
  expect(await signIn(laptop.signIn(await options(app.anonymous(), false)))).toMatchObject(REFUSED);
});

it('is refused when it was made for another page, another challenge or another person', async () => {
  const grace = await app.signUp('grace');
  const evil = createAuthenticator('http://evil.example.com');
  expect(await register(grace, evil.register(await options(grace)))).toMatchObject(REFUSED);
  const lookalike = createAuthenticator('http://evil.example.com', 'crm.example.com');
  expect(await register(grace, lookalike.register(await options(grace)))).toMatchObject(REFUSED);
  const device = createAuthenticator(PUBLIC_URL);
  expect(await register(grace, device.register({ challenge: 'bWFkZSB1cA' }))).toMatchObject(REFUSED);
  const iris = await app.signUp('iris');
  expect(await register(iris, device.register(await options(grace)))).toMatchObject(REFUSED);
  const asked = await options(grace);
  app.clock.advance(11 * 60_000);
  expect(await register(grace, device.register(asked))).toMatchObject(REFUSED);
  expect(await signIn(device.signIn(await options(app.anonymous(), false)))).toMatchObject(REFUSED);
  expect(await signIn({ id: 'x' })).toMatchObject({ __typename: 'Invalid' });
});

it('is not replaced by an authenticator app with the password alone, where a second factor is required', async () => {
  const vera = await app.signUp('vera');
  const device = createAuthenticator(PUBLIC_URL);
  await register(vera, device.register(await options(vera)));
  await app.container.db.prisma.role.update({ where: { key: 'rep' }, data: { requiresSecondFactor: true } });
  const password = 'mutation { signIn(username: "vera", password: "correct horse") { __typename ... on Failure { message } } }';
  const refused = { __typename: 'WrongPassword', message: expect.stringContaining('passkey') };
  expect(await field(app.anonymous().graph(password), 'signIn')).toEqual(refused);
  expect(await app.container.db.prisma.totpCredential.count()).toBe(0);
  expect(await signIn(device.signIn(await options(app.anonymous(), false)))).toMatchObject({ __typename: 'Session' });
  await app.container.db.prisma.role.update({ where: { key: 'rep' }, data: { requiresSecondFactor: false } });
});

it('does not open a closed account', async () => {
  const noor = await app.signUp('noor');
  const device = createAuthenticator(PUBLIC_URL);
  await register(noor, device.register(await options(noor)));
  await app.container.db.prisma.user.update({ where: { username: 'noor' }, data: { isActive: false } });
  expect(await signIn(device.signIn(await options(app.anonymous(), false)))).toMatchObject(REFUSED);
});

it('belongs to the page of PUBLIC_URL, or else to this machine', () => {
  expect(relyingPartyOf('https://crm.example.com/', 'evil.example.com')).toEqual({
    origin: 'https://crm.example.com',
    id: 'crm.example.com',
  });
  expect(relyingPartyOf(null, 'localhost:4000')).toEqual({ origin: 'http://localhost:4000', id: 'localhost' });
  expect([relyingPartyOf(null, 'evil.example.com'), relyingPartyOf(null, undefined)]).toEqual([null, null]);
});
