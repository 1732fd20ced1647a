import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const TOKEN = 'the-operators-own-token';
const PATHS = ['/metrics', '/healthz/detail'] as const;

let app: TestApp;
let guarded: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  guarded = await createTestApp({ beside: app, env: { OPERATOR_TOKEN: TOKEN } });
});
afterAll(async () => {
  await guarded.close();
  await app.close();
});

describe('the server’s own numbers', () => {
  it('are for this machine, and for no client behind a proxy', async () => {
    expect((await app.anonymous().rest.get('/metrics')).body).toContain('callboard_request_seconds');
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'])
      expect((await app.anonymous().rest.get('/metrics', { [name]: '127.0.0.1' })).status, name).toBe(404);
  });

  it('require the operator’s token once it is configured, even on this machine', async () => {
    const statusOf = async (path: string, headers: Record<string, string>) => (await guarded.anonymous().rest.get(path, headers)).status;
    for (const path of PATHS) {
      expect(await statusOf(path, { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '10.0.0.9' }), path).toBe(200);
      expect(await statusOf(path, {}), path).toBe(404);
    }
    for (const authorization of [`Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN.toUpperCase()}`])
      expect(await statusOf('/metrics', { authorization }), authorization).toBe(404);
  });

  it('require a token of at least 16 characters', () => {
    expect(() => readConfig({ OPERATOR_TOKEN: 'short' })).toThrow('OPERATOR_TOKEN must be at least 16 characters, without spaces');
  });
});
