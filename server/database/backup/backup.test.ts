import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, emptyDatabase, type TestDatabase } from '#server/testing/database.ts';
import { connect } from '../connect.ts';
import { DatabaseNewer, DatabaseNotEmpty, InvalidBackup } from '../database-errors.ts';
import { migrate } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/migrations.ts';
import { splitLines } from './file.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

const AT = new Date('2026-11-21T09:30:00.000Z');
const TODAY = readMigrations();
/** The version of before the last two migrations. */
const THEN = TODAY.slice(0, -2);

let old: TestDatabase;
let next: TestDatabase;
beforeEach(async () => {
  [old, next] = await Promise.all([emptyDatabase(), emptyDatabase()]);
});
afterEach(async () => {
  await Promise.all([old.drop(), next.drop()]);
});

async function run(url: string, sql: string, values: readonly unknown[] = []): Promise<readonly object[]> {
  const client = await connect(url, 'story');
  const { rows } = await client.query(sql, [...values]).finally(() => client.end());
  return rows;
}

async function backupOf(url: string): Promise<string> {
  const client = await connect(url, 'story');
  const chunks: string[] = [];
  for await (const chunk of writeBackup(client, AT)) chunks.push(chunk);
  await client.end();
  return chunks.join('');
}

/** In chunks that end in the middle of lines and characters. */
const restore = (url: string, text: string, migrations = TODAY) => {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, at) => bytes.subarray(at * 997, (at + 1) * 997));
  return restoreBackup(url, splitLines(Readable.from(chunks)), migrations);
};

const STRANGE = 'Zoë "quoted", \\n is no line end,\n this is one; 日本 🙂 \u2028 {a,b} null';

async function workThere(url: string): Promise<void> {
  await run(url, `insert into customers (id, name, created_at, updated_at) values ('c1', $1, '2026-11-20T09:30:00.123Z', now())`, [
    STRANGE,
  ]);
  await run(
    url,
    `insert into leads (id, customer_id, name, value, stage_changed_at, created_at, updated_at)
     select 'l' || n, 'c1', repeat('x', n), 1234567.89, now(), now(), now() from generate_series(1, 3000) n`,
  );
  await run(
    url,
    `insert into events (seq, kind, subject_type, subject_id, customer_id, data, at)
     select n, 'lead.created', 'lead', 'l' || n, 'c1', '{"deep": [null, 1.50, "é"]}', now() from generate_series(1, 3000) n`,
  );
  await run(url, 'update event_head set seq = 3000');
}

const CONTENT = `select (select jsonb_agg(c) from customers c) as customers, (select jsonb_agg(l order by id) from leads l) as leads,
  (select jsonb_agg(e order by id) from events e) as events, (select seq from event_head) as head`;

it('restores the rows of an older version unchanged, and continues its sequences', async () => {
  await migrate(old.url, THEN);
  await workThere(old.url);
  expect((await restore(next.url, await backupOf(old.url))).rows).toBeGreaterThan(6_000);
  await migrate(old.url, TODAY);
  expect(await run(next.url, CONTENT)).toEqual(await run(old.url, CONTENT));
  expect(await run(next.url, `insert into events (kind, subject_type, subject_id, at) values ('x', 'x', 'x', now()) returning id`)).toEqual(
    [{ id: '3001' }],
  );
  // What ties rows together holds again.
  await expect(run(next.url, `update leads set customer_id = 'nobody'`)).rejects.toThrow('foreign key');
});

it('signs everyone out: sessions, known devices and tokens may have been ended since', async () => {
  await migrate(old.url);
  await run(
    old.url,
    `with person as (insert into users (id, username, email, password_hash, created_at, updated_at) values ('u', 'ada', 'ada@example.com', 'x', now(), now()) returning id),
      token as (insert into api_tokens (id, user_id, name, token_hash, last_four, scope, revoked_at, created_at)
        select n, id, 'Script', n, 'abcd', 'read', case n when 'old' then timestamptz '2026-11-20' end, now() from person, unnest(array['new', 'old']) n),
      device as (insert into known_devices (user_id, device_hash, last_used_at, created_at) select id, 'd', now(), now() from person)
    insert into sessions (id, user_id, expires_at, last_seen_at, created_at) select 's', id, now() + interval '1 day', now(), now() from person`,
  );
  expect(await restore(next.url, await backupOf(old.url))).toMatchObject({ revokedTokens: 1 });
  expect(
    await run(
      next.url,
      `select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions,
        (select count(*)::int from known_devices) as devices, (select count(*)::int from api_tokens where revoked_at is null) as tokens,
        (select revoked_at = '2026-11-20' from api_tokens where id = 'old') as kept`,
    ),
  ).toEqual([{ users: 1, sessions: 0, devices: 0, tokens: 0, kept: true }]);
});

it('is of one moment, whatever is written meanwhile', async () => {
  await migrate(old.url);
  await workThere(old.url);
  const client = await connect(old.url, 'story');
  const chunks: string[] = [];
  for await (const chunk of writeBackup(client, AT)) {
    if (chunks.length === 1)
      await run(old.url, `delete from leads; insert into customers (id, name, created_at, updated_at) values ('c2', '', now(), now())`);
    chunks.push(chunk);
  }
  await client.end();
  await restore(next.url, chunks.join(''));
  expect(await run(next.url, 'select count(*)::int as leads, (select count(*)::int from customers) as customers from leads')).toEqual([
    { leads: 3_000, customers: 1 },
  ]);
});

it('that was cut off, or is something else, is refused, and leaves room for a whole one', async () => {
  await migrate(old.url);
  await workThere(old.url);
  const whole = await backupOf(old.url);
  const lines = whole.trimEnd().split('\n');
  const torn = [lines.slice(0, -1), lines.slice(0, 2_000), lines.toSpliced(1_000, 1), ['{"callboard":"backup"}'], ['PGDMP'], ['']];
  for (const text of torn.map((each) => each.join('\n'))) await expect(restore(next.url, text)).rejects.toThrow(InvalidBackup);
  expect((await restore(next.url, whole)).rows).toBe(lines.length - 2 - lines.filter((line) => line.startsWith('{"table"')).length);
  await expect(restore(next.url, whole)).rejects.toThrow(DatabaseNotEmpty);
});

it('of a newer version is refused', async () => {
  const home = await createTestDatabase();
  await expect(restore(next.url, await backupOf(home.url), THEN)).rejects.toThrow(DatabaseNewer);
  await home.drop();
});
