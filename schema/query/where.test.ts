import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  await bulkSeed(app.container.db, { customers: 30, leads: 90, calls: 90, orders: 60 });
});
afterAll(() => app.close());

const ids = (answer: Awaited<ReturnType<Caller['graph']>>): readonly string[] => {
  expect(answer.errors ?? []).toEqual([]);
  return Object(answer.data)
    .rows.nodes.map((node: { id: string }) => node.id)
    .toSorted();
};

const bySql = async (table: string, condition: string): Promise<readonly string[]> => {
  const { rows } = await app.container.db.pool.query<{ id: string }>(`select id from ${table} as x where ${condition}`);
  return rows.map(({ id }) => id).toSorted();
};

/** Each question with the condition someone would write by hand. Now is 2026-11-20 09:30 UTC, a Friday. */
const LEADS = [
  ['{}', 'true'],
  ['{ stage: { eq: won } }', `stage = 'won'`],
  ['{ stage: { in: [won, quoted] }, value: { gte: "5000" } }', `stage in ('won', 'quoted') and value >= 5000`],
  ['{ stage: { notIn: [won, quoted] } }', `stage not in ('won', 'quoted')`],
  ['{ stage: { in: [] } }', 'false'],
  ['{ stage: { eq: null }, value: { lt: "100.5" } }', 'value < 100.5'],
  ['{ value: { gt: "-1", lte: "4000.00", ne: "3.00" } }', 'value > -1 and value <= 4000'],
  ['{ value: { isNull: true } }', 'value is null'],
  ['{ value: { ne: "5.00" } }', 'value is distinct from 5'],
  ['{ not: { value: { gt: "5000" } } }', 'value <= 5000 or value is null'],
  ['{ company: { notIn: ["Initech"] } }', `company <> 'Initech' or company is null`],
  ['{ name: { startsWith: "elodie" } }', `name like 'Élodie%' or name like 'Elodie%'`],
  ['{ company: { contains: "MÜLLER" } }', `company like 'Müller%' or company like 'Muller%'`],
  ['{ company: { endsWith: "& co" } }', `company like '%& Co'`],
  ['{ name: { contains: "%" } }', 'false'],
  ['{ name: { contains: "a_" } }', 'false'],
  ['{ name: { eq: "Ada 3" } }', `name = 'Ada 3'`],
  ['{ or: [{ stage: { eq: won } }, { value: { lt: "500" } }] }', `stage = 'won' or value < 500`],
  ['{ or: [] }', 'false'],
  ['{ and: [{ stage: { eq: won } }, { not: { source: { eq: website } } }] }', `stage = 'won' and source <> 'website'`],
  ['{ customer: {} }', 'customer_id is not null'],
  ['{ customerId: { isNull: true } }', 'customer_id is null'],
  ['{ customer: { company: { eq: "Acme" } } }', `customer_id in (select id from customers where company = 'Acme')`],
  [
    '{ not: { customer: { company: { eq: "Acme" } } } }',
    `customer_id is null or customer_id in (select id from customers where company is distinct from 'Acme')`,
  ],
  [
    '{ transcriptions: { some: { sentiment: { eq: "negative" } } } }',
    `exists (select 1 from transcriptions t where t.lead_id = x.id and sentiment = 'negative')`,
  ],
  ['{ transcriptions: { none: {} } }', 'not exists (select 1 from transcriptions t where t.lead_id = x.id)'],
  [
    '{ transcriptions: { some: {}, every: { sentiment: { eq: "positive" } } } }',
    `exists (select 1 from transcriptions t where t.lead_id = x.id) and not exists (select 1 from transcriptions t where t.lead_id = x.id and sentiment is distinct from 'positive')`,
  ],
  [
    '{ customer: { orders: { some: { totalPrice: { gt: "900" }, status: { ne: "refunded" } } }, leads: { some: { stage: { eq: won } } } } }',
    `customer_id in (select customer_id from shopify_orders where total_price > 900 and status <> 'refunded') and customer_id in (select customer_id from leads where stage = 'won')`,
  ],
  [
    '{ transcriptions: { some: { matches: "invoices" } } }',
    `exists (select 1 from transcriptions t where t.lead_id = x.id and content like '%invoice%')`,
  ],
  [
    '{ createdAt: { gte: "2026-01-01T00:00:00.000Z", lt: "2026-02-01T00:00:00.000Z" } }',
    `created_at >= '2026-01-01Z' and created_at < '2026-02-01Z'`,
  ],
  ['{ createdAt: { within: "this month" } }', `created_at >= '2026-11-01Z' and created_at < '2026-12-01Z'`],
  ['{ createdAt: { within: "last quarter" } }', `created_at >= '2026-07-01Z' and created_at < '2026-10-01Z'`],
  [
    '{ createdAt: { within: "last week", timeZone: "America/New_York" } }',
    `created_at >= '2026-11-09T05:00Z' and created_at < '2026-11-16T05:00Z'`,
  ],
  [
    '{ createdAt: { within: "this year", timeZone: "Asia/Tokyo" } }',
    `created_at >= '2025-12-31T15:00Z' and created_at < '2026-12-31T15:00Z'`,
  ],
  ['{ createdAt: { within: " Last  60 DAYS " } }', `created_at > '2026-09-21T09:30Z' and created_at <= '2026-11-20T09:30Z'`],
  // Sixty days before are the same time of day, by the summer's clock.
  [
    '{ createdAt: { within: "last 60 days", timeZone: "Europe/Berlin" } }',
    `created_at > '2026-09-21T08:30Z' and created_at <= '2026-11-20T09:30Z'`,
  ],
  [
    '{ createdAt: { within: "last 1000 hours" } }',
    `created_at > timestamptz '2026-11-20T09:30Z' - interval '1000 hours' and created_at <= '2026-11-20T09:30Z'`,
  ],
  ['{ createdAt: { within: "next 2 quarters" } }', `created_at >= '2026-11-20T09:30Z' and created_at < '2027-05-20T09:30Z'`],
  [
    '{ lastContactAt: { within: "yesterday", timeZone: "Asia/Kolkata" } }',
    `last_contact_at >= '2026-11-18T18:30Z' and last_contact_at < '2026-11-19T18:30Z'`,
  ],
] as const;

