import { fieldsOfImport, IMPORT_LIMITS, IMPORT_NOUN_LABELS, type ImportKey, type ImportNoun, REQUIRED_FIELDS } from '#contract/import.ts';
import { createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import type { Tx } from '#server/database/client.ts';
import { ownersOf, type RowScope } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { invalidInput, quoted } from '../query/invalid-input.ts';
import type { Viewer } from '../viewer.ts';
import { differsSql, type Import, importableEntity, readImport, recordColumns, requireImport } from './import-schema.ts';
import { withoutQueue } from './upload.ts';
import { createDuplicateFinder, type Fields, findOwners, validateRow } from './validate-rows.ts';

export interface RowProblem {
  readonly number: number;
  readonly problem: string;
}

/** A valid row with its fields. */
export interface ValidRow {
  readonly number: number;
  readonly fields: Fields;
}

/** A row that can be imported, with the existing row that it matches. */
export interface MatchedRow extends ValidRow {
  /** Null for a new row. */
  readonly id: string | null;
  readonly action: 'created' | 'updated' | 'unchanged';
}

export interface MatchResult {
  readonly matched: readonly MatchedRow[];
  readonly problems: readonly RowProblem[];
}

interface Match {
  readonly number: number;
  readonly id: string | null;
  readonly action: MatchedRow['action'] | 'duplicate_key';
}

/** `$1`: rows with their `number`; `$2`, where narrowed, the owners whose rows exist. The existing row that each matches, and what an import would do with it. */
function matchStatement(entityType: ImportNoun, by: ImportKey | null, isNarrowed: boolean): string {
  const { table, matchSql, matchSqlBy, duplicateKeySql } = importableEntity(entityType);
  const existing = by ? matchSqlBy[by] : matchSql;
  const found = isNarrowed
    ? `select found.* from (${existing}) as found join ${table} as own on own.id = found.id and own.owner_id = any($2::text[])`
    : existing;
  return `
  with sent as (select * from jsonb_to_recordset($1::jsonb) as sent(number int, ${recordColumns(entityType)})),
  given as (
    select given.*, match.id from sent as given
    left join lateral (${found} order by 2, 1 limit 1) as match on true
  )
  select given.number, given.id,
    case when ${duplicateKeySql} then 'duplicate_key' when given.id is null then 'created' when ${differsSql(entityType)} then 'updated' else 'unchanged' end as action
  from given left join ${table} on ${table}.id = given.id order by given.number`;
}

export const duplicateOf = (row: number, entityType: ImportNoun): string => `Same ${IMPORT_NOUN_LABELS[entityType]} as row ${row}.`;

/** Matches batches of rows with the existing ones of a scope: others’ rows are as if there were none. When several rows match the same one, the first counts, also across batches. */
export function createMatcher(entityType: ImportNoun, scope: RowScope, by: ImportKey | null = null) {
  const owners = ownersOf(scope);
  const matchedBy = new Map<string, number>();
  return async (tx: Tx, valid: readonly ValidRow[]): Promise<MatchResult> => {
    const { rows, problems: unknownOwners } = await findOwners(tx, valid);
    const sent = JSON.stringify(rows.map(({ number, fields }) => ({ ...fields, number })));
    const found = await tx.$queryRawUnsafe<Match[]>(
      matchStatement(entityType, by, owners !== null),
      sent,
      ...(owners === null ? [] : [owners]),
    );
    const matches = new Map(found.map((match) => [match.number, match]));
    const matched: MatchedRow[] = [];
    const problems = [...unknownOwners];
    for (const { number, fields } of rows) {
      const { id = null, action = 'created' } = matches.get(number) ?? {};
      const earlier = id === null ? undefined : matchedBy.get(id);
      if (earlier !== undefined) problems.push({ number, problem: duplicateOf(earlier, entityType) });
      else if (action === 'duplicate_key') problems.push({ number, problem: 'Shopify Customer ID: Already used by another customer' });
      else matched.push({ number, fields, id, action });
      if (id !== null && earlier === undefined) matchedBy.set(id, number);
    }
    return { matched, problems };
  };
}

const NEXT_ROWS = 'select number, cells from import_rows where import_id = $1 and number > $2::int order by number limit $3::int';

/** The next rows of a file after a row number. */
export const readNextRows = (tx: Tx, importId: string, after: number, limit: number) =>
  tx.$queryRawUnsafe<{ readonly number: number; readonly cells: readonly string[] }[]>(NEXT_ROWS, importId, after, limit);

/** Rows of one transaction. Between batches the connection is free for others. */
const BATCH_SIZE = 5_000;

// Writes the problems of a range of rows and removes those of an earlier dry run, touching only rows that differ.
const SAVE_PROBLEMS = `
  update import_rows set problem = note.problem
  from import_rows as row left join jsonb_to_recordset($4::jsonb) as note(number int, problem text) using (number)
  where row.import_id = $1 and row.number between $2::int and $3::int and import_rows.import_id = row.import_id
    and import_rows.number = row.number and import_rows.problem is distinct from note.problem`;

const { person, server, rowsPerPoint } = IMPORT_LIMITS.dryRuns;

interface DryRunDeps extends Pick<ServiceDeps, 'db' | 'clock' | 'newId'> {
  /** Locks the import until the transaction ends. Throws `NotFound`. */
  lockImport(tx: Tx, id: string): Promise<Import>;
}

/** Validates and matches the rows of a file without importing them. Only their problems are stored, one batch per transaction. */
export function createDryRun({ db, clock, newId, lockImport }: DryRunDeps) {
  const limit = createPersonAndServerLimiter({
    person: withoutQueue(person, `At most ${person} dry run per person may be in progress. Wait until yours finishes.`),
    server: withoutQueue(server, `At most ${server} dry runs may be in progress on a server. Try again in a moment.`),
  });

  /** Locks the import, unless another dry run was started or the import has begun. */
  const lockOwn = async (tx: Tx, id: string, runId: string): Promise<Import> => {
    const file = await lockImport(tx, id);
    if (file.dryRunId !== runId || file.state !== 'ready') throw new Conflict('Another dry run of this file was started. Use its result.');
    return file;
  };

  const begin = (viewer: Viewer, id: string, columns: readonly string[], charge: (points: number) => void) =>
    db.transaction(async (tx) => {
      const file = await lockImport(tx, id);
      requireImport(viewer, file);
      if (file.state !== 'ready') throw new Conflict('This file has already been imported.');
      assertColumns(file, columns);
      charge(Math.ceil(file.total / rowsPerPoint));
      // Without a result the file cannot be imported: an interrupted dry run leaves none.
      const result = { problems: null, wouldCreate: null, wouldUpdate: null };
      const data = { columns: [...columns], dryRunId: newId(), ...result, updatedAt: clock.now() };
      return readImport(await tx.import.update({ where: { id }, data }));
    });

  const run = async ({ access }: Viewer, file: Import): Promise<Import> => {
    const { id, entityType, columns } = file;
    const runId = file.dryRunId ?? '';
    const findDuplicate = createDuplicateFinder(entityType);
    const match = createMatcher(entityType, access.rows(entityType, 'change'));
    const result = { problems: 0, wouldCreate: 0, wouldUpdate: 0 };

    const checkBatch = async (tx: Tx, after: number): Promise<number | null> => {
      await lockOwn(tx, id, runId);
      const rows = await readNextRows(tx, id, after, BATCH_SIZE);
      const last = rows.at(-1);
      if (!last) return null;
      const invalid: RowProblem[] = [];
      const valid = rows.flatMap(({ number, cells }): ValidRow[] => {
        const { fields, problem } = validateRow(entityType, columns, cells);
        const duplicate = fields && findDuplicate(fields, number);
        if (problem !== null) invalid.push({ number, problem });
        else if (duplicate !== null) invalid.push({ number, problem: duplicateOf(duplicate, entityType) });
        else return [{ number, fields }];
        return [];
      });
      const { matched, problems } = await match(tx, valid);
      await tx.$executeRawUnsafe(SAVE_PROBLEMS, id, after + 1, last.number, JSON.stringify([...invalid, ...problems]));
      result.problems += invalid.length + problems.length;
      result.wouldCreate += matched.filter(({ action }) => action === 'created').length;
      result.wouldUpdate += matched.filter(({ action }) => action === 'updated').length;
      return last.number;
    };

    let after: number | null = 0;
    while (after !== null) {
      const from: number = after;
      after = await db.transaction((tx) => checkBatch(tx, from), { timeout: 30_000 });
    }
    return db.transaction(async (tx) => {
      await lockOwn(tx, id, runId);
      return readImport(await tx.import.update({ where: { id }, data: { ...result, updatedAt: clock.now() } }));
    });
  };

  return (viewer: Viewer, id: string, columns: readonly string[], charge: (points: number) => void = () => {}): Promise<Import> =>
    limit(viewer.id, async () => run(viewer, await begin(viewer, id, columns, charge)));
}

function assertColumns({ entityType, header }: Import, columns: readonly string[]): void {
  if (columns.length !== header.length)
    invalidInput('columns', `The file has ${header.length} columns, but \`columns\` has ${columns.length}.`);
  const fields = fieldsOfImport(entityType);
  for (const [index, field] of columns.entries()) {
    const known = fields.find((each) => each.field === field);
    if (field !== '' && !known) invalidInput('columns', `A ${IMPORT_NOUN_LABELS[entityType]} has no field ${quoted(field)}.`);
    if (known && columns.indexOf(field) !== index) invalidInput('columns', `Two columns are mapped to ${known.label}. Choose one.`);
  }
  const missing = fields.find(({ field }) => REQUIRED_FIELDS[entityType].includes(field) && !columns.includes(field));
  if (missing) throw new Invalid([{ path: 'columns', message: `Map a column to ${missing.label}.` }]);
}
