import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_RULES } from '#server/auth/sign-in-throttle.ts';
import { addLead, BOARD_CHANGED } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { openLiveEndpoint } from '#server/testing/live/live-endpoint.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { eventsOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { withLockedRow } from '#server/testing/with-locked-row.ts';

const PASSWORD = 'correct horse';
const CHANGE = `mutation ($current: String!, $new: String!) {
  changePassword(current: $current, new: $new) {
    __typename
    ... on Session { user { username } }
    ... on Failure { message }
    ... on Invalid { issues { path message } }
  }
}`;
const UPDATE = `mutation ($input: ProfileInput!) {
  updateProfile(input: $input) {
    __typename
    ... on User { firstName lastName displayName jobTitle email }
    ... on Failure { message }
    ... on Invalid { issues { path message } }
  }
}`;
const NOT_CURRENT = { __typename: 'WrongPassword', message: 'The current password is incorrect.' };

let app: TestApp;
let there: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  there = await createTestApp({ beside: app });
});
afterAll(async () => {
  await there.close();
  await app.close();
});

const signIn = async (username: string, password: string, who = app.anonymous()) => {
  const { status } = await who.rest.post('/api/auth/login', { username, password });
  return { who, status };
};
const change = async (who: Caller, current: string, chosen: string) =>
  (await who.graph(CHANGE, { current, new: chosen })).data?.changePassword;
const update = async (who: Caller, input: object) => (await who.graph(UPDATE, { input })).data?.updateProfile;
const userOf = (username: string) => app.container.db.prisma.user.findUniqueOrThrow({ where: { username } });
const factsAbout = async (username: string, kind: string) =>
  (await eventsOf(app.container.db, (await userOf(username)).id)).filter((fact) => fact.kind === kind);

