import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const DAY = 86_400_000;

let app: TestApp;
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const metrics = async (id: string) => (await app.container.services.leads.metrics(SERVER, [id]))[0];
const aLead = (customerId: string | null) => app.container.services.leads.create(ada, { name: 'Jo', customerId });
const aCustomer = async () => (await app.container.services.customers.create(ada, { name: 'Buyer' })).id;

let number = 0;
const bought = async (customerId: string, totalPrice: string, daysAgo: number, status = 'paid') => {
  number += 1;
  const at = new Date(app.clock.now().getTime() - daysAgo * DAY);
  const ids = { id: `order-${number}`, shopifyOrderId: `gid-${number}`, orderNumber: `#${number}` };
  await app.container.db.prisma.order.create({ data: { ...ids, customerId, totalPrice, status, createdAt: at, updatedAt: at } });
};

const NOTHING = { orders: null, revenue: null, avgDealSize: null, monthlyGrowth: null, conversionRate: null, emailsSent: 0, callsMade: 0 };

describe('the numbers of a lead', () => {
  it('are missing where there is nothing to count', async () => {
    expect(await metrics((await aLead(null)).id)).toEqual(NOTHING);
    expect(await metrics('nobody')).toEqual(NOTHING);
  });

  it('know no orders of a customer who has not bought', async () => {
    expect(await metrics((await aLead(await aCustomer())).id)).toEqual({ ...NOTHING, conversionRate: 0 });
  });

  it('are those of its customer, counted by hand', async () => {
    const customer = await aCustomer();
    const lead = await aLead(customer);
    const won = await aLead(customer);
    await aLead(customer);
    await app.container.services.leads.move(ada, won.id, 'won');
    // 30 days: 100.10 + 50; the 30 before: 200; long ago: 33.33; not counted: cancelled and refunded.
    await bought(customer, '100.10', 1);
    await bought(customer, '50.00', 29.9, 'shipped');
    await bought(customer, '200.00', 30);
    await bought(customer, '33.33', 61, 'delivered');
    await bought(customer, '999.00', 2, 'cancelled');
    await bought(customer, '999.00', 2, 'refunded');
    await bought(await aCustomer(), '5000.00', 1);
    expect(await metrics(lead.id)).toEqual({
      orders: 4,
      revenue: '383.43',
      avgDealSize: '95.86',
      // (150.10 − 200) / 200
      monthlyGrowth: -25,
      conversionRate: 33.3,
      emailsSent: 0,
      callsMade: 0,
    });
  });

  it('have no growth without a month to compare with, and may shrink to nothing', async () => {
    const newCustomer = await aCustomer();
    await bought(newCustomer, '10.00', 1);
    expect((await metrics((await aLead(newCustomer)).id))?.monthlyGrowth).toBeNull();
    const quiet = await aCustomer();
    await bought(quiet, '10.00', 45);
    expect((await metrics((await aLead(quiet)).id))?.monthlyGrowth).toBe(-100);
    const growing = await aCustomer();
    await bought(growing, '3.00', 45);
    await bought(growing, '10.00', 5);
    expect((await metrics((await aLead(growing)).id))?.monthlyGrowth).toBe(233.3);
  });

  it('count calls and answers that were sent, each once, of the lead and of its customer', async () => {
    const customer = await aCustomer();
    const lead = await aLead(customer);
    const now = app.clock.now();
    const call = { content: 'Hello', type: 'sales', createdAt: now };
    await app.container.db.prisma.transcription.createMany({
      data: [
        { ...call, id: 'call-both', customerId: customer, leadId: lead.id },
        { ...call, id: 'call-lead', leadId: lead.id },
        { ...call, id: 'call-customer', customerId: customer },
        { ...call, id: 'call-other' },
      ],
    });
    for (const about of [{ customerId: customer, leadId: lead.id }, { leadId: lead.id }, { customerId: customer }, {}]) {
      const reply = await app.container.services.replies.generate(ada, { customerRequest: 'Hello there', ...about });
      await app.container.services.replies.markUsed(ada, reply.id);
      await app.container.services.replies.generate(ada, { customerRequest: 'Not sent', ...about });
    }
    expect(await metrics(lead.id)).toMatchObject({ emailsSent: 3, callsMade: 3 });
    const caller = app.anonymous();
    await caller.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    const { data } = await caller.graph('query ($id: ID!) { lead(id: $id) { metrics { contactCount emailsSent callsMade revenue } } }', {
      id: lead.id,
    });
    expect(data?.lead).toEqual({ metrics: { contactCount: 6, emailsSent: 3, callsMade: 3, revenue: null } });
  });
});
