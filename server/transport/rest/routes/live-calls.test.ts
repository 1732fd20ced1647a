import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { messageOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let rita: Caller;
let carl: Caller;
beforeAll(async () => {
  app = await createTestApp();
  rita = await app.signUp('rita');
  carl = await app.signUp('carl');
});
afterAll(() => app.close());

const PATH = '/api/coaching/real-time';

it('a client that only polls can coach a call from its first word to its end', async () => {
  const started = await rita.rest.post(`${PATH}/start`, { callId: 'call_1732180000000', userId: 'somebody else' });
  expect([started.status, started.body]).toMatchObject([
    201,
    {
      callId: 'call_1732180000000',
      metrics: { questionRatio: 0, sentimentScore: 0.5, wordCount: 0, engagementLevel: 0 },
      urgentAlerts: [],
      insights: [],
      recommendations: [],
    },
  ]);
  const transcript = 'Rep: Hello, what can I do for you?\nCustomer: I love your coffee. How much is a machine?';
  const updated = await rita.rest.put(`${PATH}/call_1732180000000/update`, { transcript, duration: 12.7 });
  expect([updated.status, updated.body]).toMatchObject([200, { duration: 12, metrics: { wordCount: 16 } }]);
  const polled = await rita.rest.get(`${PATH}/call_1732180000000`);
  expect(polled.body).toEqual(updated.body);
  expect(polled.body).toMatchObject({ metrics: { questionRatio: expect.closeTo(2 / 3), sentimentScore: expect.closeTo(0.8, 0) } });
  const end = { finalTranscript: `${transcript}\nRep: Two thousand dollars.`, duration: 20 };
  const done = await rita.rest.put(`${PATH}/call_1732180000000/complete`, end);
  expect([done.status, done.body]).toMatchObject([200, { status: 'completed', duration: 20, transcriptionId: expect.any(String) }]);
  const [call] = Object(await rita.rest.get('/api/transcriptions?limit=1')).body;
  expect(call).toMatchObject({ content: end.finalTranscript, duration: 20, metadata: { source: 'live_call' } });
});

it('a call is known by its own person only, and over when it is over', async () => {
  await rita.rest.post(`${PATH}/start`, { callId: 'mine' });
  const refusals = [
    [await carl.rest.get(`${PATH}/mine`), 404, 'Live call not found'],
    [await carl.rest.put(`${PATH}/mine/update`, { transcript: 'Rep: Mine.' }), 404, 'Live call not found'],
    [await rita.rest.put(`${PATH}/unknown/complete`, {}), 404, 'Live call not found'],
    [await rita.rest.put(`${PATH}/mine/update`, { transcript: 5 }), 400, 'transcript: Must be text'],
    [await rita.rest.put(`${PATH}/mine/update`, { transcript: 'x'.repeat(2_000_000) }), 400, 'A call has at most 500,000 characters'],
    [
      await rita.rest.put(`${PATH}/mine/update`, { transcript: 'x'.repeat(4_000_000) }),
      413,
      'The body is larger than 3072 kB. Split it into several requests.',
    ],
    [await rita.rest.post(`${PATH}/start`, { callId: ' ' }), 400, 'A call needs an id'],
  ] as const;
  for (const [answer, status, message] of refusals) expect([answer.status, messageOf(answer.body)]).toEqual([status, message]);
  await rita.rest.put(`${PATH}/mine/complete`, {});
  expect((await rita.rest.put(`${PATH}/mine/complete`, {})).status).toBe(200);
  for (const late of [
    await rita.rest.put(`${PATH}/mine/update`, { transcript: 'Rep: Late.' }),
    await rita.rest.post(`${PATH}/start`, { callId: 'mine' }),
  ])
    expect([late.status, messageOf(late.body)]).toEqual([409, expect.stringContaining('is over')]);
});
