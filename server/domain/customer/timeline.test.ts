import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Page, PageRequest } from '#domain/page.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { createEventFactory } from '#server/testing/event-factory.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { TIMELINE_STATEMENT, type TimelineEntry } from './timeline.ts';

const MINUTE = 60_000;

let app: TestApp;
let services: Services;
let ada: Viewer;
let happen: ReturnType<typeof createEventFactory>;
beforeAll(async () => {
  app = await createTestApp();
  happen = createEventFactory(app);
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const aCustomer = async () => (await services.customers.create(ada, { name: 'Jo March' })).id;

const story = async (customerId: string, request: PageRequest = { first: 100 }) => services.customers.timeline(SERVER, customerId, request);
const kinds = async (customerId: string) => (await story(customerId)).rows.map(({ kind }) => kind);

/** Goes through a whole story; answers the ids in the order of the list. */
async function walk(customerId: string, size: number, backwards: boolean): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page<TimelineEntry> = await story(customerId, backwards ? { last: size, before: cursor } : { first: size, after: cursor });
    const here = page.rows.map(({ id }) => id);
    ids.splice(backwards ? 0 : ids.length, 0, ...here);
    const edge = backwards ? page.rows[0] : page.rows.at(-1);
    if (!edge || !(backwards ? page.hasPrevious : page.hasNext)) return ids;
    cursor = page.cursor(edge);
  }
}

describe('the story of a customer', () => {
  it('lists everything that happened once, newest first, with its author', async () => {
    const customer = await aCustomer();
    const lead = await services.leads.create(ada, { name: 'Espresso corner', customerId: customer });
    app.clock.advance(MINUTE);
    await services.leads.move(ada, lead.id, 'quoted');
    await services.leads.update(ada, lead.id, { notes: 'Not part of the story' });
    app.clock.advance(MINUTE);
    const call = await happen.calls(customer);
    app.clock.advance(MINUTE);
    const order = await happen.orders(customer);
    app.clock.advance(MINUTE);
    const reply = await services.replies.generate(ada, { customerRequest: 'How much is it?', customerId: customer });
    app.clock.advance(MINUTE);
    await services.replies.markUsed(ada, reply.id);
    app.clock.advance(MINUTE);
    await happen.emails(customer, 'Spring offer', ada.id);
    app.clock.advance(MINUTE);
    await services.customers.update(ada, customer, { phone: '555 0100', company: 'Orchard House' });
    await services.customers.create(ada, { name: 'Somebody else' });
    await happen.calls(await aCustomer());

    const { rows } = await story(customer);
    expect(rows).toMatchObject([
      { kind: 'customer.updated', actorId: ada.id, data: { changed: ['phone', 'company'] } },
      { kind: 'email.personalized', actorId: ada.id, subjectId: 'template', data: { name: 'Spring offer' } },
      { kind: 'reply.used', actorId: ada.id, subjectId: reply.id },
      { kind: 'reply.generated', actorId: ada.id, subjectId: reply.id },
      { kind: 'order', actorId: null, subjectId: order.id },
      { kind: 'call', actorId: null, subjectId: call.id },
      { kind: 'lead.moved', actorId: ada.id, subjectId: lead.id, data: { from: 'leads', to: 'quoted' } },
      { kind: 'lead.created', subjectId: lead.id },
      { kind: 'customer.created', subjectId: customer },
    ]);
    expect(rows[0]?.at).toEqual(app.clock.now());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(await (await story(customer, { first: 1 })).total()).toBe(9);
  });

  it('shows each stage a flow reached, and skips an invalid one', async () => {
    const customer = await aCustomer();
    const now = app.clock.now().getTime();
    const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
    const flow = await happen.addFlow(customer, [
      { stage: 'awareness', timestamp: minutesAgo(30), duration: MINUTE },
      { stage: 'interest', timestamp: minutesAgo(20).replace('Z', '+00:00'), duration: null },
      { stage: 'interest', timestamp: '2026-02-30T10:00:00.000Z' },
      { stage: 'intent', timestamp: 'soon' },
      { stage: 'evaluation' },
      'nothing',
      null,
    ]);
    await happen.addFlow(customer, { stages: 'none' });
    const flows = (await story(customer)).rows.filter(({ kind }) => kind === 'flow');
    expect(flows).toMatchObject([
      { subjectId: flow.id, at: new Date(now - 20 * MINUTE), data: { flowType: 'support_journey', stage: 'interest', first: false } },
      { subjectId: flow.id, at: new Date(now - 30 * MINUTE), data: { stage: 'awareness', first: true } },
    ]);
    expect(await (await story(customer)).total()).toBe(3);
  });

  it('is empty for an unknown customer', async () => {
    const page = await story('nobody');
    expect([page.rows, page.hasNext, await page.total()]).toEqual([[], false, 0]);
  });

  it('is read page by page without loss or repeat, though much happened at the same moment', async () => {
    const customer = await aCustomer();
    const now = app.clock.now();
    const lead = await services.leads.create(ada, { name: 'Tied', customerId: customer });
    for (const stage of ['quoted', 'won', 'waiting', 'leads']) await services.leads.move(ada, lead.id, stage);
    for (let number = 0; number < 5; number += 1) {
      await happen.calls(customer, now);
      await happen.orders(customer, now);
    }
    await happen.addFlow(customer, [
      { stage: 'awareness', timestamp: now.toISOString() },
      { stage: 'interest', timestamp: now.toISOString() },
    ]);
    await happen.orders(customer, new Date(now.getTime() - 1));
    const all = (await story(customer)).rows.map(({ id }) => id);
    expect(all).toHaveLength(19);
    for (const size of [1, 2, 3, 5, 7, 18, 19, 20]) {
      expect(await walk(customer, size, false), `${size} forwards`).toEqual(all);
      expect(await walk(customer, size, true), `${size} backwards`).toEqual(all);
    }
    // The moves of one lead stay in the order in which they happened.
    const moves = (await story(customer)).rows.filter(({ kind }) => kind === 'lead.moved').map(({ data }) => data.to);
    expect(moves).toEqual(['leads', 'waiting', 'won', 'quoted']);
  });

  it('continues at the same position while more happens', async () => {
    const customer = await aCustomer();
    for (let number = 0; number < 4; number += 1) {
      app.clock.advance(MINUTE);
      await happen.orders(customer);
    }
    const first = await story(customer, { first: 2 });
    const edge = first.rows.at(-1);
    app.clock.advance(MINUTE);
    await happen.calls(customer);
    const rest = await story(customer, { first: 100, after: edge ? first.cursor(edge) : '' });
    expect(rest.rows.map(({ kind }) => kind)).toEqual(['order', 'order', 'customer.created']);
    expect(await kinds(customer)).toEqual(['call', 'order', 'order', 'order', 'order', 'customer.created']);
    await expect(story(await aCustomer(), { after: edge ? first.cursor(edge) : '' })).rejects.toThrow(
      '`after` is no cursor of this list in this order. Begin again without it.',
    );
  });
});

