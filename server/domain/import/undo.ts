import { fieldsOfImport, type ImportNoun } from '#contract/import.ts';
import type { Tx } from '#server/database/client.ts';
import { ownersOf } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { type Import, importableEntity, type RowUsage, recordColumns, snapshotSql } from './import-schema.ts';
import { hasOwner, type Importer, passOnImportedEvents, syncImportedPhrasings } from './upsert-rows.ts';

// Every foreign key of the database that references the table, whichever table it is in.
const FOREIGN_KEYS = `
  select referencing.relname::text as name, constraints.conrelid::regclass::text as table, (
    select string_agg(format('referencing.%I = %s.%I', own.attname, constraints.confrelid::regclass, target.attname), ' and ')
    from unnest(constraints.conkey, constraints.confkey) as keys(own, target)
    join pg_attribute as own on own.attrelid = constraints.conrelid and own.attnum = keys.own
    join pg_attribute as target on target.attrelid = constraints.confrelid and target.attnum = keys.target
  ) as condition
  from pg_constraint as constraints join pg_class as referencing on referencing.oid = constraints.conrelid
  where constraints.contype = 'f' and constraints.conparentid = 0 and constraints.confrelid = $1::regclass
  order by constraints.conrelid, constraints.conname`;

/** What the report calls rows of a table where that is not the table's name; null where it does not name them. */
const TABLE_LABELS = new Map<string, string | null>([
  ['transcriptions', 'calls'],
  ['shopify_orders', 'orders'],
  ['ai_responses', 'replies'],
  ['customer_interaction_flows', 'flows'],
  ['real_time_insights', 'live calls'],
  ['events', null],
]);

/** Tables whose rows are a part of the imported row. */
const OWN_TABLES: readonly string[] = ['training_phrasings'];

/** All signs that somebody has worked with a row since it was imported: an undo then keeps it. */
async function findUsage(tx: Tx, entityType: ImportNoun): Promise<readonly RowUsage[]> {
  const { table, usage } = importableEntity(entityType);
  const keys = await tx.$queryRawUnsafe<{ name: string; table: string; condition: string }[]>(FOREIGN_KEYS, table);
  const references = keys
    .filter(({ name }) => !OWN_TABLES.includes(name))
    .map(({ name, table: referencing, condition }): RowUsage => {
      const label = TABLE_LABELS.get(name);
      return [
        label === undefined ? name.replaceAll('_', ' ') : label,
        `exists (select from ${referencing} as referencing where ${condition})`,
      ];
    });
  return [...usage, ...references];
}

const RANGE = `import_rows.import_id = $1 and import_rows.number between $2::int and $3::int`;

const NEXT_RANGE = `select max(number)::int as last, count(*)::int as rows from (
  select number from import_rows where import_id = $1 and number > $2::int order by number limit $3::int) as batch`;

/**
 * `$1` the import, `$2` and `$3` the first and last row. Locks the imported rows: a transaction that is about to reference one of them is
 * waited for, and the undo sees its result.
 */
const lockStatement = (entityType: ImportNoun): string =>
  `select id from ${importableEntity(entityType).table} where id in (select row_id from import_rows where ${RANGE}) order by id for update`;

/** `$1` the import, `$2` and `$3` the first and last row, `$4` now, `$5` the owners whose rows may be changed. Reverts the rows that nobody has changed or used, and saves the outcomes. */
function revertStatement(entityType: ImportNoun, usage: readonly RowUsage[]): string {
  const { table, columns, derivedTimestamps, duplicateKeySql } = importableEntity(entityType);
  const unchanged = `${table}.id = import_rows.row_id and ${snapshotSql(entityType, table)} @> import_rows.after${hasOwner(entityType) ? ` and ($5::text[] is null or ${table}.owner_id = any($5))` : ''}`;
  const unused = usage.map(([, condition]) => `not (${condition})`).join(' and ');
  const sets = [
    ...Object.entries(columns).map(
      ([field, [column, type]]) => `${column} = ${restored(table, column, field, `(import_rows.before->>'${field}')::${type}`)}`,
    ),
    ...Object.entries(derivedTimestamps).map(
      ([field, [column]]) => `${column} = (import_rows.before->>'${field}')::timestamp at time zone 'UTC'`,
    ),
  ].join(', ');
  return `
  with deleted as (
    delete from ${table} using import_rows where ${RANGE} and import_rows.outcome = 'created' and ${unchanged} and ${unused} returning import_rows.number
  ),
  restored as (
    update ${table} set ${sets}, updated_at = greatest($4::timestamptz, ${table}.updated_at + interval '1 millisecond') from import_rows
    where ${RANGE} and import_rows.outcome = 'updated' and ${unchanged}
      and not exists (select 1 from (select import_rows.row_id as id, given.* from jsonb_to_record(import_rows.before) as given(${recordColumns(entityType)})) as given where ${duplicateKeySql})
    returning import_rows.number
  ),
  reverted as (select number from deleted union all select number from restored),
  saved as (
    update import_rows set outcome = case when number in (select number from reverted) then 'undone' else 'kept' end
    where ${RANGE} and outcome in ('created', 'updated') returning outcome
  )
  select count(*) filter (where outcome = 'undone')::int as undone, count(*) filter (where outcome = 'kept')::int as "undoSkipped" from saved`;
}

