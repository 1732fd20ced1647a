import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const DAY = 86_400_000;

let app: TestApp;
let services: Services;
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY);
const aCustomer = async () => (await services.customers.create(ada, { name: 'Buyer' })).id;
const metrics = async (id: string) => (await services.customers.metrics(SERVER, [id]))[0];

let serial = 0;
const bought = (customerId: string, totalPrice: string, status = 'paid') => {
  serial += 1;
  const ids = { id: `order-${serial}`, shopifyOrderId: `gid-${serial}`, orderNumber: `#${serial}` };
  const now = app.clock.now();
  return app.container.db.prisma.order.create({ data: { ...ids, customerId, totalPrice, status, createdAt: now, updatedAt: now } });
};

const NOTHING = {
  orders: 0,
  lifetimeValue: '0.00',
  openLeads: 0,
  openValue: '0.00',
  calls: 0,
  repliesUsed: 0,
  emailsPersonalized: 0,
  lastContactAt: null,
};

describe('the numbers of a customer', () => {
  it('are nothing where nothing happened', async () => {
    expect(await metrics(await aCustomer())).toEqual(NOTHING);
    expect(await metrics('nobody')).toEqual(NOTHING);
  });

  it('add up to the cent, without what was cancelled, refunded or won', async () => {
    const customer = await aCustomer();
    for (const price of ['0.10', '0.20', '99999999.99']) await bought(customer, price);
    await bought(customer, '19.99', 'delivered');
    await bought(customer, '500.00', 'cancelled');
    await bought(customer, '500.00', 'refunded');
    await bought(await aCustomer(), '500.00');
    for (const value of ['1250.05', '0.07', '']) await services.leads.create(ada, { name: 'Deal', value, customerId: customer });
    const won = await services.leads.create(ada, { name: 'Deal', value: '777', customerId: customer });
    await services.leads.move(ada, won.id, 'won');
    await services.leads.create(ada, { name: 'Deal', value: '777' });
    expect(await metrics(customer)).toEqual({
      ...NOTHING,
      orders: 4,
      lifetimeValue: '100000020.28',
      openLeads: 3,
      openValue: '1250.12',
    });
  });

  it('know the last contact, whichever way it was', async () => {
    const customer = await aCustomer();
    const { prisma } = app.container.db;
    const lead = await services.leads.create(ada, { name: 'Deal', customerId: customer });
    const lastContact = async () => (await metrics(customer))?.lastContactAt;
    expect(await lastContact()).toBeNull();
    await prisma.lead.update({ where: { id: lead.id }, data: { lastContactAt: daysAgo(9) } });
    expect(await lastContact()).toEqual(daysAgo(9));
    await prisma.transcription.create({ data: { id: 'call', customerId: customer, content: 'Hi', type: 'sales', createdAt: daysAgo(5) } });
    expect(await lastContact()).toEqual(daysAgo(5));
    const fact = { kind: 'email.personalized', subjectType: 'email_template', subjectId: 'template', actorId: ada.id };
    await prisma.event.create({ data: { ...fact, customerId: customer, data: { name: 'Offer' }, at: daysAgo(3) } });
    expect(await lastContact()).toEqual(daysAgo(3));
    const reply = await services.replies.generate(ada, { customerRequest: 'How much?', customerId: customer });
    expect(await lastContact()).toEqual(daysAgo(3));
    await services.replies.markUsed(ada, reply.id);
    expect(await metrics(customer)).toMatchObject({
      calls: 1,
      repliesUsed: 1,
      emailsPersonalized: 1,
      lastContactAt: app.clock.now(),
    });
  });

  it('are computed for many customers together, also over GraphQL', async () => {
    const [rich, poor] = [await aCustomer(), await aCustomer()];
    await bought(rich, '12.50');
    expect(await services.customers.metrics(SERVER, [poor, 'nobody', rich])).toMatchObject([
      { lifetimeValue: '0.00' },
      { lifetimeValue: '0.00' },
      { lifetimeValue: '12.50' },
    ]);
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    const { data } = await caller.graph(
      '{ customers(first: 2) { nodes { id metrics { lifetimeValue openValue orders lastContactAt } } } }',
    );
    const none = { openValue: '0.00', lastContactAt: null };
    expect(data?.customers).toEqual({
      nodes: [
        { id: poor, metrics: { ...none, lifetimeValue: '0.00', orders: 0 } },
        { id: rich, metrics: { ...none, lifetimeValue: '12.50', orders: 1 } },
      ],
    });
  });
});
