import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventMonths } from '#domain/retention/event-months.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { missedCountQuery, missedQuery, PAGE, type Query, type Topic } from './missed-events.ts';

let home: TestDatabase;
let db: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  db = openDatabase({ url: home.url, poolSize: 2 });
  for (const month of ['2050-01-01', '2050-05-01']) await createEventMonths(db.pool, new Date(month));
  await db.pool.query(`
    insert into customers (id, name, created_at, updated_at) select 'c' || n, 'C', now(), now() from generate_series(0, 99) n;
    insert into events (kind, subject_type, subject_id, customer_id, data, at, seq)
      select case n % 50 when 0 then 'lead.moved' when 1 then 'coaching_rule.changed' else 'live_call.updated' end, 'live_call', 'call ' || n / 300,
        'c' || n % 100, '{}', '2050-01-01'::timestamptz + n * interval '10 minutes', n
      from generate_series(1, 30000) n`);
  await db.pool.query('analyze events');
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

const TOPICS: readonly (readonly [string, Topic])[] = [
  ['rare kinds', { kinds: ['coaching_rule.changed', 'coaching.shared'] }],
  ['a frequent kind', { kinds: ['live_call.updated'] }],
  ['one call', { kinds: ['live_call.updated'], about: { subjectType: 'live_call', subjectId: 'call 7' } }],
  ['one customer', { kinds: ['lead.moved', 'live_call.updated'], about: { customerId: 'c7' } }],
];

it.each(TOPICS)('missed events of %s are found and counted by indexes, whatever lies in between', async (_name, topic) => {
  for (const query of [missedQuery(topic, 100n, 30_000n), missedCountQuery(topic, 100n, 30_000n, 1_000)]) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain ${query.text}`, query.values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // Tables without a row are read as quickly in any way.
    expect(plan).not.toMatch(/Seq Scan on events_(records|log_2050_0[1-7])/);
  }
});

it.each(TOPICS)('missed events of %s are the next ones in order, after a short absence and after a long one', async (_name, topic) => {
  const { kinds, about } = topic;
  const isOfTopic = (row: { kind: string; subject: string; customer: string }) =>
    kinds.some((kind) => kind === row.kind) &&
    (!about || ('customerId' in about ? about.customerId === row.customer : about.subjectId === row.subject));
  for (const [after, upTo] of [
    [2_000n, 2_500n],
    [2_000n, 4_000n],
    [100n, 30_000n],
  ] as const) {
    const { rows } = await db.pool.query(
      'select seq, kind, subject_id as subject, customer_id as customer from events where seq > $1 and seq <= $2 order by seq',
      [after, upTo],
    );
    const expected = rows.filter(isOfTopic).map(({ seq }) => seq);
    const missed = await db.pool.query(missedQuery(topic, after, upTo));
    expect(missed.rows.map(({ seq }) => seq)).toEqual(expected.slice(0, PAGE));
    const counted = await db.pool.query(missedCountQuery(topic, after, upTo, 100));
    expect(counted.rows).toEqual([{ count: Math.min(expected.length, 101) }]);
  }
});

describe.each(['force_custom_plan', 'force_generic_plan'])('with %s', (mode) => {
  let client: PoolClient;
  beforeAll(async () => {
    client = await db.pool.connect();
    await client.query(`set plan_cache_mode = ${mode}`);
  });
  afterAll(async () => {
    await client.query('reset plan_cache_mode');
    client.release();
  });
  /** Which indexes are read, and how many blocks. */
  const explain = async ({ text, values }: Query) => {
    const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${text}`, values);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    const indexes = [...JSON.stringify(plan).matchAll(/"Index Name":"events_(?:records|log_2050_0[1-7])_(\w+)"/g)].map(([, name]) => name);
    return { indexes: [...new Set(indexes)], blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  };

  it.each([
    ['call', { subjectType: 'live_call', subjectId: 'call 7' }, 'subject_type_subject_id_id_idx'],
    ['customer', { customerId: 'c7' }, 'customer_id_at_idx'],
  ] as const)('missed events of a %s cost as much as it has, or as were missed', async (_name, about, index) => {
    const topic: Topic = { kinds: ['lead.moved', 'live_call.updated'], about };
    for (const count of [false, true]) {
      const costOf = (after: bigint, upTo: bigint) =>
        explain(count ? missedCountQuery(topic, after, upTo, 1_000) : missedQuery(topic, after, upTo));
      const all = await costOf(0n, 30_000n);
      expect(all.indexes).toEqual([index]);
      expect(await costOf(1_900n, 4_000n)).toEqual(all);
      const nearby = await costOf(2_000n, 2_500n);
      expect(nearby.indexes).toEqual(['seq_key']);
      // 500 neighbours are on some 15 blocks, and each of nine tables is asked.
      expect(nearby.blocks).toBeLessThan(60);
    }
  });
});
