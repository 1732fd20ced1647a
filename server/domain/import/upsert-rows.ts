import type { AssignmentTarget } from '#contract/assignment.ts';
import { fieldsOfImport, IMPORT_LIMITS, type ImportKey, type ImportNoun, type ImportOutcome } from '#contract/import.ts';
import { cleaned } from '#contract/text.ts';
import { phrasingKey, splitPhrasings } from '#contract/training.ts';
import { ADVISORY_LOCKS, lockTransaction } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { type Access, requirePermission } from '../access/access.ts';
import { assignOwners } from '../access/assignment.ts';
import type { ServiceDeps } from '../deps.ts';
import { ENTITIES } from '../entities/entities.ts';
import { Conflict } from '../failures.ts';
import { definedEntries, invalidInput } from '../query/invalid-input.ts';
import type { Viewer } from '../viewer.ts';
import {
  createMatcher,
  duplicateOf,
  type MatchedRow,
  type MatchOptions,
  type MatchResult,
  type RowProblem,
  readNextRows,
  skippedOf,
  type ValidRow,
} from './dry-run.ts';
import { differsSql, type Import, importableEntity, readImport, recordColumns, snapshotSql } from './import-schema.ts';
import { INSERT_ROWS } from './parse-csv.ts';
import { REMOVE_OLD_MUTATIONS } from './upload.ts';
import { type CellProblem, createDuplicateFinder, createRowReader, describeProblem, validateFields } from './validate-rows.ts';

// Hand-written SQL: a file has up to 200,000 rows, and each batch of them takes a few statements.

/** Fields of a new row, and their columns, that say by which rule somebody got it. */
const ASSIGNMENT_COLUMNS = [
  ['assignmentRuleId', 'assignment_rule_id'],
  ['assignmentReason', 'assignment_reason'],
] as const;

/** `$1`: rows with `number`, their existing or new id, and `exists`; `$2` now, `$3` the import. */
function upsertStatement(entityType: ImportNoun): string {
  const { table, columns, insertDefaults, derivedTimestamps } = importableEntity(entityType);
  const fields = Object.entries(columns);
  const timestamps = Object.values(derivedTimestamps);
  const sets = [
    ...fields.map(([field, [column]]) => `${column} = coalesce(given."${field}", ${table}.${column})`),
    ...timestamps.map(
      ([column, follows]) =>
        `${column} = case when coalesce(given."${follows}", ${table}.${follows}) is distinct from ${table}.${follows} then $2::timestamptz else ${table}.${column} end`,
    ),
  ].join(', ');
  const assignment = hasOwner(entityType) ? ASSIGNMENT_COLUMNS : [];
  const names = [
    ...fields.map(([, [column]]) => column),
    ...timestamps.map(([column]) => column),
    ...['created_at', 'updated_at'],
    ...assignment.map(([, column]) => column),
  ].join(', ');
  const values = [
    ...fields.map(([field]) => (insertDefaults[field] ? `coalesce("${field}", ${insertDefaults[field]})` : `"${field}"`)),
    ...[...timestamps, 'created_at', 'updated_at'].map(() => '$2::timestamptz'),
    ...assignment.map(([field]) => `"${field}"`),
  ].join(', ');
  return `
  with given as (select * from jsonb_to_recordset($1::jsonb) as given(number int, id text, "exists" boolean, ${[...assignment.map(([field]) => `"${field}" text`), recordColumns(entityType)].join(', ')})),
  before as (select id, ${snapshotSql(entityType, table)} as snapshot from ${table} where id in (select id from given where "exists")),
  updated as (
    update ${table} set ${sets}, updated_at = greatest($2::timestamptz, ${table}.updated_at + interval '1 millisecond') from given
    where given."exists" and ${table}.id = given.id and (${differsSql(entityType)}) returning ${table}.*
  ),
  inserted as (
    insert into ${table} (id, ${names}) select id, ${values} from given where not "exists" order by number returning *
  ),
  outcomes as (
    select given.number, given.id, before.snapshot as before,
      case when inserted.id is not null then ${snapshotSql(entityType, 'inserted')} when updated.id is not null then ${snapshotSql(entityType, 'updated')} end as after,
      case when inserted.id is not null then 'created' when updated.id is not null then 'updated' else 'unchanged' end as outcome
    from given left join before using (id) left join updated using (id) left join inserted using (id)
  ),
  saved as (
    update import_rows set outcome = outcomes.outcome, row_id = outcomes.id, before = outcomes.before, after = outcomes.after
    from outcomes where import_rows.import_id = $3 and import_rows.number = outcomes.number
  )
  select count(*) filter (where outcome = 'created')::int as created, count(*) filter (where outcome = 'updated')::int as updated from outcomes`;
}