describe('a password that is changed', () => {
  it('lets one in from then on, and the old one no more', async () => {
    const ada = await app.signUp('ada');
    expect(await change(ada, PASSWORD, 'battery staple')).toEqual({ __typename: 'Session', user: { username: 'ada' } });
    expect([(await signIn('ada', PASSWORD)).status, (await signIn('ada', 'battery staple')).status]).toEqual([401, 200]);
    expect((await userOf('ada')).passwordHash).toMatch(/^\$argon2id\$/);
    const facts = await factsAbout('ada', 'account.password_changed');
    expect(facts.map(({ data, actorId, subjectId }) => [data, actorId === subjectId])).toEqual([[{}, true]]);
  });

  it('ends every other session and its sockets on every instance; this one continues with a new cookie, and tokens stay valid', async () => {
    const desk = await app.signUp('grace');
    const { who: phone } = await signIn('grace', PASSWORD);
    const { secret } = await createToken(desk);
    const [before, away] = [desk.cookie(), phone.cookie()];
    const sockets = await Promise.all([app, there].map(({ url }) => connectSocket(url, { cookie: away })));
    const own = await connectSocket(there.url, { cookie: before });
    own.execute('board', BOARD_CHANGED);
    expect(await change(desk, PASSWORD, 'battery staple')).toMatchObject({ __typename: 'Session' });
    for (const socket of sockets) expect(await socket.closed).toEqual({ code: 4401, reason: 'Signed out' });
    const signedOut = { user: null };
    for (const cookie of [before, away]) expect((await app.anonymous().rest.get('/api/auth/me', { cookie })).body).toEqual(signedOut);
    expect((await desk.rest.get('/api/auth/me')).body).toMatchObject({ user: { username: 'grace' } });
    expect((await app.anonymous().rest.get('/api/auth/me', bearer(secret))).body).toMatchObject({ user: { username: 'grace' } });
    // The browser has to have its new cookie before it is sent to fetch it.
    await addLead(desk, 'Jo March');
    await expect.poll(() => JSON.stringify(own.data('board'))).toContain('Jo March');
    own.leave();
    expect(await app.container.db.prisma.session.count({ where: { user: { username: 'grace' } } })).toBe(1);
  });

  it('does not leave open for good what was opened with the old cookie', async () => {
    const iris = await app.signUp('iris');
    const endpoint = await openLiveEndpoint(app, { limits: { revokedCheckInterval: 50 } });
    const copied = await connectSocket(endpoint.url, { cookie: iris.cookie() });
    await change(iris, PASSWORD, 'battery staple');
    expect(await copied.closed).toMatchObject({ code: 4401 });
    await endpoint.close();
  });

  it.each([
    ['current', '', 'battery staple', 'Current password is required'],
    ['new', PASSWORD, '', 'New password is required'],
    ['new', PASSWORD, 'short', 'Password must be at least 6 characters'],
    ['new', PASSWORD, 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['new', PASSWORD, 'Password1', 'This password is too common. Please choose another one.'],
  ])('keeps the rules of a new account: %s (%j, %j)', async (path, current, chosen, message) => {
    const { who: eve } = await signIn('rules', PASSWORD, await app.signUp('rules'));
    expect(await change(eve, current, chosen)).toMatchObject({
      __typename: 'Invalid',
      message,
      issues: expect.arrayContaining([{ path, message }]),
    });
    expect((await signIn('rules', PASSWORD)).status).toBe(200);
  });

  it('needs the current one, which a stolen session cannot guess for long, without keeping its owner out', async () => {
    const kim = await app.signUp('kim');
    for (let attempt = 1; attempt < SIGN_IN_RULES.session.free; attempt += 1) await change(kim, `guess ${attempt}`, 'battery staple');
    expect(await change(kim, 'Correct horse', 'battery staple')).toEqual(NOT_CURRENT);
    expect(await change(kim, PASSWORD, 'battery staple')).toMatchObject({ __typename: 'TooManyAttempts' });
    const { who, status } = await signIn('kim', PASSWORD);
    expect(status).toBe(200);
    expect(await change(who, 'wrong', 'battery staple')).toEqual(NOT_CURRENT);
    expect(await factsAbout('kim', 'account.password_changed')).toEqual([]);
  });

  it('is changed once by two simultaneous requests, and not by a session that was just revoked', async () => {
    const lou = await app.signUp('lou');
    const { who: other } = await signIn('lou', PASSWORD);
    const answers = await Promise.all([change(lou, PASSWORD, 'first of two'), change(other, PASSWORD, 'second of two')]);
    expect(answers).toEqual(expect.arrayContaining([NOT_CURRENT, expect.objectContaining({ __typename: 'Session' })]));
    await app.signUp('max');
    const { who: max } = await signIn('max', PASSWORD);
    const reset = [`update users set password_hash = 'another' where username = $1`, 'max'] as const;
    expect(await withLockedRow(app.container.db, reset, () => change(max, PASSWORD, 'battery staple'))).toEqual(NOT_CURRENT);
    expect((await userOf('max')).passwordHash).toBe('another');
  });

  it('is not stored where the session has ended meanwhile', async () => {
    const nia = await app.signUp('nia');
    const leave = [`delete from sessions using users u where u.id = user_id and u.username = $1`, 'nia'] as const;
    const answer = await withLockedRow(app.container.db, leave, () => nia.graph(CHANGE, { current: PASSWORD, new: 'battery staple' }));
    expect(answer.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await signIn('nia', PASSWORD)).status).toBe(200);
  });

  it('needs a browser’s session, and an answer that can carry the new cookie', async () => {
    const oli = await app.signUp('oli');
    const { secret } = await createToken(oli, { scope: 'write' });
    const variables = { current: PASSWORD, new: 'battery staple' };
    const { body } = await app.anonymous().rest.post('/graphql', { query: CHANGE, variables }, bearer(secret));
    expect(body).toMatchObject({
      errors: [{ message: expect.stringContaining('API tokens cannot change the password'), extensions: { code: 'FORBIDDEN' } }],
    });
    const socket = await connectSocket(app.url, { cookie: oli.cookie() });
    socket.execute('change', `mutation { changePassword(current: "${PASSWORD}", new: "battery staple") { __typename } }`);
    await expect.poll(() => JSON.stringify(socket.of('change'))).toContain('over HTTP');
    socket.leave();
    expect((await signIn('oli', PASSWORD)).status).toBe(200);
  });
});

describe('tokens of a person whose password is changed', () => {
  it('are revoked where that is wanted', async () => {
    const una = await app.signUp('una');
    const { secret } = await createToken(una);
    const socket = await connectSocket(there.url, { params: bearer(secret) });
    const { data } = await una.graph(
      `mutation { changePassword(current: "${PASSWORD}", new: "battery staple", revokeTokens: true) { __typename } }`,
    );
    expect(data).toEqual({ changePassword: { __typename: 'Session' } });
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect((await app.anonymous().rest.get('/api/leads', bearer(secret))).status).toBe(401);
  });
});

