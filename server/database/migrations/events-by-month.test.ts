import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect } from '../connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

let home: TestDatabase;
beforeEach(async () => {
  home = await emptyDatabase();
});
afterEach(() => home.drop());

it('a log with events becomes the first partition, with every row, key and reference as it was', async () => {
  const migrations = readMigrations();
  const first = migrations.findIndex(({ name }) => name.endsWith('_events_end_of_first_partition'));
  await migrate(home.url, migrations.slice(0, first));
  const client = await connect(home.url, 'story');
  const read = async (sql: string) => (await client.query(sql)).rows;
  await client.query(`
    insert into users (id, username, email, password_hash, created_at, updated_at) values ('ada', 'ada', 'ada@company.com', '', now(), now());
    insert into customers (id, name, created_at, updated_at) values ('jo', 'Jo', now(), now());
    insert into events (kind, subject_type, subject_id, actor_id, customer_id, owner_id, data, at, seq)
      select 'lead.' || case when n % 2 = 0 then 'moved' else 'updated' end, 'lead', 'lead ' || n, 'ada', 'jo', 'ada', '{"n": 1}',
        now() - n * interval '1 day', case when n <= 900 then n end
      from generate_series(1, 1000) n;
    insert into events (kind, subject_type, subject_id, data, at) values ('lead.updated', 'lead', 'of a wrong clock', '{}', now() + interval '70 days');
    update event_head set seq = 900`);
  const rows = 'select * from events order by id';
  const before = await read(rows);
  await migrate(home.url, migrations.slice(0, first + 2));
  // Between the migrations the server of before goes on writing.
  await client.query(
    `insert into events (kind, subject_type, subject_id, data, at) values ('lead.moved', 'lead', 'meanwhile', '{}', now())`,
  );
  await migrate(home.url, migrations);
  expect(await read(`${rows} limit 1001`)).toEqual(before);
  expect(await read('select tableoid::regclass::text as name, count(*)::int from events group by 1')).toEqual([
    { name: 'events_before', count: 1_002 },
  ]);

  await client.query(`
    insert into events (kind, subject_type, subject_id, actor_id, customer_id, data, at)
      select unnest(array['lead.moved', 'lead.updated', 'session.started']), 'lead', 'later', 'ada', 'jo', '{}', now() + interval '200 days'`);
  const later = await read(`select id::int, tableoid::regclass::text as name from events where subject_id = 'later' order by id`);
  expect(later).toEqual([
    { id: 1_003, name: 'events_records' },
    { id: 1_004, name: 'events_log_rest' },
    { id: 1_005, name: 'events_log_rest' },
  ]);
  await client.query(`delete from customers where id = 'jo'`);
  await client.query(`delete from users where id = 'ada'`);
  expect(await read('select count(*)::int from events where customer_id is not null or actor_id is not null')).toEqual([{ count: 0 }]);
  await expect(client.query(`update events set seq = 3 where subject_id = 'lead 4'`)).rejects.toThrow('events_before_seq_key');
  expect(await read('select count(*)::int from audit_entries')).toEqual([{ count: 1_005 }]);
  await client.end();
}, 60_000);
