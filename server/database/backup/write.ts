import type pg from 'pg';
import type { Header, TableHeader } from './file.ts';
import { introspectTables, PLAIN_TEXT, quoted, type Table } from './introspect.ts';

/** Size of one fetch: the target in characters, and the initial and maximum number of rows. */
const BATCH = { characters: 1_000_000, initialRows: 50, maxRows: 2_000 } as const;

/** A consistent snapshot of the whole database, in chunks of whole lines. Others can write meanwhile. */
export async function* writeBackup(client: pg.Client, at: Date): AsyncGenerator<string> {
  await client.query('begin isolation level repeatable read, read only');
  await client.query(PLAIN_TEXT);
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  yield line({ callboard: 'backup', format: 1, at: at.toISOString(), migrations } satisfies Header);
  let written = 0;
  for (const table of await introspectTables(client)) {
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) } satisfies TableHeader);
    for await (const rows of rowsOf(client, table)) {
      written += rows.length;
      yield `${rows.join('\n')}\n`;
    }
  }
  yield line({ end: written });
  await client.query('commit');
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

/** The rows of a table as lines, in batches of about the same size in memory. */
async function* rowsOf(client: pg.Client, { name, columns }: Table): AsyncGenerator<readonly string[]> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await client.query(`declare backup no scroll cursor for select json_build_array(${values})::text from ${quoted(name)}`);
  let size: number = BATCH.initialRows;
  for (;;) {
    const { rows } = await client.query<[string]>({ text: `fetch ${size} from backup`, rowMode: 'array' });
    if (rows.length === 0) break;
    yield rows.map(([row]) => row);
    const characters = rows.reduce((sum, [row]) => sum + row.length, 0);
    // At most doubled: the next rows may be longer.
    size = Math.max(1, Math.min(BATCH.maxRows, size * 2, Math.floor((BATCH.characters / characters) * rows.length)));
  }
  await client.query('close backup');
}
