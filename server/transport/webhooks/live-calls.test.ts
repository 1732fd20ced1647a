import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { sign } from './signature.ts';

const SECRET = 'a secret of some length';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { LIVE_CALLS_WEBHOOK_SECRET: `${SECRET}, the one before this one` } });
  await app.signUp('rita');
});
afterAll(() => app.close());

const post = async (body: string, signature: string | null, url = app.url) => {
  const headers = { 'content-type': 'application/json', ...(signature && { 'callboard-signature': signature }) };
  const answer = await fetch(`${url}/webhooks/live-calls`, { method: 'POST', headers, body });
  const responseBody: unknown = await answer.json();
  return { status: answer.status, body: responseBody };
};

/** A delivery as a provider sends it. */
const deliver = (delivery: object, secret = SECRET) => {
  const body = JSON.stringify(delivery);
  return post(body, sign(secret, body, app.clock.now()));
};

const HELLO = { id: '1', speaker: 'rep', text: 'How can I help you?', startMs: 0, endMs: 2_000 };
const PRICE = { id: '2', speaker: 'customer', text: 'It is too expensive.', startMs: 2_500, endMs: 5_000 };

const callOf = (callId: string) => app.container.db.prisma.liveCall.findFirstOrThrow({ where: { callId }, include: { segments: true } });

describe('a call sent by telephony', () => {
  it('begins with whichever delivery arrives first, and ends as a transcription', async () => {
    expect(await deliver({ callId: 't1', rep: 'rita', segments: [PRICE] })).toMatchObject({
      status: 200,
      body: { status: 'active', revision: 1 },
    });
    await deliver({ callId: 't1', rep: 'RITA@company.com', segments: [HELLO], duration: 5 });
    await deliver({ callId: 't1', rep: 'rita', ended: true, duration: 8 });
    const call = await callOf('t1');
    expect(call).toMatchObject({
      status: 'completed',
      duration: 8,
      currentTranscript: 'Rep: How can I help you?\nCustomer: It is too expensive.',
    });
    expect(call.transcriptionId).not.toBeNull();
  });

  it('has no owner when two people match', async () => {
    await app.signUp('sol');
    const sol = {
      username: 'sol@company.com',
      email: 'sol@example.org',
      passwordHash: '',
      createdAt: app.clock.now(),
      updatedAt: app.clock.now(),
    };
    await app.container.db.prisma.user.create({ data: { ...sol, id: 'another sol' } });
    const answer = await deliver({ callId: 't0', rep: 'sol@company.com', segments: [HELLO] });
    expect([answer.status, messageOf(answer.body)]).toEqual([409, '`rep` is the username of one person and the email address of another.']);
    expect(await app.container.db.prisma.liveCall.count({ where: { callId: 't0' } })).toBe(0);
  });

  it('counts a repeated delivery once, also when the call is over', async () => {
    const delivery = { callId: 't2', rep: 'rita', segments: [HELLO, PRICE], duration: 5 };
    const once = await deliver(delivery);
    expect((await deliver(delivery)).body).toEqual(once.body);
    const end = { callId: 't2', rep: 'rita', ended: true };
    const ended = await deliver(end);
    expect((await deliver(end)).body).toEqual(ended.body);
    expect((await deliver(delivery)).status).toBe(200);
    const late = await deliver({ ...delivery, segments: [{ ...HELLO, id: '3' }] });
    expect([late.status, messageOf(late.body)]).toEqual([409, 'This call is over.']);
    expect(
      await app.container.db.prisma.transcription.count({
        where: { externalId: { startsWith: 'live_call:' }, liveCall: { callId: 't2' } },
      }),
    ).toBe(1);
  });
});

describe('authentication of deliveries', () => {
  const body = JSON.stringify({ callId: 't3', rep: 'rita', segments: [HELLO] });

  it('accepts a body signed with any configured secret', async () => {
    expect((await post(body, sign('the one before this one', body, app.clock.now()))).status).toBe(200);
  });

  it.each([
    ['no signature', () => null, 'Sign the body'],
    ['another signature scheme', () => 'sha256=abc', 'Sign the body'],
    ['a wrong secret', () => sign('some other secret at all', body, app.clock.now()), 'does not match'],
    ['a signature of another body', () => sign(SECRET, `${body} `, app.clock.now()), 'does not match'],
    ['an expired signature', () => sign(SECRET, body, new Date(app.clock.now().getTime() - 301_000)), 'not within 5 minutes'],
    ['a signature from the future', () => sign(SECRET, body, new Date(app.clock.now().getTime() + 301_000)), 'not within 5 minutes'],
  ])('rejects a delivery with %s', async (_what, signature, message) => {
    const refused = await post(body.replace('t3', 'never'), signature());
    // A body that differs from the signed one is rejected, and nothing is stored.
    expect(refused.status).toBe(401);
    const answer = await post(body, signature());
    expect([answer.status, messageOf(answer.body)]).toEqual([401, expect.stringContaining(message)]);
    expect(await app.container.db.prisma.liveCall.count({ where: { callId: 'never' } })).toBe(0);
  });

  it('rejects every delivery when no secret is configured', async () => {
    const disabled = await createTestApp({ beside: app });
    const answer = await post(body, sign(SECRET, body, app.clock.now()), disabled.url);
    expect([answer.status, messageOf(answer.body)]).toEqual([403, expect.stringContaining('LIVE_CALLS_WEBHOOK_SECRET')]);
    await disabled.close();
  });
});

describe('an invalid delivery', () => {
  it.each([
    ['no JSON', '{"callId":', 400, 'The body is not valid JSON.'],
    ['nothing', 'null', 400, 'expected object'],
    ['an unknown rep', JSON.stringify({ callId: 't4', rep: 'nobody' }), 404, 'Rep not found'],
    ['no call', JSON.stringify({ rep: 'rita' }), 400, 'A call needs an id'],
    ['more than a megabyte', JSON.stringify({ callId: 't4', rep: 'rita', junk: 'x'.repeat(1_100_000) }), 413, 'too large'],
  ])('%s', async (_what, body, status, message) => {
    const answer = await post(body, sign(SECRET, body, app.clock.now()));
    expect([answer.status, messageOf(answer.body)]).toEqual([status, expect.stringContaining(message)]);
    expect(await app.container.db.prisma.liveCall.count({ where: { callId: 't4' } })).toBe(0);
  });
});

it('the example of docs/telephony.md works as written', async () => {
  const [, script] = /```sh\n([^`]+)```/.exec(await readFile('docs/telephony.md', 'utf8')) ?? [];
  // The example signs with the machine's clock; the test's is fixed at another time.
  const time = `time=${Math.floor(app.clock.now().getTime() / 1_000)}`;
  const env = { ...process.env, CALLBOARD_URL: app.url, LIVE_CALLS_WEBHOOK_SECRET: SECRET };
  const example = (script ?? '').replace('"rep":"demo"', '"rep":"rita"').replace('time=$(date +%s)', time);
  const { stdout } = await promisify(execFile)('sh', ['-c', example], { env });
  expect(JSON.parse(stdout)).toMatchObject({ callId: 'tel-1001', status: 'active', revision: 1 });
  expect((await callOf('tel-1001')).segments).toHaveLength(2);
});
