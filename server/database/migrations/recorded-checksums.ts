import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, type Migration } from './migrations.ts';

/** `checksum  name` of each committed migration, one a line, so that a change is noticed without Git's history. */
const FILE = join(MIGRATIONS, 'checksums');

function readRecorded(file: string): ReadonlyMap<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean) : [];
  return new Map(lines.map((line): [string, string] => [line.slice(66), line.slice(0, 64)]));
}

/** A sentence for each committed migration that was changed or removed. */
export function findChangedMigrations(migrations: readonly Migration[], file = FILE): readonly string[] {
  const byName = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  return [...readRecorded(file)].flatMap(([name, checksum]) => {
    if (!byName.has(name)) return [`Migration ${name} was removed. Restore its folder: databases have applied it.`];
    if (byName.get(name) !== checksum)
      return [`Migration ${name} was changed. Restore its file, and put the change into a new one (npm run db:new -- <name>).`];
    return [];
  });
}

/** The migrations that are not recorded yet. */
export const findUnrecorded = (migrations: readonly Migration[], file = FILE): readonly Migration[] => {
  const recorded = readRecorded(file);
  return migrations.filter(({ name }) => !recorded.has(name));
};

/** Adds the new migrations; what is recorded stays. */
export function recordChecksums(migrations: readonly Migration[], file = FILE): readonly string[] {
  const added = findUnrecorded(migrations, file);
  const all = [...readRecorded(file), ...added.map(({ name, checksum }): [string, string] => [name, checksum])];
  writeFileSync(file, all.map(([name, checksum]) => `${checksum}  ${name}\n`).join(''));
  return added.map(({ name }) => name);
}
