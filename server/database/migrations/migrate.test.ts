import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect } from '../connect.ts';
import { DatabaseNewer, MigrationFailed } from '../database-errors.ts';
import { migrate } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';

const CLI = fileURLToPath(new URL('../../cli/migrate.ts', import.meta.url));

let home: TestDatabase;

beforeEach(async () => {
  home = await emptyDatabase();
});

afterEach(() => home.drop());

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') });

const FIRST = migration('1_first', 'CREATE TABLE first (id int)');
const SECOND = migration('2_second', 'CREATE TABLE second (id int);\nINSERT INTO second VALUES (1);');

async function rowsOf(sql: string) {
  const client = await connect(home.url, 'story');
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

describe('migrate', () => {
  it('applies what is missing, once, in order', async () => {
    expect(await migrate(home.url, [FIRST])).toEqual(['1_first']);
    expect(await migrate(home.url, [FIRST, SECOND])).toEqual(['2_second']);
    expect(await migrate(home.url, [FIRST, SECOND])).toEqual([]);
    expect(await rowsOf('SELECT id FROM second')).toEqual([{ id: 1 }]);
  });

  it('applies everything exactly once when several processes start together', async () => {
    const run = () => promisify(execFile)(process.execPath, [CLI], { env: { ...process.env, DATABASE_URL: home.url } });
    const outputs = (await Promise.all([run(), run(), run()])).map(({ stdout }) => stdout.trim());
    const names = readMigrations().map(({ name }) => name);
    // They take turns, so each may have applied some.
    const applied = outputs.flatMap((line) => /^Applied (.*)\.$/.exec(line)?.[1]?.split(', ') ?? []);
    expect(applied.toSorted()).toEqual(names);
    expect(await rowsOf('SELECT migration_name FROM _prisma_migrations ORDER BY migration_name')).toEqual(
      names.map((name) => ({ migration_name: name })),
    );
    expect(await rowsOf('SELECT * FROM event_head')).toEqual([{ id: 1, seq: '0', epoch: '0' }]);
  });

  it('refuses a database that a newer version made', async () => {
    await migrate(home.url, [FIRST, SECOND]);
    const older = migrate(home.url, [FIRST]);
    await expect(older).rejects.toThrow(DatabaseNewer);
    await expect(older).rejects.toThrow('The database was migrated by a newer version of Callboard (unknown migration 2_second)');
  });

  it('rolls back a migration that fails, names its line, and applies it once it is fixed', async () => {
    const broken = migration('2_second', 'CREATE TABLE second (id int);\nINSERT INTO nowhere VALUES (1);');
    const failing = migrate(home.url, [FIRST, broken]);
    await expect(failing).rejects.toThrow(MigrationFailed);
    await expect(failing).rejects.toThrow(
      'Migration 2_second failed at line 2: relation "nowhere" does not exist. The database is unchanged.',
    );
    expect(await migrate(home.url, [FIRST, SECOND])).toEqual(['2_second']);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    await migrate(home.url, [FIRST]);
    await expect(migrate(home.url, [migration('1_first', 'CREATE TABLE other (id int)')])).rejects.toThrow(
      'Migration 1_first was changed after it was applied to this database; restore its file',
    );
  });

  it('does not wait for ordinary connections', async () => {
    const client = await connect(home.url, 'user');
    await client.query('BEGIN; SELECT 1');
    expect(await migrate(home.url, [FIRST])).toEqual(['1_first']);
    await client.end();
  });
});