describe('a story in a big house', () => {
  const Plan = z.array(z.object({ 'QUERY PLAN': z.string() }));

  it('is read through an index of each source', async () => {
    const { pool } = app.container.db;
    await pool.query(`
      insert into customers (id, name, created_at, updated_at) select 'big' || n, 'Big', now(), now() from generate_series(0, 999) n;
      insert into transcriptions (id, customer_id, content, type, created_at)
        select 'big' || n, 'big' || n % 1000, 'Hello', 'sales', now() - n * interval '1 minute' from generate_series(1, 20000) n;
      insert into shopify_orders (id, customer_id, shopify_order_id, order_number, total_price, status, created_at, updated_at)
        select 'big' || n, 'big' || n % 1000, 'big' || n, n, 1, 'paid', now() - n * interval '1 minute', now() from generate_series(1, 20000) n;
      insert into events (kind, subject_type, subject_id, customer_id, at)
        select 'lead.moved', 'lead', 'x', 'big' || n % 1000, now() - n * interval '1 minute' from generate_series(1, 20000) n;
      insert into customer_interaction_flows (id, customer_id, flow_type, current_stage, stages, interactions, started_at, updated_at)
        select 'big' || n, 'big' || n % 1000, 'sales_pipeline', 'awareness', '[]', '[]', now(), now() from generate_series(1, 5000) n;
    `);
    for (const table of ['events', 'transcriptions', 'shopify_orders', 'customer_interaction_flows']) await pool.query(`analyze ${table}`);
    const { rows } = await pool.query(`explain ${TIMELINE_STATEMENT}`, ['big7', null, null, null, null, null, null, '2027-01-01', '', 21]);
    const plan = Plan.parse(rows).map((row) => row['QUERY PLAN']);
    expect(plan.join('\n')).not.toContain('Seq Scan');
    for (const index of [
      'events_before_customer_id_at_idx',
      'transcriptions_customer_id_created_at_idx',
      'shopify_orders_customer_id_created_at_id_idx',
    ])
      expect(plan.filter((line) => line.includes(`Scan using ${index} `))).toHaveLength(1);
    expect((await story('big7', { first: 50 })).rows).toHaveLength(50);
  }, 60_000);
});
