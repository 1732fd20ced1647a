import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVER } from '#domain/viewer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { ENTITIES } from '../entities/entities.ts';
import { apiToken, deadLetter, notification } from '../entities/internal.ts';
import { encodeCursor } from './keyset.ts';
import { pageStatement } from './lists.ts';
import type { QueryService } from './service.ts';

let app: TestApp;
let leads: QueryService['leads'];
beforeAll(async () => {
  app = await createTestApp();
  const { services } = app.container;
  leads = services.analyst.leads;
  const ada = await signUpViewer(app, 'ada');
  const customer = { name: 'Grace Hopper', email: 'grace@example.com', phone: '555 0100', company: 'Navy', shopifyCustomerId: '77' };
  const { id: customerId } = await services.customers.create(ada, customer);
  app.clock.advance(100);
  await services.customers.update(ada, customerId, { company: 'US Navy' });
  const lead = { email: 'jo@example.com', phone: '555 0101', company: 'Initech', value: '1250.5', source: 'referral', customerId };
  const known = await services.leads.create(ada, { name: 'Jo', ...lead });
  app.clock.advance(1_230);
  await services.leads.move(ada, known.id, 'quoted');
  app.clock.advance(60_001);
  await services.leads.update(ada, known.id, { notes: 'Call' });
  await app.container.db.prisma.lead.update({ where: { id: known.id }, data: { lastContactAt: app.clock.now() } });
  await services.leads.create(ada, { name: 'Alone' });
  await services.leads.create(ada, { name: 'Amy', customerId });
});
afterAll(() => app.close());

it.each([{ first: 5 }, { first: 1 }, { last: 5 }, { last: 2 }])('leads are whole in a list, as stored: %o', async (page) => {
  const stored = { orderBy: { id: 'desc' }, take: page.last ? -page.last : page.first } as const;
  expect((await leads.page(SERVER, {}, page)).rows).toEqual(await app.container.db.prisma.lead.findMany(stored));
});

it.each([
  ['transcriptions', ENTITIES.transcription, ['1000', 'x']],
  ['training items', ENTITIES.trainingItem, ['x']],
  ['flows', ENTITIES.interactionFlow, ['x']],
  ['live-calls', ENTITIES.liveCall, ['x']],
  ['email templates', ENTITIES.emailTemplate, ['x']],
  ['replies', ENTITIES.aiResponse, ['x']],
  ['coaching sessions', ENTITIES.coachingSession, ['x']],
  ['coaching insights', ENTITIES.coachingInsight, ['x']],
  ['notifications', notification, ['x']],
  ['apiTokens', apiToken, ['x']],
  ['dead_letters', deadLetter, ['x']],
] as const)(
  'a cursor of %s from before lists named their order continues the default list, and no other',
  async (name, entity, position) => {
    const context = { viewer: SERVER, now: app.clock.now() };
    const page = { after: encodeCursor(name, position) };
    const statement = pageStatement(entity, {}, {}, page, context);
    await expect(app.container.db.pool.query({ ...statement, values: [...statement.values] })).resolves.toMatchObject({ rows: [] });
    expect(() => pageStatement(entity, { orderBy: [] }, {}, page, context)).toThrow('is no cursor of this list in this order');
    expect(() => pageStatement(ENTITIES.lead, {}, {}, page, context)).toThrow('is no cursor of this list in this order');
  },
);