describe('a filter of leads', () => {
  it.each(LEADS)('%s', async (where, condition) => {
    const found = ids(await ada.graph(`{ rows: leads(first: 100, where: ${where}) { nodes { id } } }`));
    expect(found).toEqual(await bySql('leads', condition));
    const counted = await ada.graph(`{ leads(first: 0, where: ${where}) { totalCount } }`);
    expect(counted.data).toEqual({ leads: { totalCount: found.length } });
  });

  it('holds on its own part of the rows: neither all nor none', async () => {
    const sizes = await Promise.all(LEADS.map(([, condition]) => bySql('leads', condition)));
    expect(sizes.filter((found) => found.length > 0 && found.length < 90).length).toBeGreaterThan(LEADS.length * 0.7);
  });

  it('is combined with the arguments that were there before', async () => {
    const found = ids(
      await ada.graph(
        `{ rows: leads(first: 100, filter: { stage: won, search: "elodie" }, where: { value: { lt: "8000" } }) { nodes { id } } }`,
      ),
    );
    expect(found).toEqual(await bySql('leads', `stage = 'won' and name ~ '^[EÉ]lodie' and value < 8000`));
    const customers = ids(
      await ada.graph(`{ rows: customers(first: 100, search: "acme", where: { email: { isNull: false } }) { nodes { id } } }`),
    );
    expect(customers).toEqual(await bySql('customers', `company ilike '%acme%' and email is not null`));
    const calls = ids(
      await ada.graph(
        `{ rows: transcriptions(first: 100, search: "invoice", filter: { priority: low }, where: { duration: { gt: 300 } }) { nodes { id } } }`,
      ),
    );
    expect(calls).toEqual(await bySql('transcriptions', `content like '%invoice%' and priority = 'low' and duration > 300`));
  });

  it.each(['100%', '_', '\\\\', "'; drop table leads; --", '"quoted"', 'İstanbul', '％', '{{name}}', '$1', '🙂', 'Straße'])(
    'finds the text %s in a name, and only there',
    async (text) => {
      const { prisma } = app.container.db;
      const now = app.clock.now();
      await prisma.lead.create({
        data: { id: 'odd', name: `Odd ${text} one`, stageChangedAt: now, createdAt: now, updatedAt: now },
      });
      for (const where of [
        { name: { contains: text } },
        { name: { startsWith: `odd ${text.toUpperCase()}` } },
        { name: { endsWith: `${text} ONE` } },
        { name: { eq: `Odd ${text} one` } },
        { name: { in: [`Odd ${text} one`] } },
      ]) {
        const answer = await ada.graph('query ($where: LeadWhere) { rows: leads(where: $where) { nodes { id } } }', { where });
        expect(ids(answer), JSON.stringify(where)).toEqual(['odd']);
      }
      await prisma.lead.delete({ where: { id: 'odd' } });
    },
  );

  it('is combined with those of calls that run, of flows and of events, too', async () => {
    const { prisma } = app.container.db;
    const createdAt = app.clock.now();
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { username: 'ada' } });
    const call = { userId, createdAt, lastUpdate: createdAt };
    await prisma.liveCall.createMany({
      data: [
        { id: 'calm', callId: '1', duration: 60, attention: 3, ...call },
        { id: 'short', callId: '2', duration: 5, attention: 9, ...call },
        { id: 'urgent', callId: '3', duration: 90, attention: 100, ...call },
        { id: 'over', callId: '4', duration: 90, attention: 50, status: 'completed', ...call },
      ],
    });
    const calls = await ada.graph(
      '{ liveCalls(mine: true, status: active, orderBy: { field: attention, direction: DESC }, where: { duration: { gte: 60 } }) { nodes { id metrics { wordCount } } } }',
    );
    expect(calls.errors ?? []).toEqual([]);
    expect(Object(calls.data).liveCalls.nodes.map((node: { id: string }) => node.id)).toEqual(['urgent', 'calm']);
    await ada.graph('mutation { createLead(input: { name: "Told", customerId: "c0000001" }) { __typename } }');
    const result = () =>
      ada.graph(
        '{ events(kinds: ["lead.created"], where: { customer: { id: { eq: "c0000001" } } }) { nodes { kind actor { username } } } }',
      );
    await expect
      .poll(async () => (await result()).data)
      .toEqual({ events: { nodes: [{ kind: 'lead.created', actor: { username: 'ada' } }] } });
    expect((await ada.graph('{ events(kinds: ["lead.forgotten"], where: {}) { nodes { kind } } }')).errors?.[0]?.message).toBe(
      'There are no events of the kind "lead.forgotten".',
    );
  });

  it('accepts its values as variables', async () => {
    const where = { or: [{ stage: { eq: 'won' } }, { createdAt: { lt: '2025-02-01T00:00:00.000Z' } }], value: { isNull: false } };
    const found = ids(await ada.graph('query ($where: LeadWhere) { rows: leads(first: 100, where: $where) { nodes { id } } }', { where }));
    expect(found).toEqual(await bySql('leads', `(stage = 'won' or created_at < '2025-02-01Z') and value is not null`));
  });
});

