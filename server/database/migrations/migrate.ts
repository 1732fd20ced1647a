import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ADVISORY_LOCKS, lockTransaction } from '../advisory-lock.ts';
import { connect } from '../connect.ts';
import { DatabaseNewer, MigrationFailed } from '../database-errors.ts';
import { type Migration, readMigrations } from './migrations.ts';

/** Prisma's own layout, so that `prisma migrate deploy` and `status` work on the same database. */
const HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies the pending migrations and returns their names. Several instances can start at the same time.
 *
 * Each migration is one transaction together with its history row, so a server killed in the middle leaves nothing to repair. (Prisma's
 * engine would run the statements one by one, split at every semicolon.)
 */
export async function migrate(url: string, migrations: readonly Migration[] = readMigrations()): Promise<readonly string[]> {
  const client = await connect(url, 'callboard-migrate');
  try {
    const applied: string[] = [];
    for (let name = await applyNext(client, migrations); name; name = await applyNext(client, migrations)) applied.push(name);
    return applied;
  } finally {
    await client.end();
  }
}

/** Applies the oldest pending migration; null when there is none. */
async function applyNext(client: pg.Client, migrations: readonly Migration[]): Promise<string | null> {
  await client.query('BEGIN');
  try {
    await lockTransaction(client, ADVISORY_LOCKS.migrations);
    const history = await readHistory(client);
    const next = findPending(migrations, history);
    if (next) await apply(client, next);
    await client.query('COMMIT');
    return next?.name ?? null;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

async function readHistory(client: pg.Client): Promise<readonly Applied[]> {
  const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL`);
  if (tables.length === 0) await client.query(HISTORY);
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

function findPending(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  const available = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished } of applied) {
    const migration = available.get(name);
    if (!migration) {
      throw new DatabaseNewer(`The database was migrated by a newer version of Callboard (unknown migration ${name}). Update Callboard.`);
    }
    if (!finished)
      throw new MigrationFailed(`Migration ${name} was started by another tool and did not finish. Repair the database, then start again.`);
    if (migration.checksum !== checksum) {
      throw new MigrationFailed(
        `Migration ${name} was changed after it was applied to this database. Restore its file and write a new migration for the change.`,
      );
    }
  }
  const appliedNames = new Set(applied.map((row) => row.migration_name));
  return migrations.find(({ name }) => !appliedNames.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new MigrationFailed(`Migration ${name} failed${lineOf(error, sql)}: ${message(error)}. The database is unchanged.`, {
      cause: error,
    });
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, transaction_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isInteger(position) ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
