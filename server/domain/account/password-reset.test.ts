import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#server/logger.ts';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { type MailServer, openMailServer } from '#server/testing/mail-server.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

const REQUEST = `mutation ($account: String!) { requestPasswordReset(account: $account) {
  __typename ... on RequestedPasswordReset { data } ... on Failure { message } } }`;
const RESET = `mutation ($token: String!, $password: String!) { resetPassword(token: $token, password: $password) {
  __typename ... on Failure { message } } }`;
const LINK = `mutation ($userId: ID!) { createPasswordResetLink(userId: $userId) {
  __typename ... on PasswordResetLink { path expiresAt } ... on Failure { message } } }`;
const TAKEN = { requestPasswordReset: { __typename: 'RequestedPasswordReset', data: true } };
const DONE = { resetPassword: { __typename: 'ReplacedPassword' } };
const REFUSED = { resetPassword: { __typename: 'NotFound', message: expect.stringContaining('This link does not work') } };
const MINUTE = 60_000;

let mails: MailServer;
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  mails = await openMailServer();
  app = await createTestApp({
    env: {
      SMTP_URL: mails.url,
      SMTP_FROM: 'crm@example.com',
      PUBLIC_URL: 'http://crm.example.com',
      ALLOWED_HOSTS: '127.0.0.1',
      TRUST_PROXY: 'on',
    },
    log: createLogger('info', { write: (line) => void lines.push(line) }),
  });
});
afterAll(async () => {
  await app.close();
  await mails.close();
});

let addresses = 0;
/** Somebody at an address of their own. */
const request = async (account: string, address = `192.0.2.${++addresses}`) =>
  (await app.anonymous().rest.post('/graphql', { query: REQUEST, variables: { account } }, { 'x-forwarded-for': address })).body;
const reset = async (token: string, password = 'battery staple') => (await app.anonymous().graph(RESET, { token, password })).data;
const signIn = async (username: string, password: string, who: Caller = app.anonymous()) =>
  (await who.rest.post('/api/auth/login', { username, password })).status;
const mailed = async (count: number): Promise<string> => {
  await expect.poll(() => mails.received.length).toBe(count);
  // Another request joins a job that has not ended.
  await expect.poll(() => app.container.db.prisma.jobRun.count({ where: { finishedAt: null } })).toBe(0);
  return /crm\.example\.com\/reset\/([\w-]{43})/.exec(mails.received[count - 1]?.content ?? '')?.[1] ?? '';
};
const isIn = async (who: Caller) => Object((await who.rest.get('/api/auth/me')).body).user !== null;

