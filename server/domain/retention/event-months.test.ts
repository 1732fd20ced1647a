import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createEventMonths, dropEventMonths } from './event-months.ts';
import { RETAINED_KINDS, STAYS } from './retention.ts';

let home: TestDatabase;
let db: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  db = openDatabase({ url: home.url, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

// Long after the first partition, whenever the test runs.
const NOW = new Date('2050-12-15T12:00:00Z');
let seq = 0;
const write = async (kind: string, at: string, sequenced = true, data: object = {}, subjectId = 'x') => {
  seq += 1;
  await db.pool.query(`insert into events (kind, subject_type, subject_id, data, at, seq) values ($1, 'lead', $5, $4, $2, $3)`, [
    ...[kind, at, sequenced ? seq : null, data, subjectId],
  ]);
};
const partitions = async (condition = 'true') => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct tableoid::regclass::text as name from events where ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
};
const months = async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events_log'::regclass order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => name !== 'events_log_rest');
};

it('events get into the table of their month, of business records, or of the rest', async () => {
  await createEventMonths(db.pool, NOW);
  await createEventMonths(db.pool, NOW);
  expect(await months()).toEqual(['events_log_2050_12', 'events_log_2051_01', 'events_log_2051_02', 'events_log_2051_03']);
  await write('lead.updated', '2050-12-31T23:59:59.999Z');
  await write('lead.updated', '2051-01-01T00:00:00Z');
  await write('lead.moved', '2050-12-31T00:00:00Z');
  await write('lead.updated', '2052-01-01T00:00:00Z');
  await write('lead.updated', '2020-01-01T00:00:00Z');
  expect(await partitions()).toEqual([
    ...['events_before', 'events_log_2050_12', 'events_log_2051_01', 'events_log_rest', 'events_records'],
  ]);
  // A month of which the rest has some stays there.
  await createEventMonths(db.pool, new Date('2052-01-15T00:00:00Z'));
  expect((await months()).filter((name) => name.startsWith('events_log_2052'))).toEqual([
    ...['events_log_2052_02', 'events_log_2052_03', 'events_log_2052_04'],
  ]);
});

it('every kind that is kept for good has its partition', async () => {
  const { rows } = await db.pool.query<{ bound: string }>(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'events_records'`,
  );
  expect([...(rows[0]?.bound.matchAll(/'([^']+)'/g) ?? [])].map(([, kind]) => kind).toSorted()).toEqual([...RETAINED_KINDS].toSorted());
});

it('each partition refuses a seq, and an id, that it has', async () => {
  const { rows } = await db.pool.query<{ name: string; keys: string[] }>(
    `select relid::regclass::text as name, array(
       select pg_get_indexdef(indexrelid) from pg_index where indrelid = relid and indisunique and indpred is null) as keys
     from pg_partition_tree('events') where isleaf`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, keys } of rows) {
    expect([name, keys.filter((key) => key.endsWith('(id)')).length, keys.filter((key) => key.endsWith('(seq)')).length]).toEqual([
      name,
      1,
      1,
    ]);
  }
});

it('a month that is past goes as a whole, its floors stay, and nothing goes that somebody needs', async () => {
  await write('lead.updated', '2051-01-20T00:00:00Z');
  await write('session.started', '2051-01-20T00:00:00Z');
  const floor = seq - 1;
  await write('lead.updated', '2051-02-20T00:00:00Z', false);
  await write('lead.updated', '2051-03-20T00:00:00Z');
  const drop = (before: string) => dropEventMonths(db, new Date(before), STAYS);
  expect(await drop('2051-01-31T23:00:00Z')).toBe(1);
  expect(await drop('2051-02-01T00:00:00Z')).toBe(3);
  expect(await drop('2051-03-01T00:00:00Z')).toBe(0);
  const { rows } = await db.pool.query(`select kind, seq::int from event_floors order by kind`);
  expect(rows).toEqual([
    { kind: 'lead.updated', seq: floor },
    { kind: 'session.started', seq: floor + 1 },
  ]);
  expect(await months()).toContain('events_log_2051_02');
  await db.pool.query(`update events set seq = 1000 where seq is null`);
  await db.pool.query(
    `insert into event_consumers (name, kinds, seq, since_id, updated_at) values ('late', '{lead.updated}', 999, 0, now())`,
  );
  expect(await drop('2051-04-01T00:00:00Z')).toBe(1);
  await db.pool.query(`update event_consumers set seq = 1000`);
  expect(await drop('2051-04-01T00:00:00Z')).toBe(1);
  expect((await months())[0]).toBe('events_log_2052_02');
  expect(await partitions(`kind = 'lead.moved'`)).toEqual(['events_records']);
});
