import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type TestWorld } from '#server/testing/world.ts';

let home: TestWorld;
beforeAll(async () => {
  home = await openWorld();
});
afterAll(() => home.close());

describe('outside services', () => {
  it('say how they are reached and when they were last read', async () => {
    const states = (world: TestWorld) => world.world.services.integrations.list();
    expect(await states(home)).toEqual([
      { provider: 'shopify', connection: 'not_configured', lastSyncAt: null, lastError: null },
      { provider: 'callrail', connection: 'not_configured', lastSyncAt: null, lastError: null },
    ]);
    const at = home.clock.now();
    await home.world.db.prisma.integrationState.create({ data: { provider: 'shopify', lastSyncAt: at, updatedAt: at } });
    const env = { SHOPIFY_STORE_DOMAIN: 'x.myshopify.com', SHOPIFY_ACCESS_TOKEN: 't' };
    const connected = await openWorld({ beside: home, env });
    expect(await states(connected)).toEqual([
      { provider: 'shopify', connection: 'connected', lastSyncAt: at, lastError: null },
      { provider: 'callrail', connection: 'not_configured', lastSyncAt: null, lastError: null },
    ]);
    await connected.close();
  });
});