describe('what a stolen session must not do', () => {
  const CREATE = `mutation ($currentPassword: String) {
    createApiToken(input: { name: "Script", scope: read, currentPassword: $currentPassword }) { __typename ... on Failure { message } }
  }`;
  const MISSING = { __typename: 'Invalid', message: 'Enter your current password' };
  const create = async (who: Caller, currentPassword?: string) => (await who.graph(CREATE, { currentPassword })).data?.createApiToken;

  it('needs the password again ten minutes after signing in: a token and another email address', async () => {
    const vera = await app.signUp('vera');
    expect(await create(vera)).toEqual({ __typename: 'CreatedApiToken' });
    app.clock.advance(10 * 60_000 + 1);
    expect(await create(vera)).toEqual(MISSING);
    expect(await create(vera, 'wrong')).toEqual(NOT_CURRENT);
    expect(await create(vera, PASSWORD)).toEqual({ __typename: 'CreatedApiToken' });
    expect(await update(vera, { email: 'vera@example.org' })).toMatchObject({ ...MISSING, issues: [{ path: 'currentPassword' }] });
    expect(await update(vera, { email: 'vera@example.org', currentPassword: 'wrong' })).toEqual(NOT_CURRENT);
    expect(await update(vera, { email: 'vera@company.com', firstName: 'Vera' })).toMatchObject({ firstName: 'Vera' });
    expect(await update(vera, { email: 'vera@example.org', currentPassword: PASSWORD })).toMatchObject({ email: 'vera@example.org' });
  });

  it('refuses a wrong password right after signing in, too, and after ten of them any', async () => {
    const walt = await app.signUp('walt');
    for (let guess = 0; guess < SIGN_IN_RULES.session.free; guess += 1) expect(await create(walt, `guess ${guess}`)).toEqual(NOT_CURRENT);
    expect(await create(walt, PASSWORD)).toMatchObject({ __typename: 'TooManyAttempts' });
    expect((await signIn('walt', PASSWORD)).status).toBe(200);
  });

  it('an API token may not do at all', async () => {
    const xena = await app.signUp('xena');
    const { secret } = await createToken(xena, { scope: 'write' });
    const execute = (email: string) =>
      app.anonymous().rest.post('/graphql', { query: UPDATE, variables: { input: { email, currentPassword: PASSWORD } } }, bearer(secret));
    expect((await execute('xena@example.org')).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await execute('xena@company.com')).body).toMatchObject({ data: { updateProfile: { __typename: 'User' } } });
  });
});

describe('a profile', () => {
  it('stores the changes, publishes them once, and shows them everywhere', async () => {
    const pia = await app.signUp('pia');
    const changed = { firstName: 'Pia', lastName: 'Lund', displayName: 'Pia Lund', jobTitle: '', email: 'pia@lund.example' };
    const sent = { firstName: ' Pia ', lastName: 'Lund', jobTitle: '', email: 'pia@lund.example' };
    expect(await update(pia, sent)).toEqual({ __typename: 'User', ...changed });
    expect(await update(pia, { firstName: 'Pia' })).toMatchObject(changed);
    expect((await pia.rest.get('/api/auth/me')).body).toMatchObject({ user: { firstName: 'Pia', email: 'pia@lund.example' } });
    const facts = await factsAbout('pia', 'account.updated');
    expect(facts.map(({ data }) => data)).toEqual([{ changed: ['firstName', 'lastName', 'jobTitle', 'email'] }]);
  });

  it.each([
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'pia' }, 'email', 'Invalid email'],
    [{ firstName: 'x'.repeat(201) }, 'firstName', 'Please keep this under 200 characters'],
    [{ jobTitle: null }, 'jobTitle', 'Must be text'],
  ])('refuses %j', async (input, path, message) => {
    const { who } = await signIn('ada', 'battery staple');
    expect(await update(who, input)).toMatchObject({ __typename: 'Invalid', issues: [{ path, message }] });
  });

  it('has an address of its own, and none that is another’s username', async () => {
    const [quinn, rosa] = await Promise.all([app.signUp('quinn'), app.signUp('rosa')]);
    await app.signUp('sam@example.org');
    const duplicate = { __typename: 'Conflict', message: 'This email address is already in use.' };
    for (const email of ['ROSA@company.com', 'Sam@example.org'])
      expect(await update(quinn, { firstName: 'Quinn', email })).toEqual(duplicate);
    expect(await userOf('quinn')).toMatchObject({ firstName: '', email: 'quinn@company.com' });
    const answers = await Promise.all([quinn, rosa].map((who) => update(who, { email: 'both@example.org' })));
    expect(answers).toEqual(expect.arrayContaining([duplicate, expect.objectContaining({ email: 'both@example.org' })]));
  });
});
