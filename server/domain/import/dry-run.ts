import {
  fieldsOfImport,
  IMPORT_LIMITS,
  IMPORT_NOUN_LABELS,
  type ImportChoices,
  type ImportKey,
  type ImportNoun,
  type ImportProblemValue,
  REQUIRED_FIELDS,
} from '#contract/import.ts';
import type { DecimalSign } from '#contract/money.ts';
import { createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import type { Tx } from '#server/database/client.ts';
import { ownersOf, type RowScope } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { invalidInput, quoted } from '../query/invalid-input.ts';
import type { Viewer } from '../viewer.ts';
import { differsSql, type Import, importableEntity, readImport, recordColumns, requireImport } from './import-schema.ts';
import { withoutQueue } from './upload.ts';
import {
  type CellProblem,
  createDuplicateFinder,
  createRowReader,
  cut,
  describeEmptied,
  describeProblem,
  type Fields,
  findOwners,
  isLeftEmpty,
  MONEY_FIELDS,
} from './validate-rows.ts';

export interface RowProblem {
  readonly number: number;
  readonly problem: string;
}

/** A problem of a row that was found by matching it, and whether the row is imported without the cell. */
interface MatchProblem extends RowProblem {
  readonly found: CellProblem;
  readonly isLeftEmpty: boolean;
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
  /** Of rows that are skipped, and of those that are imported without a cell. */
  readonly problems: readonly MatchProblem[];
}

/** The problems of rows that are skipped. */
export const skippedOf = ({ problems }: MatchResult): readonly MatchProblem[] => problems.filter((each) => !each.isLeftEmpty);

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
export function createMatcher(entityType: ImportNoun, scope: RowScope, { by = null, emptyFields = [] }: MatchOptions = {}) {
  const owners = ownersOf(scope);
  // The other customer may be one that does not exist for whoever imports.
  const usedKey = `Shopify Customer ID: ${owners === null ? 'Already used by another customer' : 'You cannot set this one. Ask an admin.'}`;
  const matchedBy = new Map<string, number>();
  return async (tx: Tx, valid: readonly ValidRow[]): Promise<MatchResult> => {
    const problems: MatchProblem[] = [];
    const report = (number: number, found: CellProblem, problem = describeProblem(entityType, found)): boolean => {
      const isEmptied = isLeftEmpty(emptyFields, found.field);
      problems.push({ number, problem, found, isLeftEmpty: isEmptied });
      return isEmptied;
    };
    const people = await findOwners(tx, valid);
    const rows = valid.flatMap((row): ValidRow[] => {
      const { ownerId: name, ...rest } = row.fields;
      if (name === undefined) return [row];
      const ownerId = people.get(name.toLowerCase());
      if (ownerId !== undefined) return [{ ...row, fields: { ...rest, ownerId } }];
      const found = { field: 'ownerId', value: cut(name), problem: `No active account has the username or email address ${quoted(name)}` };
      return report(row.number, found) ? [{ ...row, fields: rest }] : [];
    });
    const sent = JSON.stringify(rows.map(({ number, fields }) => ({ ...fields, number })));
    const found = await tx.$queryRawUnsafe<Match[]>(
      matchStatement(entityType, by, owners !== null),
      sent,
      ...(owners === null ? [] : [owners]),
    );
    const matches = new Map(found.map((match) => [match.number, match]));
    const matched: MatchedRow[] = [];
    for (const { number, fields } of rows) {
      const { id = null, action = 'created' } = matches.get(number) ?? {};
      const earlier = id === null ? undefined : matchedBy.get(id);
      if (earlier !== undefined) report(number, duplicateProblem(entityType), duplicateOf(earlier, entityType));
      else if (action === 'duplicate_key') report(number, { field: null, value: fields.shopifyCustomerId ?? null, problem: usedKey });
      else matched.push({ number, fields, id, action });
      if (id !== null && earlier === undefined) matchedBy.set(id, number);
    }
    return { matched, problems };
  };
}

export interface MatchOptions {
  /** The match key; null for the usual ones. */
  readonly by?: ImportKey | null;
  /** Fields whose cells are left empty where they have a problem. */
  readonly emptyFields?: readonly string[];
}

/** The same for all duplicates, so that they are counted together. */
const duplicateProblem = (entityType: ImportNoun): CellProblem => ({
  field: null,
  value: null,
  problem: `Same ${IMPORT_NOUN_LABELS[entityType]} as an earlier row.`,
});

const NEXT_ROWS = 'select number, cells from import_rows where import_id = $1 and number > $2::int order by number limit $3::int';

/** The next rows of a file after a row number. */
export const readNextRows = (tx: Tx, importId: string, after: number, limit: number) =>
  tx.$queryRawUnsafe<{ readonly number: number; readonly cells: readonly string[] }[]>(NEXT_ROWS, importId, after, limit);

/** Rows of one transaction. Between batches the connection is free for others. */
const BATCH_SIZE = 5_000;

// Writes the problems of a range of rows and removes those of an earlier dry run, touching only rows that differ.
const SAVE_PROBLEMS = `
  update import_rows set problem = found.problem, note = found.note
  from import_rows as row left join jsonb_to_recordset($4::jsonb) as found(number int, problem text, note text) using (number)
  where row.import_id = $1 and row.number between $2::int and $3::int and import_rows.import_id = row.import_id
    and import_rows.number = row.number and (import_rows.problem, import_rows.note) is distinct from (found.problem, found.note)`;

// Decimals are one or two digits at the end, and groups of three with the other sign between them occur twice.
const DECIMAL_SIGN = `
  select bool_or(cell ~ '\\d,\\d{1,2}\\D*$' or cell ~ '\\d\\.\\d{3}\\.\\d{3}') as comma,
    bool_or(cell ~ '\\d\\.\\d{1,2}\\D*$' or cell ~ '\\d,\\d{3},\\d{3}') as point
  from (select cells->>$2::int as cell from import_rows where import_id = $1) as amounts`;

/** What separates decimals in the amounts of a file, by those that can be read in one way only. */
async function detectDecimalSign(tx: Tx, { id, entityType }: Import, columns: readonly string[]): Promise<DecimalSign> {
  const at = columns.findIndex((field) => MONEY_FIELDS[entityType].includes(field));
  if (at < 0) return '.';
  const [found] = await tx.$queryRawUnsafe<{ comma: boolean | null; point: boolean | null }[]>(DECIMAL_SIGN, id, at);
  if (!found?.comma) return '.';
  return found.point ? 'mixed' : ',';
}

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

  const begin = (viewer: Viewer, id: string, { columns, replacements, emptyFields }: ImportChoices, charge: (points: number) => void) =>
    db.transaction(async (tx) => {
      const file = await lockImport(tx, id);
      requireImport(viewer, file);
      if (file.state !== 'ready') throw new Conflict('This file has already been imported.');
      assertColumns(file, columns);
      assertChoices(file, { columns, replacements, emptyFields });
      charge(Math.ceil(file.total / rowsPerPoint));
      // Without a result the file cannot be imported: an interrupted dry run leaves none.
      const result = { problems: null, problemGroups: [], wouldCreate: null, wouldUpdate: null };
      const choices = {
        columns: [...columns],
        replacements: replacements.map((each) => ({ ...each })),
        emptyFields: [...emptyFields],
        decimalSign: await detectDecimalSign(tx, file, columns),
      };
      const data = { ...choices, dryRunId: newId(), ...result, updatedAt: clock.now() };
      return readImport(await tx.import.update({ where: { id }, data }));
    });

  const run = async ({ access }: Viewer, file: Import): Promise<Import> => {
    const { id, entityType, emptyFields } = file;
    const runId = file.dryRunId ?? '';
    const readRow = createRowReader(file);
    const findDuplicate = createDuplicateFinder(entityType);
    const match = createMatcher(entityType, access.rows(entityType, 'change'), { emptyFields });
    const groups = createProblemGroups();
    const result = { problems: 0, wouldCreate: 0, wouldUpdate: 0 };

    const checkBatch = async (tx: Tx, after: number): Promise<number | null> => {
      await lockOwn(tx, id, runId);
      const rows = await readNextRows(tx, id, after, BATCH_SIZE);
      const last = rows.at(-1);
      if (!last) return null;
      const problems = new Map<number, string>();
      const emptied = new Map<number, readonly CellProblem[]>();
      const skip = (number: number, found: CellProblem, problem = describeProblem(entityType, found)) => {
        if (!problems.has(number)) problems.set(number, problem);
        groups.add(number, found);
      };
      const valid = rows.flatMap(({ number, cells }): ValidRow[] => {
        const read = readRow(cells);
        if (read.fields === null) {
          for (const each of read.problems) skip(number, each);
          return [];
        }
        for (const each of read.problems) groups.add(number, each);
        emptied.set(number, read.problems);
        const duplicate = findDuplicate(read.fields, number);
        if (duplicate === null) return [{ number, fields: read.fields }];
        skip(number, duplicateProblem(entityType), duplicateOf(duplicate, entityType));
        return [];
      });
      const matching = await match(tx, valid);
      const { matched } = matching;
      for (const each of matching.problems) {
        if (each.isLeftEmpty) {
          groups.add(each.number, each.found);
          emptied.set(each.number, [...(emptied.get(each.number) ?? []), each.found]);
        } else skip(each.number, each.found, each.problem);
      }
      const found = rows.map(({ number }) => {
        const problem = problems.get(number) ?? null;
        return { number, problem, note: problem === null ? describeEmptied(entityType, emptied.get(number) ?? []) : null };
      });
      const noted = found.filter(({ problem, note }) => problem !== null || note !== null);
      await tx.$executeRawUnsafe(SAVE_PROBLEMS, id, after + 1, last.number, JSON.stringify(noted));
      result.problems += problems.size;
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
      return readImport(
        await tx.import.update({ where: { id }, data: { ...result, problemGroups: groups.list(), updatedAt: clock.now() } }),
      );
    });
  };

  return (viewer: Viewer, id: string, choices: ImportChoices, charge: (points: number) => void = () => {}): Promise<Import> =>
    limit(viewer.id, async () => run(viewer, await begin(viewer, id, choices, charge)));
}

