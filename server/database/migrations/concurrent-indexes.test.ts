import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { until } from '../../testing/writer.ts';
import { connect } from '../connect.ts';
import { concurrentStatements } from './concurrent-indexes.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') });

const TABLE = migration(
  '1_table',
  'CREATE TABLE things (id int, name text); INSERT INTO things SELECT n, n::text FROM generate_series(1, 100) n;',
);
const INDEXES = migration(
  '2_indexes',
  '-- Two of them; the first is built.\nCREATE INDEX CONCURRENTLY "things_id" ON "things" ("id");\nCREATE INDEX CONCURRENTLY things_name ON things (name);\n',
);
const ALL = [TABLE, INDEXES];

let home: TestDatabase;
let client: pg.Client;
/** Writes to the table until it ends: a concurrent build waits for it. */
let writer: pg.Client;
beforeEach(async () => {
  home = await emptyDatabase();
  [client, writer] = [await connect(home.url, 'story'), await connect(home.url, 'story')];
});
afterEach(async () => {
  await Promise.all([client.end(), writer.end()]);
  await home.drop();
});

const rowsOf = async (sql: string) => (await client.query(sql)).rows;
const indexes = () =>
  rowsOf(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'things'::regclass order by 1`);
const BUILT = [
  { name: 'things_id', valid: true },
  { name: 'things_name', valid: true },
];

const MIGRATE = `
  import { migrate } from '${new URL('./migrate.ts', import.meta.url).href}';
  await migrate(process.env.URL, JSON.parse(process.env.MIGRATIONS));`;

/** Migrates in a process of its own, which waits for the writer in the middle of the last migration, and kills it there. */
async function migrateAndKill(migrations: readonly Migration[], waiting: string): Promise<void> {
  const env = { PATH: process.env.PATH, URL: home.url, MIGRATIONS: JSON.stringify(migrations) };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', MIGRATE], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await until(
    async () => (await rowsOf(`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '${waiting}%'`)).length === 1,
    20_000,
  );
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('a migration of concurrent index builds', () => {
  it('runs outside a transaction, once', async () => {
    expect(await migrate(home.url, ALL)).toEqual(['1_table', '2_indexes']);
    expect(await migrate(home.url, ALL)).toEqual([]);
    expect(await indexes()).toEqual(BUILT);
    expect(
      await rowsOf(
        'select applied_steps_count as steps, finished_at > started_at as finished from _prisma_migrations order by migration_name',
      ),
    ).toEqual([
      { steps: 1, finished: true },
      { steps: 2, finished: true },
    ]);
  });

  it('is applied once when several processes start together', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(home.url, ALL)));
    expect(applied.flat().toSorted()).toEqual(['1_table', '2_indexes']);
    expect(await indexes()).toEqual(BUILT);
  });

  it('cut in the middle together with its connection: the next start drops the invalid index and builds it again', async () => {
    await migrate(home.url, [TABLE]);
    await writer.query(`BEGIN; INSERT INTO things VALUES (0, '0')`);
    await migrateAndKill(ALL, 'CREATE INDEX CONCURRENTLY');
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'create index concurrently%'`);
    await until(async () => (await rowsOf(`select from pg_locks where locktype = 'advisory'`)).length === 0);
    expect(await indexes()).toEqual([{ name: 'things_id', valid: false }]);
    await writer.query('COMMIT');
    expect(await migrate(home.url, ALL)).toEqual(['2_indexes']);
    expect(await indexes()).toEqual(BUILT);
  });

  it('cut in the middle while the database builds on: the next start waits for it and continues', async () => {
    await migrate(home.url, [TABLE]);
    await writer.query(`BEGIN; INSERT INTO things VALUES (0, '0')`);
    await migrateAndKill(ALL, 'CREATE INDEX CONCURRENTLY');
    const next = migrate(home.url, ALL);
    await writer.query('COMMIT');
    expect(await next).toEqual(['2_indexes']);
    expect(await indexes()).toEqual(BUILT);
  });

  it('that fails says why, and continues once the cause is gone', async () => {
    await migrate(home.url, [TABLE]);
    await client.query(`INSERT INTO things VALUES (1, 'again')`);
    const unique = migration(
      '2_unique',
      'CREATE INDEX CONCURRENTLY things_name ON things (name);\nCREATE UNIQUE INDEX CONCURRENTLY things_id ON things (id);',
    );
    await expect(migrate(home.url, [TABLE, unique])).rejects.toThrow(
      'Migration 2_unique failed: could not create unique index "things_id". Fix the cause, then start again: it continues where it stopped.',
    );
    await client.query(`DELETE FROM things WHERE name = 'again'`);
    expect(await migrate(home.url, [TABLE, unique])).toEqual(['2_unique']);
    expect(await indexes()).toEqual(BUILT);
  });

  it('may drop indexes, too, and says nothing else', () => {
    expect(concurrentStatements('DROP INDEX CONCURRENTLY IF EXISTS "old";\n-- Done.\n')).toEqual([
      'DROP INDEX CONCURRENTLY IF EXISTS "old"',
    ]);
    expect(concurrentStatements('CREATE INDEX "a" ON b (c);')).toBeNull();
    expect(concurrentStatements('ALTER TABLE a ADD b int;\nCREATE INDEX CONCURRENTLY "c" ON a (b);')).toBeNull();
  });
});

describe('a migration in a transaction', () => {
  it('cut in the middle leaves nothing, and the next start applies it', async () => {
    await migrate(home.url, [TABLE]);
    await writer.query(`BEGIN; SELECT FROM things`);
    const second = migration('2_second', 'CREATE TABLE second (id int);\nALTER TABLE things ADD COLUMN more int;');
    await migrateAndKill([TABLE, second], 'CREATE TABLE second');
    const next = migrate(home.url, [TABLE, second]);
    await writer.query('COMMIT');
    expect(await next).toEqual(['2_second']);
    expect(await rowsOf('select migration_name as name from _prisma_migrations where finished_at is not null order by 1')).toEqual([
      { name: '1_table' },
      { name: '2_second' },
    ]);
  });

  it('waits for a table that is in use only for moments at a time, so that others can use it meanwhile', async () => {
    await migrate(home.url, [TABLE]);
    await writer.query(`BEGIN; SELECT FROM things`);
    const migrating = migrate(home.url, [TABLE, migration('2_second', 'ALTER TABLE things ADD COLUMN more int;')]);
    await until(
      async () => (await rowsOf(`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'ALTER%'`)).length === 1,
    );
    // Waits behind the migration until that gives up for a moment.
    await client.query('SELECT FROM things');
    await writer.query('COMMIT');
    expect(await migrating).toEqual(['2_second']);
  });
});
