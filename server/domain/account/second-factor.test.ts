import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '#server/auth/secret-box.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PASSWORD = 'correct horse';
const SECRET = 'a secret of the tests, long enough for it';
const SIGN_IN = `mutation ($username: String!, $password: String!, $code: String) {
  signIn(username: $username, password: $password, code: $code) {
    __typename ... on Session { recoveryCodes } ... on SecondFactorSetupRequired { setup { secret } } ... on Failure { message } } }`;
const ENROLL = `mutation { enrollTotp { __typename ... on TotpSetup { uri secret qrCode } ... on Failure { message } } }`;
const CONFIRM = `mutation ($code: String!) { confirmTotp(code: $code) { __typename ... on RecoveryCodes { codes } ... on Failure { message } } }`;
const DISABLE = `mutation ($password: String!) { disableTotp(password: $password) { __typename ... on SecondFactor { totp } ... on Failure { message } } }`;
const STATUS = '{ secondFactor { totp recoveryCodesLeft required available } }';
const REQUIRE = `mutation ($role: String!, $required: Boolean!) { setSecondFactorRequired(role: $role, required: $required) {
  __typename ... on Failure { message } } }`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { IDENTITY_SECRET: SECRET } });
});
afterAll(() => app.close());

/** The code of an app now, or so many time steps later. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });
const field = async (answer: Promise<{ data?: Record<string, unknown> | null }>, name: string) => Object((await answer).data?.[name]);
const signIn = (username: string, code?: string, who: Caller = app.anonymous(), password = PASSWORD) =>
  field(who.graph(SIGN_IN, { username, password, code }), 'signIn');
const isIn = async (who: Caller) => Object((await who.rest.get('/api/auth/me')).body).user !== null;

/** Somebody with an app: their session, the app's secret and the recovery codes. */
async function withApp(username: string) {
  const caller = await app.signUp(username);
  const { secret } = await field(caller.graph(ENROLL), 'enrollTotp');
  const { codes } = await field(caller.graph(CONFIRM, { code: codeOf(secret) }), 'confirmTotp');
  app.clock.advance(60_000);
  return { caller, secret, codes };
}

describe('an authenticator app', () => {
  it('is set up with a QR code and a first code, and ten recovery codes are shown once', async () => {
    const ada = await app.signUp('ada');
    const setup = await field(ada.graph(ENROLL), 'enrollTotp');
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Your%20Company:ada\?/);
    expect(decodeURIComponent(setup.qrCode)).toMatch(/^data:image\/svg\+xml;utf8,<svg /);
    expect((await signIn('ada')).__typename).toBe('Session');
    expect(await field(ada.graph(CONFIRM, { code: '000000' }), 'confirmTotp')).toMatchObject({ __typename: 'WrongPassword' });
    const { codes } = await field(ada.graph(CONFIRM, { code: codeOf(setup.secret) }), 'confirmTotp');
    expect(new Set(codes).size).toBe(10);
    expect((await ada.graph(STATUS)).data).toEqual({
      secondFactor: { totp: true, recoveryCodesLeft: 10, required: false, available: true },
    });
    expect(await field(ada.graph(ENROLL), 'enrollTotp')).toMatchObject({ __typename: 'Conflict' });
    const rows = JSON.stringify(
      [
        await app.container.db.prisma.totpCredential.findMany(),
        await app.container.db.prisma.recoveryCode.findMany(),
        await app.container.db.prisma.event.findMany({ where: { kind: 'account.second_factor_changed' } }),
      ],
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    for (const secret of [setup.secret, ...codes]) expect(rows).not.toContain(secret);
  });

  it('is asked for in a second step, without a session before it; a code works once and one step early or late', async () => {
    const { secret } = await withApp('grace');
    const who = app.anonymous();
    expect(await signIn('grace', undefined, who)).toMatchObject({ __typename: 'SecondFactorRequired' });
    expect([who.cookie(), await isIn(who)]).toEqual(['', false]);
    expect((await app.anonymous().rest.post('/api/auth/login', { username: 'grace', password: PASSWORD })).status).toBe(401);
    expect(await signIn('grace', codeOf(secret, 2))).toMatchObject({ __typename: 'WrongPassword' });
    expect(await signIn('grace', codeOf(secret, -2))).toMatchObject({ __typename: 'WrongPassword' });
    const early = codeOf(secret, 1);
    expect(await signIn('grace', codeOf(secret, -1))).toMatchObject({ __typename: 'Session', recoveryCodes: null });
    expect(await signIn('grace', early)).toMatchObject({ __typename: 'Session' });
    expect(await signIn('grace', early)).toMatchObject({ __typename: 'WrongPassword', message: 'The code is wrong or was used already.' });
    expect(await signIn('grace', codeOf(secret))).toMatchObject({ __typename: 'WrongPassword' });
    app.clock.advance(90_000);
    const code = codeOf(secret);
    const twice = await Promise.all([signIn('grace', code), signIn('grace', code)]);
    expect(twice.map(({ __typename }) => __typename).toSorted()).toEqual(['Session', 'WrongPassword']);
    const login = { username: 'grace', password: PASSWORD, code: codeOf(secret, 1) };
    expect((await app.anonymous().rest.post('/api/auth/login', login)).status).toBe(200);
  });

  it('can be replaced by a recovery code, once each', async () => {
    const { codes, caller } = await withApp('iris');
    const [code = ''] = codes;
    expect(await signIn('iris', code.toUpperCase().replaceAll('-', ' '))).toMatchObject({ __typename: 'Session' });
    expect(await signIn('iris', code)).toMatchObject({ __typename: 'WrongPassword' });
    expect((await caller.graph(STATUS)).data).toMatchObject({ secondFactor: { recoveryCodesLeft: 9 } });
  });

  it('cannot be guessed: wrong codes are delayed as wrong passwords are, and a right password between does not help', async () => {
    await withApp('guessed');
    const answers: string[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await signIn('guessed');
      answers.push((await signIn('guessed', '123456')).__typename);
    }
    expect(answers.at(-1)).toBe('TooManyAttempts');
  });

  it('is removed with the password only, by its owner', async () => {
    const { caller } = await withApp('noor');
    expect(await field(caller.graph(DISABLE, { password: 'wrong' }), 'disableTotp')).toMatchObject({ __typename: 'WrongPassword' });
    expect(await field(caller.graph(DISABLE, { password: PASSWORD }), 'disableTotp')).toMatchObject({ totp: false });
    expect((await signIn('noor')).__typename).toBe('Session');
    expect(await app.container.db.prisma.recoveryCode.count({ where: { user: { username: 'noor' } } })).toBe(0);
  });
});

