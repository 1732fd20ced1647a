import type { Tx } from '#server/database/client.ts';
import type { Deps } from '../deps.ts';
import { rowsAfter } from './checking.ts';
import { findStatement, holdStatement, takeStatement, undoStatement } from './queries.ts';
import { readRow } from './rows.ts';
import type { Import } from './stored.ts';

const SKIP = `update import_rows set outcome = 'skipped', problem = coalesce(import_rows.problem, note.problem)
  from jsonb_to_recordset($2::jsonb) as note(number int, problem text) where import_id = $1 and import_rows.number = note.number`;
const PROBLEMS = `select number, problem from import_rows where import_id = $1 and number between $2::int and $3::int and problem is not null`;

interface Part {
  /** The last row that is dealt with. */
  readonly place: number;
  readonly rows: number;
  readonly first: number;
  readonly second: number;
}

/** Takes the next rows of a file in; null where there are none. */
export async function takePart(tx: Tx, { newId, clock }: Pick<Deps, 'newId' | 'clock'>, file: Import, most: number): Promise<Part | null> {
  const rows = await rowsAfter(tx, file.id, file.place, most);
  const last = rows.at(-1);
  if (!last) return null;
  const noted = await tx.$queryRawUnsafe<{ number: number; problem: string }[]>(PROBLEMS, file.id, rows[0]?.number ?? 0, last.number);
  const problems = new Map(noted.map(({ number, problem }) => [number, problem]));
  const fitting = rows.flatMap(({ number, cells }) => {
    if (problems.has(number)) return [];
    const { fields, problem } = readRow(file.noun, file.columns, cells);
    if (problem !== null) problems.set(number, problem);
    return fields === null ? [] : [{ ...fields, number }];
  });
  const found = await tx.$queryRawUnsafe<{ number: number; id: string }[]>(findStatement(file.noun), JSON.stringify(fitting));
  const known = new Map<number, string>();
  const owner = new Map<string, number>();
  for (const { number, id } of found) {
    const earlier = owner.get(id);
    if (earlier !== undefined) problems.set(number, `Row ${earlier} is the same ${file.noun} already.`);
    else {
      owner.set(id, number);
      known.set(number, id);
    }
  }
  const taken = fitting
    .filter(({ number }) => !problems.has(number))
    .map((row) => ({ ...row, id: known.get(row.number) ?? newId(), known: known.has(row.number) }));
  await tx.$queryRawUnsafe(holdStatement(file.noun), [...known.values()]);
  const [counts] = await tx.$queryRawUnsafe<{ created: number; updated: number }[]>(
    takeStatement(file.noun),
    JSON.stringify(taken),
    clock.now(),
    file.id,
  );
  const skipped = [...problems].map(([number, problem]) => ({ number, problem }));
  if (skipped.length > 0) await tx.$executeRawUnsafe(SKIP, file.id, JSON.stringify(skipped));
  return { place: last.number, rows: rows.length, first: counts?.created ?? 0, second: counts?.updated ?? 0 };
}

const PART = `select max(number)::int as last, count(*)::int as rows from (
  select number from import_rows where import_id = $1 and number > $2::int order by number limit $3::int) as part`;

/** Takes the next rows of a file back; null where there are none. */
export async function undoPart(tx: Tx, { clock }: Pick<Deps, 'clock'>, file: Import, most: number): Promise<Part | null> {
  const [part] = await tx.$queryRawUnsafe<{ last: number | null; rows: number }[]>(PART, file.id, file.place, most);
  if (!part || part.last === null) return null;
  const [counts] = await tx.$queryRawUnsafe<{ undone: number; kept: number }[]>(
    undoStatement(file.noun),
    file.id,
    file.place + 1,
    part.last,
    clock.now(),
  );
  return { place: part.last, rows: part.rows, first: counts?.undone ?? 0, second: counts?.kept ?? 0 };
}
