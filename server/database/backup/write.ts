import type pg from 'pg';
import type { Header, TableHead } from './file.ts';
import { introspectTables, PLAIN_TEXT, quoted, type Table } from './introspect.ts';

/** Characters read at a time, about; and rows, at first and at most. */
const LOT = { characters: 1_000_000, first: 50, most: 2_000 } as const;

/** Everything in the database as of one moment, while others go on writing, in pieces of whole lines. */
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
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) } satisfies TableHead);
    for await (const rows of rowsOf(client, table)) {
      written += rows.length;
      yield `${rows.join('\n')}\n`;
    }
  }
  yield line({ end: written });
  await client.query('commit');
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

/** The rows of a table as lines, in lots of about one size in memory. */
async function* rowsOf(client: pg.Client, { name, columns }: Table): AsyncGenerator<readonly string[]> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await client.query(`declare backup no scroll cursor for select json_build_array(${values})::text from ${quoted(name)}`);
  let size: number = LOT.first;
  for (;;) {
    const { rows } = await client.query<[string]>({ text: `fetch ${size} from backup`, rowMode: 'array' });
    if (rows.length === 0) break;
    yield rows.map(([row]) => row);
    const characters = rows.reduce((sum, [row]) => sum + row.length, 0);
    // Not more than twice as many: those that follow may be longer.
    size = Math.max(1, Math.min(LOT.most, size * 2, Math.floor((LOT.characters / characters) * rows.length)));
  }
  await client.query('close backup');
}
