import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  await bulkSeed(app.container.db, { customers: 25, leads: 400, calls: 300, orders: 300 });
});
afterAll(() => app.close());

async function groupsOf(query: string): Promise<{ nodes: ReadonlyArray<Record<string, never>>; hasMore: boolean }> {
  const { data, errors } = await ada.graph(`{ groups: ${query} }`);
  expect(errors ?? []).toEqual([]);
  return Object(data).groups;
}

/** What someone would write by hand, a JSON object a group. */
const bySql = async (json: string, rest: string): Promise<readonly unknown[]> => {
  const { rows } = await app.container.db.pool.query<{ row: unknown }>(`select json_build_object(${json}) as row ${rest}`);
  return rows.map(({ row }) => row);
};

describe('groups', () => {
  it('have the value of the pipeline by stage and month', async () => {
    const { nodes } =
      await groupsOf(`leadGroups(by: [{ field: stage }, { field: createdAt, bucket: MONTH, timeZone: "Europe/Berlin" }], first: 1000) {
      nodes { key { stage createdAt } count sum { value } avg { value } min { value createdAt } max { value } countDistinct { customerId } }
    }`);
    const month = `to_char(created_at at time zone 'Europe/Berlin', 'YYYY-MM')`;
    const iso = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    expect(nodes).toEqual(
      await bySql(
        `'key', json_build_object('stage', stage, 'createdAt', ${month}), 'count', count(*), 'sum', json_build_object('value', sum(value)::text),
         'avg', json_build_object('value', round(avg(value), 2)::text), 'min', json_build_object('value', min(value)::text, 'createdAt', ${iso('min(created_at)')}),
         'max', json_build_object('value', max(value)::text), 'countDistinct', json_build_object('customerId', count(distinct customer_id))`,
        `from leads group by stage, ${month} order by stage, ${month}`,
      ),
    );
    expect(nodes.length).toBeGreaterThan(100);
  });

  it('have the win rate by source, the best first', async () => {
    const { nodes } =
      await groupsOf(`leadGroups(by: { field: source }, orderBy: [{ aggregate: SHARE, where: { stage: { eq: won } }, direction: DESC }]) {
      nodes { key { source } count won: count(where: { stage: { eq: won } }) rate: share(where: { stage: { eq: won } }) value: sum(where: { stage: { eq: won } }) { value } }
    }`);
    expect(nodes).toEqual(
      await bySql(
        `'key', json_build_object('source', source), 'count', count(*), 'won', count(*) filter (where stage = 'won'),
         'rate', (count(*) filter (where stage = 'won'))::float8 / count(*), 'value', json_build_object('value', (sum(value) filter (where stage = 'won'))::text)`,
        `from leads group by source order by (count(*) filter (where stage = 'won'))::float8 / count(*) desc, source`,
      ),
    );
  });

  it('have the revenue of each customer, with the customer, the top ones that are worth it', async () => {
    const query = (first: number) => `orderGroups(
      by: [{ field: customerId }, { field: currency }], where: { status: { ne: "refunded" }, customer: {} }, having: { count: { gte: 2 }, sum: { totalPrice: { gt: "3000" } } },
      orderBy: [{ aggregate: SUM, field: totalPrice, direction: DESC }], first: ${first}
    ) { hasMore nodes { key { currency customer { id name } } count sum { totalPrice } } }`;
    const expected = await bySql(
      `'key', json_build_object('currency', currency, 'customer', json_build_object('id', c.id, 'name', c.name)), 'count', count(*), 'sum', json_build_object('totalPrice', sum(total_price)::text)`,
      `from shopify_orders o join customers c on c.id = o.customer_id where status <> 'refunded' group by c.id, currency
       having count(*) >= 2 and sum(total_price) > 3000 order by sum(total_price) desc`,
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(await groupsOf(query(1_000))).toEqual({ hasMore: false, nodes: expected });
    expect(await groupsOf(query(5))).toEqual({ hasMore: true, nodes: expected.slice(0, 5) });
    expect(await groupsOf(query(expected.length))).toEqual({ hasMore: false, nodes: expected });
  });

  it('are grouped by a field of a related row, or by whether there is one', async () => {
    const { nodes } = await groupsOf('leadGroups(by: [{ field: customerCompany }]) { nodes { key { customerCompany } count } }');
    const expected = await bySql(
      `'key', json_build_object('customerCompany', c.company), 'count', count(*)`,
      'from leads left join customers c on c.id = customer_id group by c.company order by c.company nulls last',
    );
    expect(nodes).toEqual(expected);
    expect(Object(expected.at(-1)).key.customerCompany).toBeNull();
  });

  it('have the feeling of calls by rep and week', async () => {
    const { prisma } = app.container.db;
    const reps = await Promise.all(
      ['grace', 'edith'].map(async (username) => {
        await app.signUp(username);
        return prisma.user.findUniqueOrThrow({ where: { username } });
      }),
    );
    const calls = await prisma.transcription.findMany({ take: 60, orderBy: { id: 'asc' } });
    const createdAt = app.clock.now();
    for (const [at, { id }] of calls.entries())
      await prisma.transcription.update({ where: { id }, data: { repId: reps[at % 2]?.id ?? null } });
    await prisma.liveCall.createMany({
      data: calls.map(({ id }, at) => ({ id: `live${at}`, callId: id, userId: reps[at % 2]?.id ?? '', transcriptionId: id, createdAt })),
    });
    const { nodes } = await groupsOf(`transcriptionGroups(
      by: [{ field: repId }, { field: createdAt, bucket: WEEK }, { field: sentiment }], where: { rep: { username: { in: ["grace", "edith"] } } }
    ) { nodes { key { rep { username } createdAt sentiment } count } }`);
    const week = `to_char(t.created_at at time zone 'UTC', 'IYYY"-W"IW')`;
    expect(nodes).toEqual(
      await bySql(
        `'key', json_build_object('rep', json_build_object('username', u.username), 'createdAt', ${week}, 'sentiment', t.sentiment), 'count', count(*)`,
        `from transcriptions t join users u on u.id = t.rep_id
         group by u.id, ${week}, t.sentiment order by u.id, ${week}, t.sentiment nulls last`,
      ),
    );
    const byRep = await groupsOf(
      'liveCallGroups(by: { field: repId }, orderBy: { key: repId }) { nodes { key { rep { username } transcription { id } } count } }',
    );
    expect(byRep.nodes).toEqual(
      reps
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ username }) => ({ key: { rep: { username }, transcription: null }, count: 30 })),
    );
  });

  it('of the whole list are one group, even if the list is empty', async () => {
    expect((await groupsOf('leadGroups(by: []) { nodes { count sum { value } } }')).nodes).toEqual(
      await bySql(`'count', count(*), 'sum', json_build_object('value', sum(value)::text)`, 'from leads'),
    );
    const none = await groupsOf(
      'leadGroups(by: [], where: { name: { eq: "nobody" } }) { nodes { count share(where: {}) sum { value } max { createdAt } key { stage } } }',
    );
    expect(none.nodes).toEqual([{ count: 0, share: null, sum: { value: null }, max: { createdAt: null }, key: { stage: null } }]);
    expect(await groupsOf('leadGroups(by: { field: stage }, where: { name: { eq: "nobody" } }) { hasMore nodes { count } }')).toEqual({
      hasMore: false,
      nodes: [],
    });
    expect(await groupsOf('leadGroups(by: { field: stage }, first: 0) { hasMore nodes { count } }')).toEqual({ hasMore: true, nodes: [] });
  });

  it('add up whole numbers, and find their numbers through fragments and variables', async () => {
    const { data, errors } = await ada.graph(
      `query ($sales: TranscriptionWhere, $wanted: Boolean!) {
        transcriptionGroups(by: [{ field: priority }]) { nodes { ...Numbers ... on TranscriptionGroup { avg { duration } } count @skip(if: $wanted) } }
      }
      fragment Numbers on TranscriptionGroup { key { priority } sum(where: $sales) @include(if: $wanted) { seconds: duration } max { duration } }`,
      { sales: { type: { eq: 'sales' } }, wanted: true },
    );
    expect(errors ?? []).toEqual([]);
    expect(Object(data).transcriptionGroups.nodes).toEqual(
      await bySql(
        `'key', json_build_object('priority', priority), 'sum', json_build_object('seconds', sum(duration) filter (where type = 'sales')),
         'max', json_build_object('duration', max(duration)), 'avg', json_build_object('duration', avg(duration)::float8)`,
        'from transcriptions group by priority order by priority',
      ),
    );
  });
});

