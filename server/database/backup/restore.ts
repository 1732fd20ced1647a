import type pg from 'pg';
import { RESTORED_EPOCH } from '#server/events/log-epoch.ts';
import { connect, redactUrl } from '../connect.ts';
import { DatabaseNewer, DatabaseNotEmpty, InvalidBackup } from '../database-errors.ts';
import { migrate } from '../migrations/migrate.ts';
import { type Migration, readMigrations } from '../migrations/migrations.ts';
import { End, Header, parseLine, TableHeader } from './file.ts';
import { introspectTables, PLAIN_TEXT, quoted, type Table } from './introspect.ts';

/** Limits of one INSERT statement. */
const BATCH = { characters: 1_000_000, rows: 2_000 } as const;

/** The result of a restore. */
export interface RestoreResult {
  readonly rows: number;
  /** Number of API tokens that were valid in the backup and are revoked now. */
  readonly revokedTokens: number;
}

/**
 * Restores a backup into an empty database: first the migrations of the backup, then its rows in one transaction, then the newer
 * migrations. All sessions end and API tokens are revoked, because some may have been revoked after the backup was made.
 */
export async function restoreBackup(url: string, lines: AsyncIterator<string>, migrations = readMigrations()): Promise<RestoreResult> {
  const header = parseLine(Header, await next(lines));
  const appliedMigrations = matchMigrations(header, migrations);
  const client = await connect(url, 'callboard-restore');
  try {
    await assertEmpty(client, url, appliedMigrations);
    await migrate(url, appliedMigrations);
    await client.query('begin');
    const rows = await load(client, lines).catch(async (error) => {
      await client.query('rollback');
      throw error;
    });
    const revokedTokens = await revokeCredentials(client);
    await client.query('commit');
    await migrate(url, migrations);
    await client.query(RESTORED_EPOCH);
    return { rows, revokedTokens };
  } finally {
    await client.end();
  }
}

async function next(lines: AsyncIterator<string>): Promise<string | undefined> {
  const { value, done } = await lines.next();
  return done ? undefined : value;
}

/** The backup's migrations among those of this version. */
function matchMigrations({ migrations }: Header, available: readonly Migration[]): readonly Migration[] {
  return migrations.map(({ name, checksum }) => {
    const migration = available.find((each) => each.name === name);
    if (!migration)
      throw new DatabaseNewer(`The backup was made by a newer version of Callboard (migration ${name}). Restore it with that version.`);
    if (migration.checksum !== checksum) throw new InvalidBackup(`Migration ${name} in the backup differs from the one in this version.`);
    return migration;
  });
}

/** Refuses a database that holds data or that a server is connected to. */
async function assertEmpty(client: pg.Client, url: string, appliedMigrations: readonly Migration[]): Promise<void> {
  const address = redactUrl(url);
  const { rows: servers } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'callboard%'`,
  );
  if (servers.length > 0) throw new DatabaseNotEmpty(`A Callboard server is using the database ${address}. Stop it first.`);
  const { rows: tables } = await client.query<{ migrated: boolean }>(`select to_regclass('public.events') is not null as migrated`);
  if (!tables[0]?.migrated) return;
  const { rows } = await client.query<{ used: boolean; migrations: readonly string[] }>(
    `select exists (select from users) or exists (select from events) as used,
       (select coalesce(json_agg(migration_name), '[]') from _prisma_migrations where rolled_back_at is null) as migrations`,
  );
  const isForeign = rows[0]?.migrations.some((name) => !appliedMigrations.some((migration) => migration.name === name));
  if (rows[0]?.used || isForeign)
    throw new DatabaseNotEmpty(`The database ${address} is not empty. Restore into a new one: set another DATA_DIR or DATABASE_URL.`);
}

async function load(client: pg.Client, lines: AsyncIterator<string>): Promise<number> {
  await client.query(PLAIN_TEXT);
  const tables = new Map((await introspectTables(client)).map((table) => [table.name, table]));
  await client.query(`truncate ${[...tables.keys()].map(quoted).join(', ')}`);
  const restoreForeignKeys = await dropForeignKeys(client);
  let loaded = 0;
  for (let line = await next(lines); ; ) {
    if (line?.startsWith('{"end"')) {
      if (parseLine(End, line).end !== loaded) throw new InvalidBackup('Not a complete Callboard backup.');
      break;
    }
    const header = parseLine(TableHeader, line);
    const insert = insertStatement(header, tables.get(header.table));
    for (line = await next(lines); line?.startsWith('['); ) {
      const batch: string[] = [];
      for (let size = 0; line?.startsWith('[') && size < BATCH.characters && batch.length < BATCH.rows; line = await next(lines)) {
        batch.push(line);
        size += line.length;
      }
      await client.query(insert, [`[${batch.join(',')}]`]);
      loaded += batch.length;
    }
  }
  await restoreForeignKeys();
  await resetSequences(client);
  return loaded;
}

/** Deletes sessions and known devices and revokes API tokens. A backup of an older version may lack some of these tables. */
async function revokeCredentials(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ tokens: boolean; devices: boolean }>(
    `select to_regclass('public.api_tokens') is not null as tokens, to_regclass('public.known_devices') is not null as devices`,
  );
  await client.query('delete from sessions');
  if (rows[0]?.devices) await client.query('delete from known_devices');
  if (!rows[0]?.tokens) return 0;
  const { rowCount } = await client.query('update api_tokens set revoked_at = now() where revoked_at is null');
  return rowCount ?? 0;
}

function insertStatement({ table, columns }: TableHeader, target: Table | undefined): string {
  const typed = columns.map((name, index) => {
    const column = target?.columns.find((each) => each.name === name);
    if (!column) throw new InvalidBackup(`The backup has the column ${table}.${name}, which this version of Callboard does not have.`);
    return `(value ->> ${index})::${column.type}`;
  });
  return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) select ${typed.join(', ')} from json_array_elements($1::json)`;
}

/** Drops all foreign keys, since rows are loaded table by table. The returned function adds them again, which checks every row. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of foreignKeys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Sets every sequence to the highest value in its column. */
async function resetSequences(client: pg.Client): Promise<void> {
  const { rows: sequences } = await client.query<{ table: string; column: string; sequence: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { table, column, sequence } of sequences)
    await client.query(`select setval($1, coalesce(max(${column}), 1), count(*) > 0) from ${table}`, [sequence]);
}
