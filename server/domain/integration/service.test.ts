import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let home: TestApp;
beforeAll(async () => {
  home = await createTestApp();
});
afterAll(() => home.close());

describe('outside services', () => {
  it('say how they are reached and when they were last read', async () => {
    const states = (world: TestApp) => world.world.services.integrations.list();
    expect(await states(home)).toEqual([
      { provider: 'shopify', connection: 'not_configured', lastSyncAt: null, lastError: null },
      { provider: 'callrail', connection: 'not_configured', lastSyncAt: null, lastError: null },
    ]);
    const at = home.clock.now();
    await home.world.db.prisma.integrationState.create({ data: { provider: 'shopify', lastSyncAt: at, updatedAt: at } });
    const env = { SHOPIFY_STORE_DOMAIN: 'x.myshopify.com', SHOPIFY_ACCESS_TOKEN: 't' };
    const connected = await createTestApp({ beside: home, env });
    expect(await states(connected)).toEqual([
      { provider: 'shopify', connection: 'connected', lastSyncAt: at, lastError: null },
      { provider: 'callrail', connection: 'not_configured', lastSyncAt: null, lastError: null },
    ]);
    await connected.close();
  });
});
