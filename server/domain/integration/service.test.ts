import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER } from '#domain/viewer.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('outside services', () => {
  it('say how they are reached and when they were last read', async () => {
    const states = (container: TestApp) => container.container.services.integrations.list(SERVER);
    expect(await states(app)).toEqual([
      { provider: 'shopify', connection: 'not_configured', lastSyncAt: null, lastError: null },
      { provider: 'callrail', connection: 'not_configured', lastSyncAt: null, lastError: null },
    ]);
    const at = app.clock.now();
    await app.container.db.prisma.integrationState.create({ data: { provider: 'shopify', lastSyncAt: at, updatedAt: at } });
    const env = { SHOPIFY_STORE_DOMAIN: 'x.myshopify.com', SHOPIFY_ACCESS_TOKEN: 't' };
    const connected = await createTestApp({ beside: app, env });
    expect(await states(connected)).toEqual([
      { provider: 'shopify', connection: 'connected', lastSyncAt: at, lastError: null },
      { provider: 'callrail', connection: 'not_configured', lastSyncAt: null, lastError: null },
    ]);
    await connected.close();
  });
});