it('is removed by an admin for somebody who lost the phone, who is signed out everywhere; never one’s own that way', async () => {
  const REMOVE = `mutation ($id: ID!) { removeSecondFactorsOf(id: $id) {
    __typename ... on Person { hasAuthenticatorApp passkeys sessions } ... on Failure { message } } }`;
  const { caller } = await withApp('lost');
  const { id } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { username: 'lost' } });
  const admin = await app.signUp('boss');
  const boss = await app.container.db.prisma.user.update({ where: { username: 'boss' }, data: { roleKey: 'admin' } });
  await app.container.directory.reload();
  expect(await field(admin.graph(REMOVE, { id }), 'removeSecondFactorsOf')).toEqual({
    ...{ __typename: 'Person', hasAuthenticatorApp: false, passkeys: 0, sessions: 0 },
  });
  expect(await isIn(caller)).toBe(false);
  expect((await signIn('lost')).__typename).toBe('Session');
  const event = await app.container.db.prisma.event.findFirstOrThrow({
    where: { kind: 'account.second_factor_changed', subjectId: id },
    orderBy: { id: 'desc' },
  });
  expect(event).toMatchObject({ actorId: boss.id, data: { change: 'app_removed' } });
  expect(await field(admin.graph(REMOVE, { id: boss.id }), 'removeSecondFactorsOf')).toMatchObject({ __typename: 'Conflict' });
});

describe('a role', () => {
  it('can require a second factor: sessions without one end, and it is set up while signing in', async () => {
    const own = await createTestApp({ env: { IDENTITY_SECRET: SECRET } });
    const admin = await own.signUp('admin');
    const rep = await own.signUp('rep');
    const exempt = await own.signUp('exempt');
    await own.container.db.prisma.user.update({ where: { username: 'exempt' }, data: { secondFactorExempt: true } });
    const call = (who: Caller, code?: string) => field(who.graph(SIGN_IN, { username: 'rep', password: PASSWORD, code }), 'signIn');
    expect((await rep.graph(REQUIRE, { role: 'rep', required: true })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await field(admin.graph(REQUIRE, { role: 'admin', required: true }), 'setSecondFactorRequired')).toMatchObject({
      __typename: 'Conflict',
    });
    const socket = await connectSocket(own.url, { cookie: rep.cookie() });
    expect(await field(admin.graph(REQUIRE, { role: 'rep', required: true }), 'setSecondFactorRequired')).toMatchObject({
      __typename: 'SecondFactorRequirement',
    });
    expect([await isIn(rep), await isIn(exempt), await isIn(admin)]).toEqual([false, true, true]);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    const who = own.anonymous();
    const asked = await call(who);
    expect([asked.__typename, who.cookie()]).toEqual(['SecondFactorSetupRequired', '']);
    expect(await call(who, '000000')).toMatchObject({ __typename: 'WrongPassword' });
    const totp = new TOTP({ secret: Secret.fromBase32(asked.setup.secret) });
    const signedIn = await call(who, totp.generate({ timestamp: own.clock.now().getTime() }));
    expect(signedIn).toMatchObject({ __typename: 'Session', recoveryCodes: { length: 10 } });
    expect(await isIn(who)).toBe(true);
    expect(await field(who.graph(DISABLE, { password: PASSWORD }), 'disableTotp')).toMatchObject({ __typename: 'Conflict' });
    await own.close();
  });

  it('cannot require it where no secret can be kept', async () => {
    const own = await createTestApp();
    const admin = await own.signUp('admin');
    for (const answer of [
      await field(admin.graph(REQUIRE, { role: 'rep', required: true }), 'setSecondFactorRequired'),
      await field(admin.graph(ENROLL), 'enrollTotp'),
    ])
      expect(answer).toMatchObject({ __typename: 'Conflict', message: expect.stringContaining('IDENTITY_SECRET') });
    await own.close();
  });
});

it('keeps secrets that only the same key and owner can read', () => {
  const box = createSecretBox(SECRET);
  const sealed = box?.seal('JBSWY3DP', 'ada') ?? '';
  expect(box?.open(sealed, 'ada')).toBe('JBSWY3DP');
  expect([box?.open(sealed, 'grace'), box?.open(`${sealed.slice(0, -2)}AA`, 'ada'), box?.open('', 'ada')]).toEqual([null, null, null]);
  expect(createSecretBox(SECRET.toUpperCase())?.open(sealed, 'ada')).toBeNull();
  expect(createSecretBox(null)).toBeNull();
});
