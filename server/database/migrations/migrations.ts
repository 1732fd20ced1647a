import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  /** The folder's name, `20260101120000_foundation`: names sort in the order of application. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
export const SCHEMA = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url));

/** All migrations of this version, oldest first. */
export function readMigrations(folder = MIGRATIONS): readonly Migration[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => read(folder, name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function read(folder: string, name: string): Migration {
  // Git may check files out with other line endings; the checksum must not depend on them.
  const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8').replaceAll('\r\n', '\n');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