/** Counts the problems of rows by field and value. Values beyond `IMPORT_LIMITS.problems.counted` of a field are counted with it alone. */
function createProblemGroups() {
  const { values: listed, counted } = IMPORT_LIMITS.problems;
  const groups = new Map<
    string | null,
    { rows: number; values: Map<string, { -readonly [Key in keyof ImportProblemValue]: ImportProblemValue[Key] }> }
  >();
  return {
    add: (number: number, { field, value, problem }: CellProblem): void => {
      const group = groups.get(field) ?? { rows: 0, values: new Map() };
      groups.set(field, group);
      group.rows += 1;
      const key = `${problem}\n${value}`;
      const known = group.values.get(key);
      if (known) known.rows += 1;
      else if (group.values.size < counted) group.values.set(key, { value, problem, rows: 1, firstRow: number });
    },
    /** The commonest first. */
    list: () =>
      [...groups]
        .map(([field, { rows, values }]) => ({
          field,
          rows,
          valueCount: values.size,
          values: [...values.values()].toSorted((one, other) => other.rows - one.rows || one.firstRow - other.firstRow).slice(0, listed),
        }))
        .toSorted((one, other) => other.rows - one.rows),
  };
}

/** Whether rows can be imported without a field. */
export const isOptional = (entityType: ImportNoun, field: string | null): boolean =>
  field !== null && !REQUIRED_FIELDS[entityType].includes(field);

function assertChoices({ entityType }: Import, { columns, replacements, emptyFields }: ImportChoices): void {
  if (replacements.length > IMPORT_LIMITS.replacements)
    invalidInput('replacements', `At most ${IMPORT_LIMITS.replacements} values can be replaced in one file.`);
  for (const { field } of replacements)
    if (field === '' || !columns.includes(field)) invalidInput('replacements', `No column is mapped to ${quoted(field)}.`);
  for (const field of emptyFields) {
    const known = fieldsOfImport(entityType).find((each) => each.field === field);
    if (!known) invalidInput('emptyFields', `A ${IMPORT_NOUN_LABELS[entityType]} has no field ${quoted(field)}.`);
    if (known && !isOptional(entityType, field)) invalidInput('emptyFields', `${known.label} cannot be left empty.`);
  }
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
