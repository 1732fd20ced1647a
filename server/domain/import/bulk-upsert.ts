import { fieldsOfImport, IMPORT_LIMITS, type ImportKey, type ImportNoun, type ImportOutcome } from '#contract/import.ts';
import { cleaned } from '#contract/text.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict } from '../failures.ts';
import { definedEntries, invalidInput } from '../query/invalid-input.ts';
import type { Viewer } from '../viewer.ts';
import { dedupe } from './dedupe.ts';
import { acquireImportLock, matchAndLock, takeRows } from './import-batch.ts';
import { type Problem, sameAlready } from './match-rows.ts';
import { INSERT_ROWS } from './parse-csv.ts';
import { readFields } from './rows.ts';
import { REMOVE_OLD_MUTATIONS } from './storage-limit.ts';
import { type Import, readImport } from './stored.ts';

/** What became of a row that was sent. */
export interface UpsertRow {
  /** Its place among the rows, from 1. */
  readonly number: number;
  readonly outcome: ImportOutcome;
  /** Whom it added or is; null where it was left out. */
  readonly id: string | null;
  readonly problem: string | null;
}

/** Rows that were sent, as they were taken in. */
export interface UpsertResult {
  readonly import: Import;
  readonly rows: readonly UpsertRow[];
}

const OUTCOMES = `select number, outcome, row_id as id, problem from import_rows where import_id = $1 order by number`;

/** What each thing rows may be known by is made of. */
const PARTS = {
  shopifyCustomerId: ['shopifyCustomerId'],
  email: ['email'],
  phone: ['phone'],
  emailAndName: ['email', 'name'],
} as const satisfies Record<ImportKey, readonly string[]>;

/** Reads rows by the rules of the form; those that cannot be told by what rows are known by have a problem. */
function readSent(noun: ImportNoun, rows: readonly object[], by: ImportKey | null) {
  const repeatOf = dedupe(noun, by);
  const problems: Problem[] = [];
  const fitting = rows.flatMap((row, at) => {
    const number = at + 1;
    const read = readFields(noun, Object.fromEntries(definedEntries(row)));
    const { fields } = read;
    const missing = by && fields && fieldsOfImport(noun).find(({ field }) => !fields[field] && PARTS[by].some((part) => part === field));
    const before = fields && !missing ? repeatOf(fields, number) : null;
    if (fields && !missing && before === null) return [{ number, fields }];
    const same = before === null ? '' : sameAlready(before, noun);
    problems.push({ number, problem: read.problem ?? (missing ? `${missing.label}: Needed, since rows are known by it` : same) });
    return [];
  });
  return { fitting, problems };
}

/** Takes rows in that a program sends: all of them, or none where it fails; each with what became of it, stored as an import. A person's oldest such imports are removed beyond `IMPORT_LIMITS.stored.mutations`. */
export const createBulkUpsert =
  ({ db, log, clock, newId }: ServiceDeps) =>
  async (viewer: Viewer, noun: ImportNoun, rows: readonly object[], by: ImportKey | null): Promise<UpsertResult> => {
    if (rows.length === 0 || rows.length > IMPORT_LIMITS.sent)
      invalidInput(
        'rows',
        `A mutation takes 1 to ${IMPORT_LIMITS.sent.toLocaleString('en-US')} rows; ${rows.length.toLocaleString('en-US')} were sent.`,
      );
    const columns = fieldsOfImport(noun).map(({ field }) => field);
    const cells = rows.map((row, at) => {
      const filled = new Map(definedEntries(row));
      return [at + 1, columns.map((field) => cleaned(String(filled.get(field) ?? '')))];
    });
    const written = JSON.stringify(cells);
    const { fitting, problems } = readSent(noun, rows, by);
    const at = clock.now();
    const id = newId();
    return db
      .transaction(async (tx) => {
        const file = { id, noun, fileName: 'GraphQL', state: 'done', encoding: 'utf-8', separator: '', header: columns, columns };
        const sizes = { total: rows.length, bytes: Buffer.byteLength(written), place: rows.length, done: rows.length };
        await tx.import.create({ data: { ...file, ...sizes, userId: viewer.id, createdAt: at, updatedAt: at } });
        await tx.$executeRawUnsafe(INSERT_ROWS, id, written);
        await tx.$executeRawUnsafe(REMOVE_OLD_MUTATIONS, viewer.id, id);
        await acquireImportLock(tx, noun);
        const weighed = await matchAndLock(tx, noun, fitting, by);
        const left = [...problems, ...weighed.problems];
        const counts = await takeRows(tx, { newId, clock }, { id, noun }, weighed.taken, left);
        const count = counts.created + counts.updated;
        const subject = { type: 'import', id };
        if (count > 0) await log.append(tx, { kind: `${noun}s.imported`, subject, actorId: viewer.id, data: { count }, at });
        const outlook = { problems: left.length, wouldCreate: counts.created, wouldUpdate: counts.updated };
        const stored = await tx.import.update({ where: { id }, data: { ...counts, ...outlook } });
        return { import: readImport(stored), rows: await tx.$queryRawUnsafe<UpsertRow[]>(OUTCOMES, id) };
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new Conflict('Somebody stored one of these at the same moment. Nothing was stored; send them again.');
      });
  };
