import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LeadStage } from '#contract/lead.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { SERVER, type Viewer } from '../viewer.ts';
import { MAX_AGE_MS } from './result-cache.ts';

let app: TestApp;
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.container.db.pool.query('truncate leads, shopify_orders, transcriptions, ai_responses cascade');
  // Rows written past the services publish no event, so the cached result of the previous test has to expire.
  app.clock.advance(MAX_AGE_MS);
});

let made = 0;
const id = () => `a${String(++made).padStart(6, '0')}`;
const over = (range?: unknown, timeZone = 'UTC') => app.container.services.analytics.over(ada, range, timeZone);

const lead = (createdAt: string, stage: LeadStage = 'leads', wonAt = createdAt) =>
  app.container.db.prisma.lead.create({ data: { id: id(), name: 'Jo', stage, stageChangedAt: wonAt, createdAt, updatedAt: createdAt } });

const order = (createdAt: string, totalPrice: string, more: { currency?: string; status?: string } = {}) =>
  app.container.db.prisma.order.create({
    data: { id: id(), shopifyOrderId: id(), orderNumber: '1', totalPrice, status: 'paid', createdAt, updatedAt: createdAt, ...more },
  });

const call = (createdAt: string, type: string, sentiment: string | null) =>
  app.container.db.prisma.transcription.create({ data: { id: id(), content: 'Hello', type, sentiment, createdAt } });

const reply = (createdAt: string, used: boolean) =>
  app.container.db.prisma.aiResponse.create({
    data: {
      id: id(),
      customerRequest: 'Hi',
      generatedResponse: 'Hello',
      responseType: 'sales',
      confidence: 1,
      engine: 'offline',
      used,
      createdAt,
    },
  });

describe('without a row', () => {
  it('everything is nothing, and nothing is divided by it', async () => {
    const { shown, previous, weeks } = over();
    expect(await shown.leads()).toMatchObject({ total: 0, won: 0, conversionRate: 0, thisWeek: 0 });
    expect((await shown.leads()).stages.map(({ count, share }) => [count, share])).toEqual(Array(6).fill([0, 0]));
    expect(await shown.sales()).toMatchObject({
      orders: 0,
      undone: 0,
      wonDeals: 0,
      lost: { count: 0, value: '0.00', reasons: [] },
      revenue: [{ currency: 'USD', total: '0.00', orders: 0, averageOrderValue: '0.00' }],
    });
    expect(await shown.calls()).toMatchObject({ total: 0, sales: 0, support: 0, positive: { count: 0, share: 0 } });
    expect(await shown.replies()).toEqual({ total: 0, used: 0, usageRate: 0 });
    expect(previous).toBeNull();
    expect((await weeks()).map(({ day, leads }) => [day, leads.total]).at(-1)).toEqual(['2026-11-16', 0]);
    expect(await weeks()).toHaveLength(8);
  });
});

describe('leads', () => {
  it('are counted by stage, and those won are a share of all', async () => {
    for (const stage of ['leads', 'leads', 'quoted', 'won', 'won', 'won', 'waiting'] as const) await lead('2026-09-01T00:00:00Z', stage);
    const { total, won, conversionRate, stages } = await over().shown.leads();
    expect([total, won, conversionRate]).toEqual([7, 3, 42.9]);
    expect(stages.map(({ stage, count, share }) => [stage, count, share])).toEqual([
      ['leads', 2, 28.6],
      ['needs_quote', 0, 0],
      ['quoted', 1, 14.3],
      ['needs_follow_up', 0, 0],
      ['waiting', 1, 14.3],
      ['won', 3, 42.9],
    ]);
  });

  it('belong to the range they came in, but a deal to the one it was won in', async () => {
    await lead('2026-11-17T10:00:00Z', 'leads');
    await lead('2026-11-10T10:00:00Z', 'won', '2026-11-18T10:00:00Z');
    await lead('2026-11-09T10:00:00Z', 'won', '2026-11-12T10:00:00Z');
    // Last week too, but later in it than this week has got to.
    await lead('2026-11-13T12:00:00Z', 'won', '2026-11-14T10:00:00Z');
    const { shown, previous } = over({ period: 'this_week' });
    expect(await shown.leads()).toMatchObject({ total: 1, won: 0, conversionRate: 0 });
    expect(await previous?.leads()).toMatchObject({ total: 2, won: 2, conversionRate: 100 });
    expect([(await shown.sales()).wonDeals, (await previous?.sales())?.wonDeals]).toEqual([1, 1]);
    expect((await over().shown.sales()).wonDeals).toBe(3);
  });

  it('came in this week as the reader’s calendar has it', async () => {
    // Monday in India, still Sunday elsewhere.
    await lead('2026-11-15T18:30:00.000Z');
    await lead('2026-11-15T18:29:59.999Z');
    await lead('2026-11-16T05:00:00.000Z');
    const thisWeek = async (timeZone: string) => (await over(null, timeZone).shown.leads()).thisWeek;
    expect([await thisWeek('Asia/Kolkata'), await thisWeek('UTC'), await thisWeek('America/New_York')]).toEqual([2, 1, 1]);
    expect((await over({ period: 'this_week' }, 'Asia/Kolkata').shown.leads()).total).toBe(2);
  });

  it('fall into weeks that follow summer time', async () => {
    // The clocks go back on Sunday the 25th in Berlin: that week has an hour more.
    await lead('2026-10-25T22:59:59.999Z');
    await lead('2026-10-25T23:00:00.000Z');
    const weeks = await over({ from: '2026-10-19', to: '2026-11-01' }, 'Europe/Berlin').weeks();
    expect(weeks.map(({ day, leads }) => [day, leads.total])).toEqual([
      ['2026-10-19', 1],
      ['2026-10-26', 1],
    ]);
  });
});

