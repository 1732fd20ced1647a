import { expect, it } from 'vitest';
import { SERVER } from '#domain/viewer.ts';
import { seedDemoData } from '#prisma/seed.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import { readConfig } from '#server/config.ts';
import { configureServices } from '#server/configure-services.ts';
import { createIds } from '#server/ids.ts';
import { createTestApp } from '#server/testing/test-app.ts';

it('the demo shop syncs a few orders, each with its own event, and none after that', async () => {
  const { container, clock, close } = await createTestApp();
  await seedDemoData({ config: container.config, db: container.db, now: clock.now() });
  const { orderImport, analyst } = configureServices({
    config: readConfig({}),
    demo: true,
    db: container.db,
    assistant: offlineAssistant(),
    clock,
    newId: createIds(clock),
    sessions: container.sessions,
  });
  expect(await orderImport.test(SERVER)).toEqual({ success: true, message: 'Connected to the built-in shop of the demo.' });
  expect(await orderImport.sync(null)).toMatchObject({ synced: 3 });
  expect((await analyst.orders.first(SERVER, {}, 3)).map(({ orderNumber }) => orderNumber)).toEqual(['#1078', '#1077', '#1076']);
  expect(await container.db.prisma.event.count({ where: { kind: 'order.synced' } })).toBe(3);
  const owner = await container.db.prisma.customer.findMany({
    where: { email: 'elena.marsh@northlight.example' },
    include: { orders: true },
  });
  expect(owner).toHaveLength(1);
  expect(owner[0]?.orders.map(({ orderNumber }) => orderNumber)).toContain('#1078');
  clock.advance(3_600_000);
  expect(await orderImport.sync(null)).toMatchObject({ synced: 0 });
  await close();
});
