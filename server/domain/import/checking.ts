import type { Tx } from '#server/database/client.ts';
import { readRow, repeats } from './rows.ts';
import type { Import, StoredRow } from './stored.ts';

const LOT = 5_000;

const NEXT = `select number, cells from import_rows where import_id = $1 and number > $2::int order by number limit $3::int`;
const NOTE = `update import_rows set problem = note.problem from jsonb_to_recordset($2::jsonb) as note(number int, problem text)
  where import_id = $1 and import_rows.number = note.number`;

/** The next rows of a file after a place. */
export const rowsAfter = (tx: Tx, id: string, place: number, most: number): Promise<StoredRow[]> =>
  tx.$queryRawUnsafe<StoredRow[]>(NEXT, id, place, most);

/** Reads every row as it would be imported, changing nothing but what is said of them; answers how many have a problem. */
export async function checkRows(tx: Tx, { id, noun, columns }: Pick<Import, 'id' | 'noun' | 'columns'>): Promise<number> {
  await tx.$executeRaw`update import_rows set problem = null where import_id = ${id} and problem is not null`;
  const repeatOf = repeats(noun);
  let problems = 0;
  for (let place = 0; ; ) {
    const rows = await rowsAfter(tx, id, place, LOT);
    const last = rows.at(-1);
    if (!last) return problems;
    const notes = rows.flatMap(({ number, cells }) => {
      const { fields, problem } = readRow(noun, columns, cells);
      if (problem !== null) return [{ number, problem }];
      const before = repeatOf(fields, number);
      return before === null ? [] : [{ number, problem: `Row ${before} is the same ${noun} already.` }];
    });
    if (notes.length > 0) await tx.$executeRawUnsafe(NOTE, id, JSON.stringify(notes));
    problems += notes.length;
    place = last.number;
  }
}