const LOCK_ROWS = (entityType: ImportNoun): string =>
  `select id from ${importableEntity(entityType).table} where id = any($1::text[]) order by id for no key update`;
const SAVE_SKIPPED = `update import_rows set outcome = 'skipped', problem = coalesce(import_rows.problem, note.problem)
  from jsonb_to_recordset($2::jsonb) as note(number int, problem text) where import_id = $1 and import_rows.number = note.number`;
const PROBLEMS = `select number, problem from import_rows where import_id = $1 and number between $2::int and $3::int and problem is not null`;

/** Who imports: existing rows change where they may change them, and new rows are theirs. */
export interface Importer {
  readonly id: string | null;
  readonly access: Access;
}

/** Waits until nobody else imports the same entity type: a row that matches nothing is then inserted only once. */
const acquireImportLock = (tx: Tx, entityType: ImportNoun): Promise<void> => lockTransaction(tx, ADVISORY_LOCKS.importUpsert[entityType]);

/** Matches rows and locks the existing ones. When one was deleted in between, by an undo for example, it matches again. */
async function matchAndLock(
  tx: Tx,
  importer: Importer,
  entityType: ImportNoun,
  rows: readonly ValidRow[],
  options: MatchOptions = {},
): Promise<MatchResult> {
  const result = await createMatcher(entityType, importer.access.rows(entityType, 'change'), options)(tx, rows);
  const ids = result.matched.flatMap(({ id }) => id ?? []);
  const locked = await tx.$queryRawUnsafe<unknown[]>(LOCK_ROWS(entityType), ids);
  return locked.length === ids.length ? result : matchAndLock(tx, importer, entityType, rows, options);
}

const IMPORTED = `
  select id, also_asked_as as "alsoAskedAs" from ai_training_data
  where id in (select row_id from import_rows where import_id = $1 and number between $2::int and $3::int)`;
const GIVEN = 'jsonb_to_recordset($1::jsonb) as given(id text, normalized text, text text)';
const REMOVE_OTHERS = `
  delete from training_phrasings where training_item_id = any($2::text[])
    and not exists (select 1 from ${GIVEN} where given.id = training_item_id and given.normalized = training_phrasings.normalized)`;
const ADD_IMPORTED = `
  insert into training_phrasings (training_item_id, normalized, text, source, created_at)
  select id, normalized, text, 'imported', $2::timestamptz from ${GIVEN}
  on conflict (training_item_id, normalized) do update set text = excluded.text where training_phrasings.text <> excluded.text`;

/** Imports and their undo write `also_asked_as` alone: this makes the phrasings of rows `from` to `to` the same. */
export async function syncImportedPhrasings(
  tx: Tx,
  importId: string,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  const items = await tx.$queryRawUnsafe<{ id: string; alsoAskedAs: string }[]>(IMPORTED, importId, from, to);
  const given = items.flatMap((item) =>
    splitPhrasings(item.alsoAskedAs).map((text) => ({ id: item.id, normalized: phrasingKey(text), text })),
  );
  const ids = items.map(({ id }) => id);
  await tx.$executeRawUnsafe(REMOVE_OTHERS, JSON.stringify(given), ids);
  await tx.$executeRawUnsafe(ADD_IMPORTED, JSON.stringify(given), at);
}

/** The nouns whose rows have an owner. */
const OWNED: Readonly<Partial<Record<ImportNoun, { readonly table: string; readonly target: AssignmentTarget; readonly events: string }>>> =
  {
    lead: { table: 'leads', target: 'imported_lead', events: `events.subject_type = 'lead' and events.subject_id = owned.id` },
    customer: {
      table: 'customers',
      target: 'imported_customer',
      // Those of orders and of emails belong to whom the customer belongs to.
      events: `((events.subject_type = 'customer' and events.subject_id = owned.id)
      or (events.customer_id = owned.id and (events.subject_type = 'order' or events.kind = 'email.personalized')))`,
    },
  };

/** Whether a new row of the noun belongs to somebody. */
export const hasOwner = (entityType: ImportNoun): boolean => OWNED[entityType] !== undefined;

