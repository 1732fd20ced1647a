import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS, tryLockSession } from '../advisory-lock.ts';
import { connect } from '../connect.ts';
import { DatabaseNewer, hasErrorCode, MigrationFailed } from '../database-errors.ts';
import { concurrentStatements, runConcurrently } from './concurrent-indexes.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { REPLACED_MIGRATIONS, type ReplacedMigration } from './replaced-migrations.ts';

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

/** How long a migration waits for the lock of a table, and how often it tries. While it waits, everybody else waits behind it. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_TRIES = 40;
const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = new Set(['55P03']);

/**
 * Applies the pending migrations and returns their names. Several instances can start at the same time.
 *
 * Each migration is one transaction together with its history row, so a server killed in the middle leaves nothing to repair. (Prisma's
 * engine would run the statements one by one, split at every semicolon.) Only migrations of concurrent index builds cannot be
 * transactions; after a kill, the next start continues them.
 */
export async function migrate(url: string, migrations: readonly Migration[] = readMigrations()): Promise<readonly string[]> {
  const client = await connect(url, 'callboard-migrate');
  try {
    // Not by waiting in a statement: a concurrent index build waits for every statement that runs, so the two would wait for each other.
    while (!(await tryLockSession(client, ADVISORY_LOCKS.migrations))) await setTimeout(200);
    await client.query(HISTORY);
    const applied: string[] = [];
    for (let name = await applyNext(client, migrations); name; name = await applyNext(client, migrations)) applied.push(name);
    return applied;
  } finally {
    await client.end();
  }
}

/** Applies the oldest pending migration; null when there is none. */
async function applyNext(client: pg.Client, migrations: readonly Migration[]): Promise<string | null> {
  const history = await readHistory(client);
  const replaced = findReplaced(history);
  if (replaced) {
    await inTransaction(client, replaced.name, () => applyReplacement(client, replaced, migrations));
    return applyNext(client, migrations);
  }
  const next = findPending(migrations, history);
  if (!next) return null;
  const statements = concurrentStatements(next.sql);
  if (statements) await applyConcurrently(client, next, statements);
  else await inTransaction(client, next.name, () => apply(client, next));
  return next.name;
}

/** Gives up waiting for a table that somebody else has locked, and tries again. */
async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (!hasErrorCode(error, LOCK_NOT_AVAILABLE)) throw error;
      if (tries === LOCK_TRIES) {
        throw new MigrationFailed(
          `Migration ${name} could not lock a table, because another transaction has been using it for minutes. End it (select * from pg_stat_activity), then start again; the database is unchanged.`,
          { cause: error },
        );
      }
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

async function readHistory(client: pg.Client): Promise<readonly Applied[]> {
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

const findReplaced = (applied: readonly Applied[]): ReplacedMigration | undefined =>
  REPLACED_MIGRATIONS.find(({ name, checksums }) => applied.some((row) => row.migration_name === name && checksums.includes(row.checksum)));

async function applyReplacement(client: pg.Client, { name, sql }: ReplacedMigration, migrations: readonly Migration[]): Promise<void> {
  await client.query(sql);
  const current = migrations.find((migration) => migration.name === name);
  await client.query('UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1', [name, current?.checksum]);
}

function findPending(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  const available = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished } of applied) {
    const migration = available.get(name);
    if (!migration) {
      throw new DatabaseNewer(`The database was migrated by a newer version of Callboard (unknown migration ${name}). Update Callboard.`);
    }
    if (migration.checksum !== checksum)
      throw new MigrationFailed(
        `Migration ${name} was changed after it was applied to this database; restore its file and put the change into a new migration.`,
      );
    if (!finished && !concurrentStatements(migration.sql))
      throw new MigrationFailed(`Migration ${name} was started by another tool and did not finish. Repair the database, then start again.`);
  }
  const finishedNames = new Set(applied.filter(({ finished }) => finished).map((row) => row.migration_name));
  return migrations.find(({ name }) => !finishedNames.has(name));
}

/** Its history row is written before and finished after, so that the next start continues it after a kill. */
async function applyConcurrently(client: pg.Client, { name, checksum }: Migration, statements: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name)
     SELECT $1, $2, $3::varchar WHERE NOT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name = $3::varchar)`,
    [randomUUID(), checksum, name],
  );
  try {
    for (const statement of statements) await runConcurrently(client, statement);
  } catch (error) {
    throw new MigrationFailed(
      `Migration ${name} failed: ${message(error)}. Fix the cause, then start again: it continues where it stopped.`,
      {
        cause: error,
      },
    );
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = $2 WHERE migration_name = $1', [
    name,
    statements.length,
  ]);
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (hasErrorCode(error, LOCK_NOT_AVAILABLE)) throw error;
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
