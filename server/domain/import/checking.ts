import type { ImportKey, ImportNoun } from '#contract/import.ts';
import type { Tx } from '#server/database/client.ts';
import { findStatement } from './queries.ts';
import { repeats } from './repeats.ts';
import { type Fields, readRow } from './rows.ts';
import type { Import, StoredRow } from './stored.ts';

const LOT = 5_000;

const NEXT = `select number, cells from import_rows where import_id = $1 and number > $2::int order by number limit $3::int`;
const NOTE = `update import_rows set problem = note.problem from jsonb_to_recordset($2::jsonb) as note(number int, problem text)
  where import_id = $1 and import_rows.number = note.number`;

export interface Problem {
  readonly number: number;
  readonly problem: string;
}

/** A row that can be taken, and which known one it is. */
export interface Weighed {
  readonly number: number;
  readonly fields: Fields;
  /** Null where it is new. */
  readonly id: string | null;
  readonly becomes: 'created' | 'updated' | 'unchanged';
}

interface Found extends Omit<Weighed, 'fields' | 'becomes'> {
  readonly becomes: Weighed['becomes'] | 'taken';
}

/** What a dry run foretells. */
export interface Outlook {
  readonly problems: number;
  readonly wouldCreate: number;
  readonly wouldUpdate: number;
}

/** The next rows of a file after a place. */
export const rowsAfter = (tx: Tx, id: string, place: number, most: number): Promise<StoredRow[]> =>
  tx.$queryRawUnsafe<StoredRow[]>(NEXT, id, place, most);

export const sameAlready = (row: number, noun: ImportNoun): string => `Row ${row} is the same ${noun} already.`;

/** Looks lots of rows up in the database, and remembers which known one each was: of several for one the first counts. */
export function weighing(tx: Tx, noun: ImportNoun, by: ImportKey | null = null) {
  const owner = new Map<string, number>();
  return async (rows: readonly { readonly number: number; readonly fields: Fields }[]) => {
    const sent = JSON.stringify(rows.map(({ number, fields }) => ({ ...fields, number })));
    const found = new Map((await tx.$queryRawUnsafe<Found[]>(findStatement(noun, by), sent)).map((each) => [each.number, each]));
    const taken: Weighed[] = [];
    const problems: Problem[] = [];
    for (const { number, fields } of rows) {
      const { id = null, becomes = 'created' } = found.get(number) ?? {};
      const earlier = id === null ? undefined : owner.get(id);
      if (earlier !== undefined) problems.push({ number, problem: sameAlready(earlier, noun) });
      else if (becomes === 'taken') problems.push({ number, problem: 'Shopify Customer ID: Another customer has it already' });
      else taken.push({ number, fields, id, becomes });
      if (id !== null && earlier === undefined) owner.set(id, number);
    }
    return { taken, problems };
  };
}

/** Reads every row as it would be imported, changing nothing but what is said of them; answers what would come of it. */
export async function checkRows(tx: Tx, { id, noun, columns }: Pick<Import, 'id' | 'noun' | 'columns'>): Promise<Outlook> {
  await tx.$executeRaw`update import_rows set problem = null where import_id = ${id} and problem is not null`;
  const repeatOf = repeats(noun);
  const weigh = weighing(tx, noun);
  const outlook = { problems: 0, wouldCreate: 0, wouldUpdate: 0 };
  for (let place = 0; ; ) {
    const rows = await rowsAfter(tx, id, place, LOT);
    const last = rows.at(-1);
    if (!last) return outlook;
    const read = rows.map(({ number, cells }) => ({ number, ...readRow(noun, columns, cells) }));
    const notes: Problem[] = [];
    const fitting = read.flatMap(({ number, fields, problem }) => {
      const before = fields && repeatOf(fields, number);
      if (problem !== null) notes.push({ number, problem });
      else if (before !== null) notes.push({ number, problem: sameAlready(before, noun) });
      else return [{ number, fields }];
      return [];
    });
    const { taken, problems } = await weigh(fitting);
    notes.push(...problems);
    if (notes.length > 0) await tx.$executeRawUnsafe(NOTE, id, JSON.stringify(notes));
    outlook.problems += notes.length;
    outlook.wouldCreate += taken.filter(({ becomes }) => becomes === 'created').length;
    outlook.wouldUpdate += taken.filter(({ becomes }) => becomes === 'updated').length;
    place = last.number;
  }
}