describe('a forgotten password', () => {
  it('is replaced by the link in a mail, which ends all sessions and tokens, and works once', async () => {
    const ada = await app.signUp('ada');
    const { secret } = await createToken(ada);
    const socket = await connectSocket(app.url, { cookie: ada.cookie() });
    expect(await request('ADA@company.com')).toMatchObject({ data: TAKEN });
    const token = await mailed(1);
    expect(mails.received[0]).toMatchObject({ to: ['ada@company.com'], from: 'crm@example.com' });
    expect(await reset(token, '12345')).toEqual({ resetPassword: { __typename: 'Invalid', message: expect.any(String) } });
    expect(await reset(token)).toEqual(DONE);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(await isIn(ada)).toBe(false);
    expect((await app.anonymous().rest.get('/api/leads', bearer(secret))).status).toBe(401);
    expect([await signIn('ada', 'correct horse'), await signIn('ada', 'battery staple')]).toEqual([401, 200]);
    expect(await reset(token)).toEqual(REFUSED);
    const stored = JSON.stringify(await app.container.db.prisma.jobRun.findMany()) + lines.join('');
    expect(stored).not.toContain(token);
    for (const event of ['requested', 'mailed', 'completed', 'rejected']) expect(stored).toContain(`password_reset.${event}`);
  });

  it('gets the same answer for an account that does not exist or is closed, and no mail', async () => {
    await app.signUp('closed');
    await app.container.db.prisma.user.update({ where: { username: 'closed' }, data: { isActive: false } });
    const before = mails.received.length;
    for (const account of ['nobody at all', 'closed']) expect(await request(account)).toMatchObject({ data: TAKEN });
    await app.signUp('iris');
    await request('iris');
    await mailed(before + 1);
  });

  it('is not replaced by a link that is older than an hour, or than another one', async () => {
    await app.signUp('grace');
    const count = mails.received.length;
    await request('grace');
    const first = await mailed(count + 1);
    await request('grace');
    const second = await mailed(count + 2);
    expect(await reset(first)).toEqual(REFUSED);
    app.clock.advance(60 * MINUTE);
    expect(await reset(second)).toEqual(REFUSED);
    expect([await reset(''), await reset('x'.repeat(43))]).toEqual([REFUSED, REFUSED]);
  });

  it('is not replaced by a link from before the password or the email address was changed', async () => {
    const vera = await app.signUp('vera');
    const change = async (mutation: string) => expect((await vera.graph(mutation)).errors).toBeUndefined();
    const count = mails.received.length;
    await request('vera');
    const first = await mailed(count + 1);
    await change('mutation { changePassword(current: "correct horse", new: "battery staple one") { __typename } }');
    expect(await reset(first)).toEqual(REFUSED);
    await request('vera');
    const second = await mailed(count + 2);
    await change('mutation { updateProfile(input: { email: "vera@example.org" }) { __typename } }');
    expect(await reset(second)).toEqual(REFUSED);
  });

  it('of two who open the link at once, one sets it', async () => {
    await app.signUp('twice');
    const count = mails.received.length;
    await request('twice');
    const token = await mailed(count + 1);
    const answers = await Promise.all([reset(token, 'battery staple one'), reset(token, 'battery staple two')]);
    expect(answers.filter((answer) => Object(answer).resetPassword.__typename === 'ReplacedPassword')).toHaveLength(1);
  });

  it('can be asked for three times in a quarter of an hour, whoever asks', async () => {
    for (let time = 0; time < 3; time += 1) expect(await request('no such account')).toMatchObject({ data: TAKEN });
    expect(await request('No such account')).toMatchObject({ data: { requestPasswordReset: { __typename: 'TooManyAttempts' } } });
    for (let time = 0; time < 30; time += 1) await request(`account ${time}`, '203.0.113.5');
    expect(await request('one more', '203.0.113.5')).toMatchObject({ data: { requestPasswordReset: { __typename: 'TooManyAttempts' } } });
  });
});

describe('the link of an admin', () => {
  it('is for admins only, and works without a mail server', async () => {
    const plain = await createTestApp();
    const boss = await plain.signUp('boss');
    const rep = await signUpViewer(plain, 'rep');
    const asked = await plain.anonymous().graph(REQUEST, { account: 'rep' });
    expect(asked.data).toEqual({
      requestPasswordReset: { __typename: 'Conflict', message: expect.stringContaining('Ask an administrator') },
    });
    const other = await plain.signUp('other');
    expect((await other.graph(LINK, { userId: rep.id })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await boss.graph(LINK, { userId: 'nobody' })).data).toMatchObject({ createPasswordResetLink: { __typename: 'NotFound' } });
    const { data } = await boss.graph(LINK, { userId: rep.id });
    const { path = '' } = Object(data?.createPasswordResetLink);
    expect(path).toMatch(/^\/reset\/[\w-]{43}$/);
    const replaced = await plain.anonymous().graph(RESET, { token: path.slice(7), password: 'battery staple' });
    expect(replaced.data).toEqual(DONE);
    expect((await plain.anonymous().rest.post('/api/auth/login', { username: 'rep', password: 'battery staple' })).status).toBe(200);
    await plain.close();
  });
});

it('leaves a mail that failed to be tried again, and makes nobody wait', async () => {
  const queued = await createTestApp({
    queue: true,
    env: { SMTP_URL: mails.url, SMTP_FROM: 'crm@example.com', PUBLIC_URL: 'http://crm.example.com', ALLOWED_HOSTS: '127.0.0.1' },
  });
  await queued.signUp('ada');
  const count = mails.received.length;
  mails.fail(451);
  const { status } = await queued.anonymous().graph(REQUEST, { account: 'ada' });
  expect(status).toBe(200);
  const run = () => queued.container.db.prisma.jobRun.findFirst({ where: { name: 'account.mail_reset' } });
  await expect.poll(run, { timeout: 10_000 }).toMatchObject({ state: 'waiting', attempts: 1, message: expect.stringContaining('(451)') });
  expect(mails.received).toHaveLength(count);
  await queued.container.services.passwordResets.sendMail({ input: { account: 'ada' } });
  expect(mails.received).toHaveLength(count + 1);
  await queued.close();
}, 30_000);
