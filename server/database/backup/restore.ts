import type pg from 'pg';
import { connect, redactUrl } from '../connect.ts';
import { DatabaseNewer, DatabaseNotEmpty, InvalidBackup } from '../database-errors.ts';
import { migrate } from '../migrations/migrate.ts';
import { type Migration, readMigrations } from '../migrations/migrations.ts';
import { End, Header, parseLine, TableHead } from './file.ts';
import { introspectTables, PLAIN_TEXT, quoted, type Table } from './introspect.ts';

/** Characters and rows of one statement. */
const LOT = { characters: 1_000_000, rows: 2_000 } as const;

/** What a restore brought back, and what it did not. */
export interface Restored {
  readonly rows: number;
  /** API tokens that were in force when the backup was made and are revoked now. */
  readonly revokedTokens: number;
}

/**
 * Brings a backup into an empty database: first its tables as they were then, then its rows, all in one transaction, then what
 * has been changed about the tables since. Whoever was signed in is not any more, and API tokens are revoked: the backup does not know
 * which of them were ended since it was made.
 */
export async function restoreBackup(url: string, lines: AsyncIterator<string>, migrations = readMigrations()): Promise<Restored> {
  const header = parseLine(Header, await next(lines));
  const then = known(header, migrations);
  const client = await connect(url, 'callboard-restore');
  try {
    await demandEmpty(client, url, then);
    await migrate(url, then);
    await client.query('begin');
    const rows = await load(client, lines).catch(async (error) => {
      await client.query('rollback');
      throw error;
    });
    const revokedTokens = await endCredentials(client);
    await client.query('commit');
    await migrate(url, migrations);
    return { rows, revokedTokens };
  } finally {
    await client.end();
  }
}

async function next(lines: AsyncIterator<string>): Promise<string | undefined> {
  const { value, done } = await lines.next();
  return done ? undefined : value;
}

/** The migrations of the backup among ours. */
function known({ migrations }: Header, ours: readonly Migration[]): readonly Migration[] {
  return migrations.map(({ name, checksum }) => {
    const migration = ours.find((each) => each.name === name);
    if (!migration)
      throw new DatabaseNewer(`The backup was made by a newer version of Callboard (migration ${name}). Restore it with that version.`);
    if (migration.checksum !== checksum) throw new InvalidBackup(`Migration ${name} in the backup differs from the one in this version.`);
    return migration;
  });
}

/** Nobody works here, nobody has, and no server is about to. */
async function demandEmpty(client: pg.Client, url: string, then: readonly Migration[]): Promise<void> {
  const here = redactUrl(url);
  const { rows: servers } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'callboard%'`,
  );
  if (servers.length > 0) throw new DatabaseNotEmpty(`A Callboard server is using the database ${here}. Stop it first.`);
  const { rows: tables } = await client.query<{ made: boolean }>(`select to_regclass('public.events') is not null as made`);
  if (!tables[0]?.made) return;
  const { rows } = await client.query<{ used: boolean; migrations: readonly string[] }>(
    `select exists (select from users) or exists (select from events) as used,
       (select coalesce(json_agg(migration_name), '[]') from _prisma_migrations where rolled_back_at is null) as migrations`,
  );
  const strange = rows[0]?.migrations.some((name) => !then.some((migration) => migration.name === name));
  if (rows[0]?.used || strange)
    throw new DatabaseNotEmpty(`The database ${here} is not empty. Restore into a new one: set another DATA_DIR or DATABASE_URL.`);
}

async function load(client: pg.Client, lines: AsyncIterator<string>): Promise<number> {
  await client.query(PLAIN_TEXT);
  const tables = new Map((await introspectTables(client)).map((table) => [table.name, table]));
  await client.query(`truncate ${[...tables.keys()].map(quoted).join(', ')}`);
  const tieAgain = await untie(client);
  let loaded = 0;
  for (let line = await next(lines); ; ) {
    if (line?.startsWith('{"end"')) {
      if (parseLine(End, line).end !== loaded) throw new InvalidBackup('Not a complete Callboard backup.');
      break;
    }
    const head = parseLine(TableHead, line);
    const insert = statementFor(head, tables.get(head.table));
    for (line = await next(lines); line?.startsWith('['); ) {
      const lot: string[] = [];
      for (let size = 0; line?.startsWith('[') && size < LOT.characters && lot.length < LOT.rows; line = await next(lines)) {
        lot.push(line);
        size += line.length;
      }
      await client.query(insert, [`[${lot.join(',')}]`]);
      loaded += lot.length;
    }
  }
  await tieAgain();
  await countOn(client);
  return loaded;
}

/** The tables that let somebody in without a password: of an older version, some are not there yet. */
async function endCredentials(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ tokens: boolean; devices: boolean }>(
    `select to_regclass('public.api_tokens') is not null as tokens, to_regclass('public.known_devices') is not null as devices`,
  );
  await client.query('delete from sessions');
  if (rows[0]?.devices) await client.query('delete from known_devices');
  if (!rows[0]?.tokens) return 0;
  const { rowCount } = await client.query('update api_tokens set revoked_at = now() where revoked_at is null');
  return rowCount ?? 0;
}

function statementFor({ table, columns }: TableHead, ours: Table | undefined): string {
  const typed = columns.map((name, place) => {
    const column = ours?.columns.find((each) => each.name === name);
    if (!column) throw new InvalidBackup(`The backup has the column ${table}.${name}, which this version of Callboard does not have.`);
    return `(value ->> ${place})::${column.type}`;
  });
  return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) select ${typed.join(', ')} from json_array_elements($1::json)`;
}

/** Takes away what ties rows of one table to those of another, since they come table by table; the answer ties, and so checks, them all. */
async function untie(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: ties } = await client.query<{ table: string; name: string; rule: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of ties) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, rule } of ties) await client.query(`alter table ${table} add constraint ${name} ${rule}`);
  };
}

/** Numbers that the database gives out go on after the highest there is. */
async function countOn(client: pg.Client): Promise<void> {
  const { rows: counters } = await client.query<{ table: string; column: string; counter: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as counter
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { table, column, counter } of counters)
    await client.query(`select setval($1, coalesce(max(${column}), 1), count(*) > 0) from ${table}`, [counter]);
}
