import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTempDatabase } from '../with-temp-database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { diffSchema } from './schema-engine.ts';

/** The SQL that the migrations lack to produce schema.prisma; null when there is no drift. `url` is an empty database. */
export async function detectDrift(url: string, migrations = readMigrations()): Promise<string | null> {
  await migrate(url, migrations);
  return diffSchema(url);
}

/**
 * Writes a migration with that SQL and returns its file; null when there is no drift. Prisma cannot express every index or constraint:
 * add those to the file by hand; the drift check ignores them.
 */
export async function draftMigration(name: string, { migrations = MIGRATIONS, now = new Date() } = {}): Promise<string | null> {
  const sql = await withTempDatabase((url) => detectDrift(url, readMigrations(migrations)));
  if (sql === null) return null;
  const folder = join(migrations, `${timestamp(now)}_${slug(name)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
  return join(folder, 'migration.sql');
}

/** `20260101120000`, in UTC. */
const timestamp = (now: Date) => now.toISOString().replace(/\D/g, '').slice(0, 14);

const slug = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
