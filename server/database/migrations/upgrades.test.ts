import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { connect } from '../connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { diffSchema } from './schema-engine.ts';

/**
 * Dumps of earlier versions with their demo data (`pg_dump --no-owner --no-privileges --inserts --rows-per-insert=200`, gzip), named by time and
 * commit: the first one, both with a file that was changed later, the one that changed it, and the last of each later day.
 */
const RELEASES = fileURLToPath(new URL('../../../prisma/releases', import.meta.url));
const DUMPS = readdirSync(RELEASES)
  .filter((name) => name.endsWith('.sql.gz'))
  .sort();

let current: TestDatabase;
beforeAll(async () => {
  current = await createTestDatabase();
});
afterAll(() => current.drop());

async function rowsOf(url: string, sql: string): Promise<readonly unknown[]> {
  const client = await connect(url, 'story');
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function restore(name: string): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await rowsOf(database.url, gunzipSync(readFileSync(`${RELEASES}/${name}`)).toString());
  return database;
}

/** Everything in the schema, without the order of columns, which differs where one was added later. */
const schemaOf = (url: string) =>
  rowsOf(
    url,
    `select 'index' as kind, indexdef as definition from pg_indexes where schemaname = 'public'
     union all select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'column', concat_ws(' ', table_name, column_name, udt_name, is_nullable, column_default, generation_expression)
       from information_schema.columns where table_schema = 'public'
     union all select 'function', pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
     union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     order by 1, 2`,
  );

const countsOf = (url: string) =>
  rowsOf(
    url,
    `select (select count(*) from users) as users, (select count(*) from customers) as customers, (select count(*) from leads) as leads,
       (select sum(value)::text from leads) as value, (select count(*) from transcriptions) as calls, (select count(*) from shopify_orders) as orders,
       (select count(*) from ai_responses) as replies, (select count(*) from ai_training_data) as items, (select count(*) from events) as events`,
  );

describe.each(DUMPS)('the database of %s', (name) => {
  it('is upgraded with its data to the schema of a new one, and the product works on it', async () => {
    const database = await restore(name);
    try {
      const before = await countsOf(database.url);
      await migrate(database.url);
      expect(await countsOf(database.url)).toEqual(before);
      expect(await diffSchema(database.url)).toBeNull();
      expect(await schemaOf(database.url)).toEqual(await schemaOf(current.url));
      expect(await rowsOf(database.url, 'select migration_name as name, checksum from _prisma_migrations order by 1')).toEqual(
        readMigrations().map(({ name, checksum }) => ({ name, checksum })),
      );
      const app = await createTestApp({ through: async () => database.url });
      const demo = app.anonymous();
      expect((await demo.rest.post('/api/auth/login', { username: 'demo', password: 'callboard' })).status).toBe(200);
      expect(await demo.graph('{ leads(first: 1) { totalCount nodes { id } } customers(first: 1) { nodes { id } } }')).toMatchObject({
        data: { leads: { nodes: [{}] }, customers: { nodes: [{}] } },
      });
      await app.close();
    } finally {
      await database.drop();
    }
  });
});

describe('an old server beside a new one', () => {
  /** What the newest of those versions sent to the database in its own tests, without test data. */
  const name = readdirSync(RELEASES).findLast((each) => each.endsWith('.statements.json.gz')) ?? '';

  it('finds every table, column and function that its statements use', async () => {
    const statements: readonly string[] = JSON.parse(gunzipSync(readFileSync(`${RELEASES}/${name}`)).toString());
    const client = await connect(current.url, 'story');
    const failures: string[] = [];
    for (const statement of statements) {
      await client
        .query(`PREPARE statement AS ${statement}; DEALLOCATE statement`)
        .catch(({ message }: Error) => failures.push(`${message}: ${statement}`));
    }
    await client.end();
    expect(statements.length).toBeGreaterThan(400);
    expect(failures).toEqual([]);
  });

  it('can insert into every table it knows: a new column may be left out', async () => {
    const old = await restore(DUMPS.at(-1) ?? '');
    const columns = (url: string, only: string) =>
      rowsOf(
        url,
        `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and ${only}`,
      ).then((rows) => rows.map((row) => String(Object(row).name)));
    const known = await columns(old.url, 'true');
    const knownTables = new Set(known.map((column) => column.split('.')[0]));
    await old.drop();
    const required = await columns(
      current.url,
      `is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
    );
    expect(required.filter((column) => !known.includes(column) && knownTables.has(column.split('.')[0]))).toEqual([]);
  });
});