describe('revenue', () => {
  it('is exact, by currency, without what was cancelled or refunded', async () => {
    await order('2026-11-02T00:00:00Z', '100.10');
    await order('2026-10-31T23:59:59.999Z', '0.25');
    await order('2026-10-01T00:00:00Z', '99999999.99');
    await order('2026-11-02T00:00:00Z', '10.00', { currency: 'EUR' });
    await order('2026-11-02T00:00:00Z', '5.00', { currency: 'CHF', status: 'pending' });
    await order('2026-11-02T00:00:00Z', '777.00', { status: 'cancelled' });
    await order('2026-11-02T00:00:00Z', '777.00', { status: 'refunded', currency: 'SEK' });
    const { revenue, orders, undone, thisMonth } = await over().shown.sales();
    expect(revenue).toEqual([
      { currency: 'USD', total: '100000100.34', orders: 3, averageOrderValue: '33333366.78' },
      { currency: 'CHF', total: '5.00', orders: 1, averageOrderValue: '5.00' },
      { currency: 'EUR', total: '10.00', orders: 1, averageOrderValue: '10.00' },
    ]);
    expect([orders, undone, thisMonth.get('USD')]).toEqual([5, 2, '100.10']);
    // In New York the month began four hours later, in Sydney eleven earlier.
    expect((await over(null, 'Australia/Sydney').shown.sales()).thisMonth.get('USD')).toBe('100.35');
  });

  it('is in another currency alone where nothing was sold for dollars', async () => {
    await order('2026-11-18T00:00:00Z', '10.00', { currency: 'EUR' });
    await order('2026-11-18T00:00:00Z', '10.00', { status: 'cancelled' });
    const { shown, weeks } = over();
    expect((await shown.sales()).revenue).toEqual([{ currency: 'EUR', total: '10.00', orders: 1, averageOrderValue: '10.00' }]);
    expect((await weeks()).at(-1)).toMatchObject({ currency: 'EUR' });
  });

  it('of a hundred thousand orders of ten cents is ten thousand dollars', async () => {
    await app.container.db.pool.query(
      `insert into shopify_orders (id, shopify_order_id, order_number, total_price, status, created_at, updated_at)
       select n, n, '1', 0.10, 'paid', at, at
       from (select n, timestamptz '2026-11-20T09:00Z' - n * interval '100 seconds' as at from generate_series(1, 100000) n) as row`,
    );
    const { shown, weeks } = over();
    expect((await shown.sales()).revenue).toEqual([{ currency: 'USD', total: '10000.00', orders: 100_000, averageOrderValue: '0.10' }]);
    const cents = (await weeks()).map(({ sales }) => Math.round(Number(sales.revenue[0]?.total) * 100));
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(1_000_000);
  });
});

