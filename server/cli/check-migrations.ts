/**
 * `npm run check`: fails when the migrations do not produce prisma/schema.prisma (with the missing SQL), when a committed migration was
 * changed, and when a new one would lock a large table. `npm run db:record` records the checksums of new migrations.
 */
import { detectDrift } from '../database/migrations/diff-schema.ts';
import { findTableLocks } from '../database/migrations/find-table-locks.ts';
import { readMigrations } from '../database/migrations/migrations.ts';
import { findChangedMigrations, findUnrecorded, recordChecksums } from '../database/migrations/recorded-checksums.ts';
import { withTempDatabase } from '../database/with-temp-database.ts';
import { runCli } from './run-cli.ts';

/** Migrations with earlier names may lock: they were written before this check. */
const LOCKS_CHECKED_FROM = '20261125';

await runCli(async (print) => {
  const migrations = readMigrations();
  const changed = findChangedMigrations(migrations);
  if (changed.length > 0) throw new Error(changed.join('\n'));
  if (process.argv.includes('--record')) return print(`Recorded ${recordChecksums(migrations).join(', ') || 'nothing new'}.`);

  for (const [at, migration] of migrations.entries()) {
    if (migration.name < LOCKS_CHECKED_FROM) continue;
    const locks = await findTableLocks(migration, migrations.slice(0, at));
    const lines = locks.map(({ statement, instead }) => `${statement};\n  ${instead}`);
    if (lines.length > 0) throw new Error(`Migration ${migration.name} would lock a large table:\n\n${lines.join('\n\n')}`);
  }
  const missing = await withTempDatabase((url) => detectDrift(url));
  if (missing) throw new Error(`The migrations do not match prisma/schema.prisma. Run npm run db:new -- <name>. Missing:\n\n${missing}`);
  const unrecorded = findUnrecorded(migrations).map(({ name }) => name);
  if (unrecorded.length > 0) throw new Error(`Run npm run db:record to record ${unrecorded.join(', ')}.`);
  print('The migrations match prisma/schema.prisma, and no committed one was changed.');
});
