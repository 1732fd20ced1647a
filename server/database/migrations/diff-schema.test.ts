import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect } from '../connect.ts';
import { createTempDirectory } from '../with-temp-database.ts';
import { detectDrift, draftMigration } from './diff-schema.ts';
import { MIGRATIONS } from './migrations.ts';
import { diffSchema } from './schema-engine.ts';

let empty: TestDatabase;
let migrated: TestDatabase;
let folder: string;

beforeAll(async () => {
  [empty, migrated, folder] = await Promise.all([emptyDatabase(), createTestDatabase(), createTempDirectory('callboard-migrations-')]);
});

afterAll(async () => {
  await Promise.all([empty.drop(), migrated.drop()]);
  rmSync(folder, { recursive: true });
});

describe('drift', () => {
  it('is none: the migrations produce schema.prisma', async () => {
    expect(await detectDrift(empty.url)).toBeNull();
  });

  it('is found, as the SQL that is missing', async () => {
    const client = await connect(migrated.url, 'story');
    await client.query('ALTER TABLE leads DROP COLUMN notes').finally(() => client.end());
    expect(await diffSchema(migrated.url)).toContain('ALTER TABLE "leads" ADD COLUMN     "notes" TEXT');
  });
});

describe('a draft', () => {
  it('is written when the schema contains more than the migrations', async () => {
    const file = await draftMigration('Everything, at once', { migrations: folder, now: new Date('2026-01-02T03:04:05Z') });
    expect(file).toBe(join(folder, '20260102030405_everything_at_once', 'migration.sql'));
    expect(readFileSync(file ?? '', 'utf8')).toContain('CREATE TABLE "leads"');
  });

  it('is not written when there is nothing to say', async () => {
    const whole = join(folder, 'whole');
    cpSync(MIGRATIONS, whole, { recursive: true });
    expect(await draftMigration('nothing', { migrations: whole })).toBeNull();
  });
});
