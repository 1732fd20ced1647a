import type { ImportNoun } from '#contract/import.ts';
import { importable, usesOf } from './importable-entities.ts';
import { imageOf, recordOf } from './queries.ts';

const MINE = `import_rows.import_id = $1 and import_rows.number between $2::int and $3::int`;

/**
 * `$1` the import, `$2` and `$3` the first and last row. Holds what they became: who is just tying something to one of them is
 * waited for, and the undo then sees what they did.
 */
export const holdForUndo = (entityType: ImportNoun): string =>
  `select id from ${importable(entityType).table} where id in (select row_id from import_rows where ${MINE}) order by id for update`;

/** `$1` the import, `$2` and `$3` the first and last row, `$4` now. Takes back what nobody touched since, and notes what became of each. */
export function undoStatement(entityType: ImportNoun): string {
  const { table, columns, derivedTimestamps: moments, taken } = importable(entityType);
  const untouched = `${table}.id = import_rows.row_id and ${imageOf(entityType, table)} = import_rows.after`;
  const unused = usesOf(entityType)
    .map(([, used]) => `not (${used})`)
    .join(' and ');
  const sets = [
    ...Object.entries(columns).map(([field, [column, type]]) => `${column} = (import_rows.before->>'${field}')::${type}`),
    ...Object.entries(moments).map(([field, [column]]) => `${column} = (import_rows.before->>'${field}')::timestamp at time zone 'UTC'`),
  ].join(', ');
  return `
  with removed as (
    delete from ${table} using import_rows where ${MINE} and import_rows.outcome = 'created' and ${untouched} and ${unused} returning import_rows.number
  ),
  restored as (
    update ${table} set ${sets}, updated_at = greatest($4::timestamptz, ${table}.updated_at + interval '1 millisecond') from import_rows
    where ${MINE} and import_rows.outcome = 'updated' and ${untouched}
      and not exists (select 1 from (select import_rows.row_id as id, given.* from jsonb_to_record(import_rows.before) as given(${recordOf(entityType)})) as given where ${taken})
    returning import_rows.number
  ),
  undone as (select number from removed union all select number from restored),
  noted as (
    update import_rows set outcome = case when number in (select number from undone) then 'undone' else 'kept' end
    where ${MINE} and outcome in ('created', 'updated') returning outcome
  )
  select count(*) filter (where outcome = 'undone')::int as undone, count(*) filter (where outcome = 'kept')::int as kept from noted`;
}

/** What stands now where a part of an import could not be taken back, and what it did there. */
export interface KeptRow {
  readonly number: number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
  /** Null where the row is gone. */
  readonly now: Readonly<Record<string, unknown>> | null;
  /** What shows that somebody worked with it, as the report calls it. */
  readonly uses: readonly string[];
}

/** `$1` the import, `$2` and `$3` the first and last row. */
export function keptStatement(entityType: ImportNoun): string {
  const { table } = importable(entityType);
  const used = usesOf(entityType).flatMap(([what, condition]) => (what === null ? [] : [`case when ${condition} then '${what}' end`]));
  return `
  select import_rows.number, import_rows.before, import_rows.after, case when ${table}.id is not null then ${imageOf(entityType, table)} end as now,
    array_remove(array[${used.join(', ')}], null) as uses
  from import_rows left join ${table} on ${table}.id = import_rows.row_id where ${MINE} and import_rows.outcome = 'kept' order by import_rows.number`;
}