describe('what a filter of any list', () => {
  it.each([
    ['customers', '{ company: { contains: "cafe ZURICH" } }', 'customers', `company = 'Café Zürich'`],
    [
      'customers',
      '{ matches: "acme", leads: { none: { stage: { eq: won } } } }',
      'customers',
      `company ilike 'acme%' and id not in (select customer_id from leads where stage = 'won' and customer_id is not null)`,
    ],
    [
      'transcriptions',
      '{ sentiment: { isNull: true }, lead: { stage: { ne: won } } }',
      'transcriptions',
      `sentiment is null and lead_id in (select id from leads where stage <> 'won')`,
    ],
    ['transcriptions', '{ callValue: { gte: "500" } }', 'transcriptions', 'call_value >= 500'],
    [
      'orders',
      '{ customer: { name: { startsWith: "zoe" } }, currency: { eq: "EUR" } }',
      'shopify_orders',
      `currency = 'EUR' and customer_id in (select id from customers where name like 'Zoë%')`,
    ],
  ])('%s finds: %s', async (list, where, table, condition) => {
    const found = ids(await ada.graph(`{ rows: ${list}(first: 100, where: ${where}) { nodes { id } } }`));
    expect(found).toEqual(await bySql(table, condition));
  });

  it('never matches: deleted rows and private rows of other people', async () => {
    const { prisma } = app.container.db;
    const now = app.clock.now();
    const grace = await app.signUp('grace');
    const [adaRow, graceRow] = await Promise.all(
      ['ada', 'grace'].map((username) => prisma.user.findUniqueOrThrow({ where: { username } })),
    );
    const metric = { metricType: 'talk_share', value: '0.4321', period: 'weekly', date: now, createdAt: now };
    await prisma.performanceMetric.createMany({
      data: [
        { id: 'm1', userId: adaRow?.id ?? '', ...metric },
        { id: 'm2', userId: graceRow?.id ?? '', ...metric, value: '-2.5' },
      ],
    });
    const shared = { content: 'Gone', category: 'knowledge', createdAt: now, updatedAt: now } as const;
    await prisma.trainingItem.createMany({
      data: [
        { id: 'i1', title: 'There', ...shared },
        { id: 'i2', title: 'Gone', ...shared, deletedAt: now },
      ],
    });
    const METRICS = '{ performanceMetrics(where: { metricType: { eq: "talk_share" } }) { totalCount nodes { id value } } }';
    // Ada is the admin, who reads the coaching of all.
    expect(ids(await ada.graph(METRICS.replace('performanceMetrics', 'rows: performanceMetrics'))).toSorted()).toEqual(['m1', 'm2']);
    expect((await grace.graph(METRICS)).data).toEqual({ performanceMetrics: { totalCount: 1, nodes: [{ id: 'm2', value: '-2.5000' }] } });
    const groups = await grace.graph('{ performanceMetricGroups(by: []) { nodes { count sum { value } } } }');
    expect(groups.data).toEqual({ performanceMetricGroups: { nodes: [{ count: 1, sum: { value: '-2.5000' } }] } });
    expect(ids(await ada.graph('{ rows: trainingItems(where: { content: { contains: "gone" } }) { nodes { id } } }'))).toEqual(['i1']);
    await ada.graph('mutation { signOut }');
    const result = await grace.graph(
      '{ events(where: { kind: { startsWith: "session." } }) { totalCount } eventGroups(by: [{ field: kind }]) { nodes { key { kind } } } }',
    );
    expect(Object(result.data).events.totalCount).toBe(0);
    expect(JSON.stringify(result.data)).not.toContain('session.ended');
  });
});