/** Gives the past events of rows `from` to `to` of an import to those whose rows they are now. */
export async function passOnImportedEvents(
  tx: Tx,
  entityType: ImportNoun,
  importId: string,
  { from, to, outcome }: { readonly from: number; readonly to: number; readonly outcome: ImportOutcome | 'undone' },
): Promise<void> {
  const owned = OWNED[entityType];
  if (!owned) return;
  await tx.$executeRawUnsafe(
    `update events set owner_id = owned.owner_id from import_rows join ${owned.table} as owned on owned.id = import_rows.row_id
      where import_rows.import_id = $1 and import_rows.number between $2::int and $3::int and import_rows.outcome = $4
        and events.owner_id is distinct from owned.owner_id and ${owned.events}`,
    importId,
    from,
    to,
    outcome,
  );
}

/** Who gets the new rows that name nobody, by their numbers: whom the assignment rules say, otherwise whoever imports them. */
async function ownersOfNew(tx: Tx, entityType: ImportNoun, importer: Importer, rows: readonly MatchedRow[], now: Date) {
  const owned = OWNED[entityType];
  const unnamed = owned ? rows.filter(({ id, fields }) => id === null && fields.ownerId === undefined) : [];
  const assignable = unnamed.map(({ fields: { source, phone, stage } }) => ({
    source: entityType === 'lead' ? (source ?? ENTITIES.lead.columns.source?.default ?? null) : null,
    phone: phone ?? null,
    opensLead: entityType === 'lead' && stage !== 'won',
  }));
  const assignments = owned ? await assignOwners(tx, owned.target, assignable, now) : [];
  return new Map(
    unnamed.map(({ number }, index) => {
      const { ownerId = null, ruleId = null, reason = null } = assignments[index] ?? {};
      return [number, { ownerId: ownerId ?? importer.id, assignmentRuleId: ruleId, assignmentReason: reason }];
    }),
  );
}

type UpsertDeps = Pick<ServiceDeps, 'newId' | 'clock'>;

/** Writes matched and locked rows, and saves the outcome of every row under the import. */
async function upsertRows(
  tx: Tx,
  { newId, clock }: UpsertDeps,
  importer: Importer,
  { id, entityType }: Pick<Import, 'id' | 'entityType'>,
  rows: readonly MatchedRow[],
  skipped: readonly RowProblem[],
): Promise<{ created: number; updated: number }> {
  const owners = await ownersOfNew(tx, entityType, importer, rows, clock.now());
  const given = rows.map((row) => ({
    ...owners.get(row.number),
    ...row.fields,
    number: row.number,
    id: row.id ?? newId(),
    exists: row.id !== null,
  }));
  const [counts] = await tx.$queryRawUnsafe<{ created: number; updated: number }[]>(
    upsertStatement(entityType),
    JSON.stringify(given),
    clock.now(),
    id,
  );
  const range = { from: rows[0]?.number ?? 0, to: rows.at(-1)?.number ?? 0, at: clock.now() };
  if (entityType === 'trainingItem') await syncImportedPhrasings(tx, id, range);
  if (rows.some(({ fields, action }) => action === 'updated' && fields.ownerId))
    await passOnImportedEvents(tx, entityType, id, { ...range, outcome: 'updated' });
  if (skipped.length > 0) await tx.$executeRawUnsafe(SAVE_SKIPPED, id, JSON.stringify(skipped));
  return counts ?? { created: 0, updated: 0 };
}

/** The problem that a report has for a row. */
const describeFirst = (entityType: ImportNoun, [first]: readonly CellProblem[]): string =>
  first ? describeProblem(entityType, first) : 'Invalid input';

/** Imports the next rows of a file; null where none are left. */
export async function importBatch(tx: Tx, deps: UpsertDeps, importer: Importer, file: Import, batchSize: number) {
  const rows = await readNextRows(tx, file.id, file.position, batchSize);
  const last = rows.at(-1);
  if (!last) return null;
  await acquireImportLock(tx, file.entityType);
  const stored = await tx.$queryRawUnsafe<RowProblem[]>(PROBLEMS, file.id, rows[0]?.number ?? 0, last.number);
  const problems = new Map(stored.map(({ number, problem }) => [number, problem]));
  const readRow = createRowReader(file);
  const valid = rows.flatMap(({ number, cells }): ValidRow[] => {
    if (problems.has(number)) return [];
    const { fields, problems: found } = readRow(cells);
    if (fields !== null) return [{ number, fields }];
    problems.set(number, describeFirst(file.entityType, found));
    return [];
  });
  const result = await matchAndLock(tx, importer, file.entityType, valid, { emptyFields: file.emptyFields });
  const skipped = [...[...problems].map(([number, problem]) => ({ number, problem })), ...skippedOf(result)];
  const counts = await upsertRows(tx, deps, importer, file, result.matched, skipped);
  return { position: last.number, rows: rows.length, ...counts };
}

