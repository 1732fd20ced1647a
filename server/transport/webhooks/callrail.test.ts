import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCallRail, sendWebhook, signed } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT, type ApiCall } from '#server/testing/emulators/callrail/calls.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const call = (id: string, transcription: string | null): ApiCall => ({
  id,
  customer_phone_number: '555.010.1234',
  duration: 60,
  start_time: '2026-11-20T09:00:00.000Z',
  transcription,
});

let rail: Awaited<ReturnType<typeof openCallRail>>;
let app: TestApp;
beforeAll(async () => {
  rail = await openCallRail([]);
  const env = { CALLRAIL_API_KEY: ACCOUNT.key, CALLRAIL_ACCOUNT_ID: ACCOUNT.id, CALLRAIL_BASE_URL: rail.baseUrl };
  app = await createTestApp({ env: { ...env, CALLRAIL_WEBHOOK_SECRET: ACCOUNT.signingKey }, queue: true });
});
afterAll(async () => {
  await app.close();
  await rail.close();
});
beforeEach(() => {
  rail.requests.length = 0;
});

const stored = (externalId: string) => app.container.db.prisma.transcription.findUnique({ where: { externalId } });
/** A message as CallRail sends it: an id of an older kind, words instead of numbers. */
const message = (resource: string | null, timestamp = '2026-11-20T09:29:00.000Z') =>
  JSON.stringify({ id: 766970532, duration: '60', resource_id: resource, timestamp, transcription: 'Not to be trusted' });
const jobs = () => app.container.db.prisma.jobRun.count();

describe('a webhook of CallRail', () => {
  it('loads the call through the API, once for repeated deliveries', async () => {
    rail.knows([call('CALa1', 'Rep: Hello\nCustomer: The machine leaks again, this is terrible.')]);
    const answers = await Promise.all([1, 2, 3].map(() => sendWebhook(app.url, message('CALa1'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect
      .poll(() => stored('CALa1'), { timeout: 15_000 })
      .toMatchObject({
        content: 'Rep: Hello\nCustomer: The machine leaks again, this is terrible.',
        callerPhone: '+15550101234',
        metadata: { source: 'callrail', callId: 'CALa1' },
      });
    await sendWebhook(app.url, message('CALa1'));
    await expect.poll(() => app.container.db.prisma.jobRun.count({ where: { state: { not: 'done' } } }), { timeout: 15_000 }).toBe(0);
    const { prisma } = app.container.db;
    expect([await prisma.transcription.count(), await prisma.trainingItem.count()]).toEqual([1, 1]);
  });

  it('for a call without a transcript loads it again when the next one arrives', async () => {
    rail.knows([call('CALb2', null)]);
    await sendWebhook(app.url, message('CALb2'));
    const run = () => app.container.db.prisma.jobRun.findFirst({ where: { key: 'CALb2' }, orderBy: { id: 'desc' } });
    await expect.poll(run, { timeout: 15_000 }).toMatchObject({ state: 'done', message: 'The call has no transcript yet.' });
    rail.knows([call('CALb2', 'Rep: Hi')]);
    app.clock.advance(60_000);
    await sendWebhook(app.url, message('CALb2'));
    await expect.poll(() => stored('CALb2'), { timeout: 15_000 }).toMatchObject({ content: 'Rep: Hi' });
  });

  it('that names no call as the API knows it has the recent ones read', async () => {
    rail.knows([call('CALc3', 'Rep: Good morning')]);
    await sendWebhook(app.url, message(null));
    await expect.poll(() => stored('CALc3'), { timeout: 15_000 }).toMatchObject({ content: 'Rep: Good morning' });
  });

  it('is believed by a signature that other programs make as well', async () => {
    // printf '{"id":1}' | openssl dgst -sha1 -hmac 072e77e426f92738a72fe23c4d1953b4 -binary | base64
    expect((await sendWebhook(app.url, '{"id":1}', 'GgnqF90m7mfLc8eo0PRwM2UPc0g=')).status).toBe(200);
  });

  it.each([
    ['a signature with another key', (body: string) => signed(body, 'another key')],
    ['the signature of another message', () => signed('{}')],
    ['a cut signature', (body: string) => signed(body).slice(0, 10)],
    ['no signature', () => ''],
  ])('with %s is refused, and nothing is done', async (_what, sign) => {
    const before = await jobs();
    const body = message('CALz9');
    const answer = await sendWebhook(app.url, body, sign(body));
    expect([answer.status, await answer.json()]).toEqual([401, { message: 'Invalid signature' }]);
    expect(await jobs()).toBe(before);
  });

  it.each([
    ['makes no sense', 'nonsense'],
    ['is no message', '[1]'],
    ['is an old one sent again', message('CALz9', '2026-11-20T08:00:00.000Z')],
  ])('that %s is accepted and ignored', async (_what, body) => {
    const before = await jobs();
    expect((await sendWebhook(app.url, body)).status).toBe(200);
    expect(await jobs()).toBe(before);
  });

  it.each([
    ['no time', { id: 1, resource_id: 'CALr8' }],
    ['a time that makes no sense', { id: 1, resource_id: 'CALr9', timestamp: 'yesterday' }],
    ['neither a time nor a call', { id: 2 }],
  ])('with %s counts once: sent again, even days later, it is answered and ignored', async (_what, sent) => {
    const body = JSON.stringify(sent);
    const before = await jobs();
    expect((await Promise.all([1, 2, 3].map(() => sendWebhook(app.url, body)))).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await jobs()).toBe(before + 1);
    await expect.poll(() => app.container.db.prisma.jobRun.count({ where: { state: { not: 'done' } } }), { timeout: 15_000 }).toBe(0);
    app.clock.advance(3 * 86_400_000);
    expect((await sendWebhook(app.url, body)).status).toBe(200);
    expect(await jobs()).toBe(before + 1);
    app.clock.advance(-3 * 86_400_000);
  });

  it('that is too large is not read', async () => {
    expect((await sendWebhook(app.url, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  it('is believed nowhere without a key', async () => {
    const bare = await createTestApp();
    expect((await sendWebhook(bare.url, message('CALa1'))).status).toBe(401);
    await bare.close();
  });
});
