import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventMonths } from '#domain/retention/event-months.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { missedCountQuery, missedQuery, type Topic } from './missed-events.ts';

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
