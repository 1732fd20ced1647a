import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCallRail } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT } from '#server/testing/emulators/callrail/calls.ts';
import { FAULTS } from '#server/testing/emulators/callrail/faults.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let rail: Awaited<ReturnType<typeof openCallRail>>;
let app: TestApp;
beforeAll(async () => {
  rail = await openCallRail([]);
  const env = { CALLRAIL_API_KEY: ACCOUNT.key, CALLRAIL_ACCOUNT_ID: ACCOUNT.id, CALLRAIL_BASE_URL: rail.baseUrl };
  app = await createTestApp({ env, queue: true });
});
afterAll(async () => {
  await app.close();
  await rail.close();
});

describe('the detailed account of how the server is', () => {
  it('names failed checks with the reason, and the length of the queues', async () => {
    rail.fail(FAULTS.status(401));
    await app.container.services.syncs.now(await signUpViewer(app, 'ada'), 'callrail', {});
    const { status, body } = await app.anonymous().rest.get('/healthz/detail');
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'ok',
        database: { answers: true },
        jobs: {
          running: [],
          failed: [{ name: 'sync', key: 'callrail', attempts: 1, message: 'CallRail rejected the API key. Check CALLRAIL_API_KEY.' }],
        },
      },
    ]);
    expect(Object(body).jobs.queues).toContainEqual({ name: 'sync', queued: 0, active: 0 });
  });

  it('is available to this machine and to signed-in people', async () => {
    const proxied = { 'x-forwarded-for': '203.0.113.9' };
    expect((await app.anonymous().rest.get('/healthz/detail', proxied)).status).toBe(404);
    const grace = await app.signUp('grace');
    expect((await grace.rest.get('/healthz/detail', proxied)).status).toBe(200);
  });
});