/** Imports of earlier versions did not save all fields: those stay as they are. */
const restored = (table: string, column: string, field: string, value: string): string =>
  field === 'ownerId' ? `case when jsonb_exists(import_rows.before, '${field}') then ${value} else ${table}.${column} end` : value;

/** A row that was not reverted, with its values before and after the import, and now. */
interface SkippedRow {
  readonly number: number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
  /** Null where the row was deleted. */
  readonly now: Readonly<Record<string, unknown>> | null;
  /** What the row has that it did not have after the import. */
  readonly usage: readonly string[];
}

/** `$1` the import, `$2` and `$3` the first and last row, `$4` the owners whose rows exist: what became of others’ is not told. */
function skippedStatement(entityType: ImportNoun, usage: readonly RowUsage[]): string {
  const { table } = importableEntity(entityType);
  const labels = usage.flatMap(([label, condition]) =>
    label === null ? [] : [`case when ${condition} then '${label.replaceAll("'", "''")}' end`],
  );
  return `
  select import_rows.number, import_rows.before, import_rows.after, case when ${table}.id is not null${
    hasOwner(entityType) ? ` and ($4::text[] is null or ${table}.owner_id = any($4))` : ''
  } then ${snapshotSql(entityType, table)} end as now,
    array_remove(array[${labels.join(', ')}]::text[], null) as usage
  from import_rows left join ${table} on ${table}.id = import_rows.row_id where ${RANGE} and import_rows.outcome = 'kept' order by import_rows.number`;
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why a row was not reverted. */
function skipReason(entityType: ImportNoun, { before, after, now, usage }: SkippedRow): string {
  if (now === null) return 'Already deleted.';
  const { derivedTimestamps } = importableEntity(entityType);
  const fields = Object.keys(after).filter((field) => after[field] !== now[field]);
  // A lead that was moved there and back has the same stage, but another date of its stage.
  const changed = new Set(fields.map((field) => derivedTimestamps[field]?.[1] ?? field));
  const labels = fieldsOfImport(entityType).flatMap(({ field, label }) => (changed.has(field) ? [label] : []));
  if (labels.length > 0) return `Changed since the import: ${LIST.format(labels)}.`;
  return before === null && usage.length > 0 ? `In use: has ${LIST.format(usage)}.` : 'Edited since the import.';
}

const SAVE_REASONS = `update import_rows set problem = note.problem
  from jsonb_to_recordset($2::jsonb) as note(number int, problem text) where import_id = $1 and import_rows.number = note.number`;

/** Reverts the next rows of an import, and saves why others are skipped; null when none are left. */
export async function revertBatch(tx: Tx, { clock }: Pick<ServiceDeps, 'clock'>, { access }: Importer, file: Import, batchSize: number) {
  const [batch] = await tx.$queryRawUnsafe<{ last: number | null; rows: number }[]>(NEXT_RANGE, file.id, file.position, batchSize);
  if (!batch || batch.last === null) return null;
  const usage = await findUsage(tx, file.entityType);
  const owners = hasOwner(file.entityType) ? [ownersOf(access.rows(file.entityType, 'change'))] : [];
  const range = [file.id, file.position + 1, batch.last] as const;
  await tx.$queryRawUnsafe(lockStatement(file.entityType), ...range);
  const [counts] = await tx.$queryRawUnsafe<{ undone: number; undoSkipped: number }[]>(
    revertStatement(file.entityType, usage),
    ...range,
    clock.now(),
    ...owners,
  );
  if (file.entityType === 'trainingItem')
    await syncImportedPhrasings(tx, file.id, { from: file.position + 1, to: batch.last, at: clock.now() });
  await passOnImportedEvents(tx, file.entityType, file.id, { from: file.position + 1, to: batch.last, outcome: 'undone' });
  const { undone = 0, undoSkipped = 0 } = counts ?? {};
  if (undoSkipped > 0) {
    const rows = await tx.$queryRawUnsafe<SkippedRow[]>(skippedStatement(file.entityType, usage), ...range, ...owners);
    const reasons = rows.map((row) => ({ number: row.number, problem: skipReason(file.entityType, row) }));
    await tx.$executeRawUnsafe(SAVE_REASONS, file.id, JSON.stringify(reasons));
  }
  return { position: batch.last, rows: batch.rows, undone, undoSkipped };
}
