import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, registrationDefault } from '#server/config.ts';
import { idOf, messageOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PASSWORD = 'correct horse';
const REGISTER = `mutation ($input: RegisterInput!) {
  register(input: $input) {
    __typename
    ... on Session { user { id username email firstName lastName jobTitle profileImageUrl displayName } expiresAt }
    ... on Failure { message }
  }
}`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const register = (input: unknown) => app.anonymous().rest.post('/api/auth/register', input);
const accounts = (username: string) => app.container.db.prisma.user.findMany({ where: { username } });
const eventsOf = (username: string) =>
  app.container.db.prisma.event.count({ where: { kind: 'account.registered', data: { path: ['username'], equals: username } } });

describe('a new account', () => {
  it('is signed in immediately, by REST and GraphQL alike', async () => {
    const ada = app.anonymous();
    const answer = await ada.rest.post('/api/auth/register', {
      username: ' ada ',
      password: PASSWORD,
      email: '',
      firstName: '',
      lastName: '',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user: {
        id: expect.any(String),
        username: 'ada',
        email: 'ada@company.com',
        firstName: '',
        lastName: '',
        jobTitle: 'Sales Manager',
        profileImageUrl: null,
      },
    });
    const fromGraph = await ada.graph('{ session { user { id username email firstName lastName jobTitle profileImageUrl } } }');
    expect(fromGraph.data).toEqual({ session: answer.body });

    const grace = app.anonymous();
    const { data } = await grace.graph(REGISTER, {
      input: { username: 'grace@example.com', password: PASSWORD, firstName: 'Grace', lastName: 'Hopper' },
    });
    expect(data?.register).toMatchObject({
      __typename: 'Session',
      user: { username: 'grace@example.com', email: 'grace@example.com', displayName: 'Grace Hopper' },
      expiresAt: '2026-12-20T09:30:00.000Z',
    });
    expect((await grace.rest.get('/api/auth/me')).body).toMatchObject({ user: { firstName: 'Grace', lastName: 'Hopper' } });
  });

  it('uses the address that was given and the domain that was set', async () => {
    expect((await register({ username: 'own', password: PASSWORD, email: 'own@example.org' })).body).toMatchObject({
      user: { email: 'own@example.org' },
    });
    const acme = await createTestApp({ beside: app, env: { COMPANY_EMAIL_DOMAIN: 'acme.example' } });
    const { body } = await acme.anonymous().rest.post('/api/auth/register', { username: 'wile', password: PASSWORD });
    expect(body).toMatchObject({ user: { email: 'wile@acme.example' } });
    await acme.close();
  });

  it.each([
    [{}, 'Username is required'],
    [{ username: '  ', password: PASSWORD }, 'Username is required'],
    [{ username: 'eve' }, 'Password is required'],
    [{ username: 'eve', password: '' }, 'Password is required'],
    [{ username: 'eve', password: '12345' }, 'Password must be at least 6 characters'],
    [{ username: 'eve', password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
    [{ username: 'eve', password: 'PassWord1' }, 'This password is too common. Please choose another one.'],
    [{ username: 'eve', password: 'dragon1' }, 'This password is too common. Please choose another one.'],
    [{ username: 'eve', password: 'letmein!' }, 'This password is too common. Please choose another one.'],
    [{ username: 'eve', password: 'ILoveYou2' }, 'This password is too common. Please choose another one.'],
    [{ username: 'eve', password: '      ' }, 'Password must not be only spaces'],
    [{ username: 'eve', password: 'Callboard' }, 'Password must not be the name of the company or the product'],
    [{ username: 'eve', password: 'your-company' }, 'Password must not be the name of the company or the product'],
    [{ username: 'eve.adams', password: 'EveAdams' }, 'Password must not be your username or email address'],
    [{ username: 'eve', email: 'eve.adams@example.com', password: 'eve.adams' }, 'Password must not be your username or email address'],
    [{ username: 'eve', password: PASSWORD, email: 'nowhere' }, 'Invalid email'],
    [{ username: 'e\u200bve', password: PASSWORD }, 'Username must not contain invisible characters'],
    [{ username: '\u202eeve', password: PASSWORD }, 'Username must not contain invisible characters'],
    [{ username: '\u0435ve', password: PASSWORD }, 'Username must not mix letters of different scripts'],
    [{ username: 'eve@', password: PASSWORD }, 'A username with @ must be a valid email address'],
  ])('from %j is refused: %s', async (input, message) => {
    const { status, body } = await register(input);
    expect([status, body]).toEqual([400, { message }]);
    const { data } = await app.anonymous().graph(REGISTER, { input: { username: '', password: '', ...input } });
    expect(data?.register).toEqual({ __typename: 'Invalid', message });
    expect(await accounts('eve')).toEqual([]);
  });
});

describe('a username that is already in use', () => {
  const duplicate = { message: 'This username is already taken.' };

  it('stays with its owner, however it is written', async () => {
    await register({ username: 'Linus', password: PASSWORD });
    for (const [turn, username] of ['Linus', 'linus', 'LINUS', ' linus ', 'ｌｉｎｕｓ', 'ⓛinus'].entries()) {
      const { status, body } = await register({ username, password: 'another one', email: `other${turn}@example.com` });
      expect([status, body]).toEqual([409, duplicate]);
    }
    const { data } = await app.anonymous().graph(REGISTER, { input: { username: 'lInUs', password: PASSWORD } });
    expect(data?.register).toEqual({ __typename: 'Conflict', ...duplicate });
    expect(await accounts('linus')).toMatchObject([{ username: 'Linus', email: 'Linus@company.com' }]);
    expect(await eventsOf('Linus')).toBe(1);
    expect(await app.container.db.prisma.session.count({ where: { user: { username: 'linus' } } })).toBe(1);
  });

  it('is given to exactly one of five simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => register({ username: 'rush', password: PASSWORD })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(Array(4).fill(duplicate));
    expect(await accounts('rush')).toHaveLength(1);
    expect(await eventsOf('rush')).toBe(1);
  });

  it('has another error message than an email address in use', async () => {
    await register({ username: 'mary', password: PASSWORD });
    const { status, body } = await register({ username: 'mary@company.com', password: PASSWORD });
    expect([status, messageOf(body)]).toEqual([409, 'This email address is already in use.']);
    expect(await accounts('mary@company.com')).toEqual([]);
  });
});

describe('the name of one person', () => {
  it('is never the address of another, nor the other way round: who is called by either is one person', async () => {
    await register({ username: 'nora', password: PASSWORD, email: 'nora@example.org' });
    const asUsername = await register({ username: 'NORA@example.org', password: PASSWORD, email: 'eve@example.org' });
    expect([asUsername.status, messageOf(asUsername.body)]).toEqual([409, 'This username is already taken.']);
    await register({ username: 'owen@example.org', password: PASSWORD, email: 'o@example.org' });
    const asAddress = await register({ username: 'eve', password: PASSWORD, email: 'Owen@example.org' });
    expect([asAddress.status, messageOf(asAddress.body)]).toEqual([409, 'This email address is already in use.']);
    expect([await accounts('nora@example.org'), await accounts('eve')]).toEqual([[], []]);
  });

  it('succeeds for one of two people whose username and email address are exchanged', async () => {
    const answers = await Promise.all([
      register({ username: 'pia@example.org', password: PASSWORD, email: 'quentin@example.org' }),
      register({ username: 'quentin@example.org', password: PASSWORD, email: 'pia@example.org' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe('an account whose username is no part of an address', () => {
  it.each([
    ['Ada Lovelace', /^ada\.lovelace\.[0-9a-f]{8}@company\.com$/],
    ['Zoë', /^zoe\.[0-9a-f]{8}@company\.com$/],
    ['Ада', /^user\.[0-9a-f]{8}@company\.com$/],
    ['東京 太郎', /^user\.[0-9a-f]{8}@company\.com$/],
    ['x'.repeat(100), /^x{40}\.[0-9a-f]{8}@company\.com$/],
  ])('gets one that is valid: %s', async (username, email) => {
    const { status, body } = await register({ username, password: PASSWORD });
    expect([status, body]).toEqual([201, { user: expect.objectContaining({ username, email: expect.stringMatching(email) }) }]);
    expect((await app.anonymous().rest.post('/api/auth/login', { username, password: PASSWORD })).status).toBe(200);
  });

  it('keeps a name from before these rules, which nobody else may imitate', async () => {
    const { body } = await register({ username: 'plain', password: PASSWORD });
    await app.container.db.prisma.user.update({ where: { id: idOf(Object(body).user) }, data: { username: 'ｗｉｄｅ' } });
    expect((await app.anonymous().rest.post('/api/auth/login', { username: 'ｗｉｄｅ', password: PASSWORD })).status).toBe(200);
    expect((await register({ username: 'wide', password: PASSWORD })).status).toBe(409);
  });
});

describe('whether anyone may make an account', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ HOST: '0.0.0.0' }, true, false],
    [{ HOST: '::1' }, true, true],
    [{ PUBLIC_URL: 'https://crm.example.com' }, true, false],
    [{ REGISTRATION: 'closed' }, true, false],
    [{ REGISTRATION: 'open', HOST: '0.0.0.0' }, false, true],
  ])('with %j and demo data %s: %s', (env, demo, open) => {
    expect(registrationDefault(readConfig(env), demo)).toBe(open ? 'open' : 'closed');
  });
});

describe('a server that takes no new accounts', () => {
  it('rejects registrations and stores nothing', async () => {
    const closed = await createTestApp({ beside: app, env: { REGISTRATION: 'closed' } });
    const message = 'Registration is closed. Ask an administrator for an account.';
    const { status, body } = await closed.anonymous().rest.post('/api/auth/register', { username: 'late', password: PASSWORD });
    expect([status, body]).toEqual([403, { message }]);
    const { data } = await closed.anonymous().graph(REGISTER, { input: { username: 'late', password: PASSWORD } });
    expect(data?.register).toEqual({ __typename: 'RegistrationClosed', message });
    expect((await closed.anonymous().graph('{ workspace { registrationOpen } }')).data).toEqual({ workspace: { registrationOpen: false } });
    expect(await accounts('late')).toEqual([]);
    await closed.close();
  });
});