/** The outcome of a row of a mutation. */
export interface UpsertRow {
  /** Counted from 1, in the order the rows were sent. */
  readonly number: number;
  readonly outcome: ImportOutcome;
  /** The created or existing row; null for a skipped one. */
  readonly id: string | null;
  readonly problem: string | null;
}

export interface UpsertResult {
  readonly import: Import;
  readonly rows: readonly UpsertRow[];
}

const OUTCOMES = `select number, outcome, row_id as id, problem from import_rows where import_id = $1 order by number`;

/** The fields that each match key needs. */
const KEY_FIELDS: Readonly<Record<ImportKey, readonly string[]>> = {
  shopifyCustomerId: ['shopifyCustomerId'],
  email: ['email'],
  phone: ['phone'],
  emailAndName: ['email', 'name'],
};

/** Validates the rows of a mutation; those without the match key have a problem. */
function validateSentRows(entityType: ImportNoun, rows: readonly object[], by: ImportKey | null) {
  const findDuplicate = createDuplicateFinder(entityType, by);
  const problems: RowProblem[] = [];
  const problemOf = (number: number, row: object): string | ValidRow => {
    const { fields, problems: found } = validateFields(entityType, Object.fromEntries(definedEntries(row)));
    if (fields === null) return describeFirst(entityType, found);
    const missing = by && fieldsOfImport(entityType).find(({ field }) => !fields[field] && KEY_FIELDS[by].includes(field));
    if (missing) return `${missing.label}: Required, because it is the match key`;
    const duplicate = findDuplicate(fields, number);
    return duplicate === null ? { number, fields } : duplicateOf(duplicate, entityType);
  };
  const valid = rows.flatMap((row, index): ValidRow[] => {
    const number = index + 1;
    const checked = problemOf(number, row);
    if (typeof checked !== 'string') return [checked];
    problems.push({ number, problem: checked });
    return [];
  });
  return { valid, problems };
}

/**
 * Upserts the rows of a mutation in one transaction, and stores them with their outcomes as an import that can be undone. Removes the
 * person's oldest such imports beyond `IMPORT_LIMITS.stored.mutations`.
 */
export const createBulkUpsert =
  ({ db, log, clock, newId }: ServiceDeps) =>
  async (viewer: Viewer, entityType: ImportNoun, rows: readonly object[], by: ImportKey | null): Promise<UpsertResult> => {
    requirePermission(viewer, entityType, 'import');
    const number = (value: number) => value.toLocaleString('en-US');
    if (rows.length === 0 || rows.length > IMPORT_LIMITS.sent)
      invalidInput('rows', `A mutation accepts 1 to ${number(IMPORT_LIMITS.sent)} rows, but ${number(rows.length)} were sent.`);
    const columns = fieldsOfImport(entityType).map(({ field }) => field);
    const cells = JSON.stringify(
      rows.map((row, index) => {
        const fields = new Map(definedEntries(row));
        return [index + 1, columns.map((field) => cleaned(String(fields.get(field) ?? '')))];
      }),
    );
    const { valid, problems } = validateSentRows(entityType, rows, by);
    const at = clock.now();
    const id = newId();
    return db
      .transaction(async (tx) => {
        const file = { id, entityType, fileName: 'GraphQL', state: 'done', encoding: 'utf-8', separator: '', header: columns, columns };
        const sizes = { total: rows.length, bytes: Buffer.byteLength(cells), position: rows.length, done: rows.length };
        await tx.import.create({ data: { ...file, ...sizes, userId: viewer.id, createdAt: at, updatedAt: at } });
        await tx.$executeRawUnsafe(INSERT_ROWS, id, cells);
        await tx.$executeRawUnsafe(REMOVE_OLD_MUTATIONS, viewer.id, id);
        await acquireImportLock(tx, entityType);
        const result = await matchAndLock(tx, viewer, entityType, valid, { by });
        const skipped = [...problems, ...skippedOf(result)];
        const counts = await upsertRows(tx, { newId, clock }, viewer, { id, entityType }, result.matched, skipped);
        const count = counts.created + counts.updated;
        const subject = { type: 'import', id };
        if (count > 0) await log.append(tx, { kind: `${entityType}s.imported`, subject, actorId: viewer.id, data: { count }, at });
        const summary = { problems: skipped.length, wouldCreate: counts.created, wouldUpdate: counts.updated };
        const stored = await tx.import.update({ where: { id }, data: { ...counts, ...summary } });
        return { import: readImport(stored), rows: await tx.$queryRawUnsafe<UpsertRow[]>(OUTCOMES, id) };
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new Conflict('Someone else saved one of these rows at the same time. Nothing was saved. Send them again.');
      });
  };
