import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANALYTICS_PERIODS, EXPLORABLE_STATS, numbersQuery, RECENT_QUERY } from '#contract/analytics.ts';
import { headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const addLead = async (name: string) => idOf((await ada.rest.post('/api/leads', { name })).body);

describe('analytics', () => {
  it('returns the numbers of a range, of the previous range, and of the rows behind them', async () => {
    const lead = await addLead('Jo March');
    await addLead('Meg March');
    await ada.rest.put(`/api/leads/${lead}/stage`, { stage: 'won' });
    const { body } = await ada.rest.post('/api/ai/generate-response', { customerRequest: 'What does the H14 cost?' });
    await ada.rest.post(`/api/ai/responses/${idOf(body)}/use`);
    await ada.rest.post('/api/transcriptions', { content: 'Rep: Hello.\nCustomer: I love it.', type: 'support' });
    const ANALYTICS = `query ($range: AnalyticsRangeInput) { analytics(range: $range, timeZone: "europe/berlin") {
      id timeZone from to
      leads { total thisWeek won conversionRate stages { stage label count share } rows(stage: won) { totalCount nodes { name } } }
      sales { orders undone wonDeals revenue { currency total thisMonth orders averageOrderValue } rows { totalCount } wonRows { nodes { name } } }
      calls { total sales support positive { count } rows(type: "support") { totalCount } }
      assistant { total used usageRate rows(used: true) { nodes { used } } }
      weeks { day leads orders revenue responses responsesUsed positive neutral negative }
      previous { from to leads { total } sales { revenue { total } } calls { total } assistant { total } }
    } }`;
    const { data } = await ada.graph(ANALYTICS, { range: { period: 'this_week' } });
    expect(data?.analytics).toMatchObject({
      id: 'this_week Europe/Berlin',
      timeZone: 'Europe/Berlin',
      from: '2026-11-15T23:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
      leads: { total: 2, thisWeek: 2, won: 1, conversionRate: 50, rows: { totalCount: 1, nodes: [{ name: 'Jo March' }] } },
      sales: {
        orders: 0,
        wonDeals: 1,
        revenue: [{ currency: 'USD', total: '0.00' }],
        rows: { totalCount: 0 },
        wonRows: { nodes: [{ name: 'Jo March' }] },
      },
      calls: { total: 1, support: 1, rows: { totalCount: 1 } },
      assistant: { total: 1, used: 1, usageRate: 100, rows: { nodes: [{ used: true }] } },
      weeks: [{ day: '2026-11-16', leads: 2, revenue: '0.00', responses: 1, responsesUsed: 1 }],
      previous: {
        from: '2026-11-08T23:00:00.000Z',
        to: '2026-11-13T09:30:00.000Z',
        leads: { total: 0 },
        sales: { revenue: [{ total: '0.00' }] },
      },
    });
    expect(Object(data?.analytics).leads.stages[0]).toEqual({ stage: 'leads', label: 'New Leads', count: 1, share: 50 });
    expect((await ada.graph(ANALYTICS, { range: null })).data?.analytics).toMatchObject({ from: null, to: null, previous: null });
  });

  it('rejects invalid input with the name of the argument', async () => {
    const complaint = async (args: string) => {
      const { errors } = await ada.graph(`{ analytics(${args}) { id } }`);
      return [errors?.[0]?.message, errors?.[0]?.extensions?.code];
    };
    expect(await complaint('timeZone: "Mars/Olympus"')).toEqual([
      'There is no time zone "Mars/Olympus". Write it like Europe/Berlin.',
      'BAD_USER_INPUT',
    ]);
    expect(await complaint('range: { from: "2026-11-20", to: "2026-11-01" }')).toEqual([
      'A range ends on the day it begins, or later.',
      'BAD_USER_INPUT',
    ]);
    expect((await complaint('range: { from: "1990-01-01", to: "2026-11-01" }'))[0]).toBe('A range has at most 3,660 days.');
  });

  it('are for those who are signed in', async () => {
    const { errors } = await app.anonymous().graph('{ analytics { id } }');
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it('say when they may have changed', async () => {
    const { data } = await ada.graph('{ analytics { eventCursor } }');
    const changes = ada.subscribe('subscription ($after: EventCursor) { analyticsChanged(after: $after) { cursor kind } }', {
      after: Object(data?.analytics).eventCursor,
    });
    await ada.rest.post('/api/customers', { name: 'Not counted' });
    const lead = await addLead('Amy March');
    await ada.rest.put(`/api/leads/${lead}/stage`, { stage: 'won' });
    expect(await changes.next()).toMatchObject({ analyticsChanged: { kind: 'lead.created' } });
    expect(await changes.next()).toMatchObject({ analyticsChanged: { kind: 'lead.moved', cursor: String(await headOf(app)) } });
    changes.stop();
  });
});

describe('the query that people copy', () => {
  const ranges = [...ANALYTICS_PERIODS.map((period) => ({ period })), { from: '2026-11-01', to: '2026-11-20' }];

  it.each(EXPLORABLE_STATS.map((name) => [name]))('of %s runs as it is, for every range', async (name) => {
    for (const range of ranges) {
      const { data, errors } = await ada.graph(numbersQuery([name], range, 'Asia/Kolkata'));
      expect(errors).toBeUndefined();
      expect(Object.keys(Object(data?.analytics))).toHaveLength(1);
    }
  });

  it('of several numbers selects all of them, in readable lines', async () => {
    const query = numbersQuery(['Total Leads', 'Revenue by week'], { period: 'this_month' }, 'UTC');
    expect(query).toBe(`query {
  analytics(
    range: { period: this_month }
    timeZone: "UTC"
  ) {
    leads {
      total
      thisWeek
    }
    weeks {
      day
      orders
      revenue
    }
  }
}`);
    expect((await ada.graph(query)).errors).toBeUndefined();
  });

  it('of what happened lately runs too', async () => {
    expect((await ada.graph(RECENT_QUERY)).data).toMatchObject({ leads: { nodes: expect.anything() } });
  });
});

it('the assistant’s answers can be had over REST, a hundred at a time', async () => {
  const { status, body } = await ada.rest.get('/api/ai/responses?limit=100');
  expect([status, body]).toEqual([200, [expect.objectContaining({ used: true })]]);
});