describe('calls and replies', () => {
  it('are counted by type, mood and use', async () => {
    const at = '2026-11-19T10:00:00Z';
    await call(at, 'sales', 'positive');
    await call(at, 'sales', 'negative');
    await call(at, 'support', 'positive');
    await call(at, 'survey', null);
    await call(at, 'support', 'enraged');
    await call(at, 'support', 'neutral');
    for (const used of [true, true, false]) await reply(at, used);
    const { shown, weeks } = over({ period: 'this_month' });
    expect(await shown.calls()).toEqual({
      total: 6,
      sales: 2,
      support: 3,
      positive: { count: 2, share: 33.3 },
      neutral: { count: 1, share: 16.7 },
      negative: { count: 1, share: 16.7 },
      other: { count: 2, share: 33.3 },
    });
    expect(await shown.replies()).toEqual({ total: 3, used: 2, usageRate: 66.7 });
    expect((await weeks()).at(-1)).toMatchObject({ day: '2026-11-16', calls: { total: 6 }, replies: { total: 3, used: 2 } });
  });
});

describe('an answer', () => {
  it('includes every completed change, on every instance', async () => {
    const beside = await createTestApp({ beside: app });
    const elsewhere = beside.container.services.analytics;
    const totals = async () => [(await over().shown.leads()).total, (await elsewhere.over(ada, null, 'UTC').shown.leads()).total];
    for (const before of [0, 1, 2]) {
      expect(await totals()).toEqual([before, before]);
      await app.container.services.leads.create(ada, { name: 'Jo' });
      expect(await totals()).toEqual([before + 1, before + 1]);
    }
    const [newest] = await app.container.services.analyst.leads.first(SERVER, {}, 1);
    await app.container.services.leads.move(ada, newest?.id ?? '', 'won');
    expect((await elsewhere.over(ada, null, 'UTC').shown.leads()).won).toBe(1);
    await beside.close();
  });

  it('serves again while nothing happens, for a while', async () => {
    expect((await over().shown.leads()).total).toBe(0);
    await lead('2026-11-19T10:00:00Z');
    expect((await over().shown.leads()).total).toBe(0);
    expect((await over(null, 'Europe/Berlin').shown.leads()).total).toBe(1);
    app.clock.advance(MAX_AGE_MS);
    expect((await over().shown.leads()).total).toBe(1);
  });
});

describe('the rows behind the numbers', () => {
  it('are those that were counted, newest first, page by page', async () => {
    await lead('2026-11-17T10:00:00Z', 'quoted');
    await lead('2026-11-18T10:00:00Z', 'won', '2026-11-19T00:00:00Z');
    await lead('2026-11-10T10:00:00Z', 'won', '2026-11-20T00:00:00Z');
    await order('2026-11-18T10:00:00Z', '1.00', { status: 'cancelled' });
    await order('2026-11-18T10:00:00Z', '2.00', { currency: 'EUR' });
    await call('2026-11-18T10:00:00Z', 'sales', 'positive');
    await reply('2026-11-18T10:00:00Z', false);
    const { analytics } = app.container.services;
    const { span } = over({ period: 'this_week' }).shown;
    const first = await analytics.leadsIn(SERVER, span, null, { first: 1 });
    expect(first.rows.map(({ stage }) => stage)).toEqual(['won']);
    const second = await analytics.leadsIn(SERVER, span, null, { first: 1, after: first.rows[0] && first.cursor(first.rows[0]) });
    expect([second.rows.map(({ stage }) => stage), second.hasNext, await second.total()]).toEqual([['quoted'], false, 2]);
    expect((await analytics.leadsIn(SERVER, span, 'quoted', {})).rows).toHaveLength(1);
    expect((await analytics.wonIn(SERVER, span, {})).rows.map(({ createdAt }) => createdAt.getUTCDate())).toEqual([10, 18]);
    expect((await analytics.ordersIn(SERVER, span, null, {})).rows.map(({ currency }) => currency)).toEqual(['EUR']);
    expect((await analytics.ordersIn(SERVER, span, 'USD', {})).rows).toEqual([]);
    expect(await (await analytics.callsIn(SERVER, span, { type: 'sales', sentiment: 'negative' }, {})).total()).toBe(0);
    expect(await (await analytics.callsIn(SERVER, span, { sentiment: 'positive' }, {})).total()).toBe(1);
    expect(await (await analytics.repliesIn(SERVER, span, true, {})).total()).toBe(0);
    expect(await (await analytics.repliesIn(SERVER, span, false, {})).total()).toBe(1);
  });
});