describe('the buckets of a zone', () => {
  const local = (zone: string) => `(created_at at time zone '${zone}')`;
  const shown = {
    DAY: (zone: string) => `to_char(${local(zone)}, 'YYYY-MM-DD')`,
    WEEK: (zone: string) => `to_char(${local(zone)}, 'IYYY"-W"IW')`,
    MONTH: (zone: string) => `to_char(${local(zone)}, 'YYYY-MM')`,
    QUARTER: (zone: string) => `extract(year from ${local(zone)}) || '-Q' || extract(quarter from ${local(zone)})`,
    YEAR: (zone: string) => `extract(year from ${local(zone)})::text`,
  } as const;
  const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];

  it.each(ZONES.flatMap((zone) => Object.entries(shown).map(([bucket, key]) => [bucket, zone, key(zone)] as const)))(
    '%s in %s',
    async (bucket, zone, key) => {
      const { nodes } = await groupsOf(
        `leadGroups(by: [{ field: createdAt, bucket: ${bucket}, timeZone: "${zone}" }], first: 1000) { nodes { key { createdAt } count } }`,
      );
      const expected = await bySql(
        `'key', json_build_object('createdAt', ${key}), 'count', count(*)`,
        `from leads group by ${key} order by min(created_at)`,
      );
      expect(nodes).toEqual(expected);
    },
  );

  it('keep the repeated hours of a clock change apart, and skip the missing hour in spring', async () => {
    const hours = async (list: string, timeZone: string, date: string) => {
      const where = `{ createdAt: { gte: "${date}T00:00:00.000Z", lt: "${date}T03:00:00.000Z" } }`;
      const { nodes } = await groupsOf(
        `${list}(by: [{ field: createdAt, bucket: HOUR, timeZone: "${timeZone}" }], where: ${where}) { nodes { key { createdAt } } }`,
      );
      return nodes.map(({ key }) => Object(key).createdAt);
    };
    expect(await hours('transcriptionGroups', 'Europe/Berlin', '2025-10-26')).toEqual([
      '2025-10-26T02:00+02:00',
      '2025-10-26T02:00+01:00',
      '2025-10-26T03:00+01:00',
    ]);
    expect(await hours('orderGroups', 'Europe/Berlin', '2026-03-29')).toEqual([
      '2026-03-29T01:00+01:00',
      '2026-03-29T03:00+02:00',
      '2026-03-29T04:00+02:00',
    ]);
    expect(await hours('orderGroups', 'Asia/Kolkata', '2026-03-29')).toEqual([
      '2026-03-29T05:00+05:30',
      '2026-03-29T06:00+05:30',
      '2026-03-29T07:00+05:30',
      '2026-03-29T08:00+05:30',
    ]);
    expect((await hours('orderGroups', 'America/St_Johns', '2026-03-29'))[0]).toBe('2026-03-28T21:00-02:30');
  });
});
