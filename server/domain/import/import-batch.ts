import type { ImportKey, ImportNoun } from '#contract/import.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { type MatchedRow, matchRows, type Problem, rowsAfter } from './match-rows.ts';
import { holdStatement, takeStatement } from './queries.ts';
import { readRow } from './rows.ts';
import type { Import } from './stored.ts';
import { holdForUndo, type KeptRow, keptStatement, undoStatement } from './undo-queries.ts';
import { skipReason } from './undo-skips.ts';

const SKIP = `update import_rows set outcome = 'skipped', problem = coalesce(import_rows.problem, note.problem)
  from jsonb_to_recordset($2::jsonb) as note(number int, problem text) where import_id = $1 and import_rows.number = note.number`;
const WHY = `update import_rows set problem = note.problem
  from jsonb_to_recordset($2::jsonb) as note(number int, problem text) where import_id = $1 and import_rows.number = note.number`;
const PROBLEMS = `select number, problem from import_rows where import_id = $1 and number between $2::int and $3::int and problem is not null`;

interface Part {
  /** The last row that is dealt with. */
  readonly position: number;
  readonly rows: number;
  readonly first: number;
  readonly second: number;
}

/** Waits until nobody else imports the same entityType: who is looked up and not there is then added only once. */
export const acquireImportLock = (tx: Tx, entityType: ImportNoun): Promise<void> =>
  lockTransaction(tx, ADVISORY_LOCKS.importUpsert[entityType]);

/**
 * Looks rows up and holds those that are known. One that was taken away in between, by an undo say, is no longer known: all are
 * looked up once more.
 */
export async function matchAndLock(
  tx: Tx,
  entityType: ImportNoun,
  rows: Parameters<ReturnType<typeof matchRows>>[1],
  by: ImportKey | null = null,
): Promise<Awaited<ReturnType<ReturnType<typeof matchRows>>>> {
  const weighed = await matchRows(entityType, by)(tx, rows);
  const known = weighed.taken.flatMap(({ id }) => id ?? []);
  const held = await tx.$queryRawUnsafe<unknown[]>(holdStatement(entityType), known);
  return held.length === known.length ? weighed : matchAndLock(tx, entityType, rows, by);
}

/** Stores rows that were looked up and held, and notes, under their import, what became of each; those with a problem are left out. */
export async function takeRows(
  tx: Tx,
  { newId, clock }: Pick<ServiceDeps, 'newId' | 'clock'>,
  { id, entityType }: Pick<Import, 'id' | 'entityType'>,
  rows: readonly MatchedRow[],
  problems: readonly Problem[],
): Promise<{ created: number; updated: number }> {
  const taken = rows.map((row) => ({ ...row.fields, number: row.number, id: row.id ?? newId(), known: row.id !== null }));
  const [counts] = await tx.$queryRawUnsafe<{ created: number; updated: number }[]>(
    takeStatement(entityType),
    JSON.stringify(taken),
    clock.now(),
    id,
  );
  if (problems.length > 0) await tx.$executeRawUnsafe(SKIP, id, JSON.stringify(problems));
  return counts ?? { created: 0, updated: 0 };
}

/** Takes the next rows of a file in; null where there are none. */
export async function importBatch(tx: Tx, deps: Pick<ServiceDeps, 'newId' | 'clock'>, file: Import, most: number): Promise<Part | null> {
  const rows = await rowsAfter(tx, file.id, file.position, most);
  const last = rows.at(-1);
  if (!last) return null;
  await acquireImportLock(tx, file.entityType);
  const noted = await tx.$queryRawUnsafe<Problem[]>(PROBLEMS, file.id, rows[0]?.number ?? 0, last.number);
  const problems = new Map(noted.map(({ number, problem }) => [number, problem]));
  const fitting = rows.flatMap(({ number, cells }) => {
    if (problems.has(number)) return [];
    const { fields, problem } = readRow(file.entityType, file.columns, cells);
    if (problem !== null) problems.set(number, problem);
    return fields === null ? [] : [{ number, fields }];
  });
  const weighed = await matchAndLock(tx, file.entityType, fitting);
  const left = [...[...problems].map(([number, problem]) => ({ number, problem })), ...weighed.problems];
  const { created, updated } = await takeRows(tx, deps, file, weighed.taken, left);
  return { position: last.number, rows: rows.length, first: created, second: updated };
}

const PART = `select max(number)::int as last, count(*)::int as rows from (
  select number from import_rows where import_id = $1 and number > $2::int order by number limit $3::int) as part`;

/** Takes the next rows of a file back, and notes why what stays does; null where there are none. */
export async function revertBatch(tx: Tx, { clock }: Pick<ServiceDeps, 'clock'>, file: Import, most: number): Promise<Part | null> {
  const [part] = await tx.$queryRawUnsafe<{ last: number | null; rows: number }[]>(PART, file.id, file.position, most);
  if (!part || part.last === null) return null;
  const mine = [file.id, file.position + 1, part.last] as const;
  await tx.$queryRawUnsafe(holdForUndo(file.entityType), ...mine);
  const [counts] = await tx.$queryRawUnsafe<{ undone: number; kept: number }[]>(undoStatement(file.entityType), ...mine, clock.now());
  const { undone = 0, kept = 0 } = counts ?? {};
  if (kept > 0) {
    const rows = await tx.$queryRawUnsafe<KeptRow[]>(keptStatement(file.entityType), ...mine);
    const notes = rows.map((row) => ({ number: row.number, problem: skipReason(file.entityType, row) }));
    await tx.$executeRawUnsafe(WHY, file.id, JSON.stringify(notes));
  }
  return { position: part.last, rows: part.rows, first: undone, second: kept };
}
