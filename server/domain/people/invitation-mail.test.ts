import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { type MailServer, openMailServer } from '#server/testing/mail-server.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const INVITE = `mutation ($input: InviteInput!) { invite(input: $input) {
  __typename ... on CreatedInvitation { path isMailed invitation { id } } ... on Failure { message } } }`;
const ACCEPT = `mutation ($token: String!, $input: RegisterInput!) { acceptInvitation(token: $token, input: $input) {
  __typename ... on Session { user { email } } ... on Failure { message } } }`;

let mails: MailServer;
let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  mails = await openMailServer();
  app = await createTestApp({
    env: { SMTP_URL: mails.url, SMTP_FROM: 'crm@example.com', PUBLIC_URL: 'http://crm.example.com', ALLOWED_HOSTS: '127.0.0.1' },
  });
  ada = await app.signUp('ada');
});
afterAll(async () => {
  await app.close();
  await mails.close();
});

const invite = async (input: object) => Object((await ada.graph(INVITE, { input: { role: 'rep', ...input } })).data).invite;
const accept = async (token: string, username: string) =>
  Object((await app.anonymous().graph(ACCEPT, { token, input: { username, password: 'correct horse' } })).data).acceptInvitation;
const tokenIn = (content = '') => /crm\.example\.com\/invitation\/([\w-]{43})/.exec(content)?.[1] ?? '';
const mailed = async (id: string) => {
  const found = () => app.container.db.prisma.invitation.findUniqueOrThrow({ where: { id } });
  await expect.poll(async () => (await found()).mailedAt, { timeout: 10_000 }).not.toBeNull();
  return mails.received.at(-1);
};

describe('an invitation to an address, where a mail server is configured', () => {
  it('is mailed with a link of its own; one of the two links makes the account, once', async () => {
    const { path, isMailed, invitation } = await invite({ email: 'ivy@example.org' });
    expect(isMailed).toBe(true);
    const mail = await mailed(invitation.id);
    expect(mail).toMatchObject({ from: 'crm@example.com', to: ['ivy@example.org'] });
    expect(mail?.content).toContain('ada invites you');
    const token = tokenIn(mail?.content);
    expect(path).not.toContain(token);
    const { rows } = await app.container.db.pool.query(
      `select (select string_agg(i::text, '') from invitations i) || (select string_agg(j::text, '') from job_runs j) as stored`,
    );
    expect(rows[0].stored).not.toContain(token);
    expect(await accept(token, 'ivy')).toMatchObject({ __typename: 'Session', user: { email: 'ivy@example.org' } });
    expect(await accept(path.replace('/invitation/', ''), 'eve')).toMatchObject({ __typename: 'Conflict' });
    expect(await accept(token, 'eve')).toMatchObject({ __typename: 'Conflict' });
  });

  it('is not mailed without an address, and not once it is revoked', async () => {
    const before = mails.attempts();
    expect(await invite({})).toMatchObject({ isMailed: false });
    const { services, db } = app.container;
    const revoked = await db.prisma.invitation.create({
      data: {
        ...{ id: 'revoked', tokenHash: 'x', email: 'kay@example.org', roleKey: 'rep' },
        ...{ createdAt: app.clock.now(), expiresAt: new Date(app.clock.now().getTime() + 60_000), revokedAt: app.clock.now() },
      },
    });
    expect(await services.invitations.sendMail({ input: { invitationId: revoked.id } })).toMatchObject({
      message: 'The invitation is not open any more.',
    });
    expect(mails.attempts()).toBe(before);
  });

  it('shows its link although the mail server refuses the mail', async () => {
    mails.fail(451);
    const { path, invitation } = await invite({ email: 'noa@example.org' });
    const run = () => app.container.db.prisma.jobRun.findFirst({ where: { key: invitation.id } });
    await expect.poll(async () => (await run())?.state, { timeout: 10_000 }).toBe('waiting');
    expect(await accept(path.replace('/invitation/', ''), 'noa')).toMatchObject({ __typename: 'Session' });
  });
});
