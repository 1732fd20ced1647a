import type { ImportNoun } from '#contract/import.ts';
import { importable } from './nouns.ts';

// Hand-written SQL: a file has a hundred thousand rows, and each lot of them is a few statements.

const recordOf = (noun: ImportNoun): string =>
  Object.entries(importable(noun).columns)
    .map(([field, [, type]]) => `"${field}" ${type}`)
    .join(', ');

/** What stands in a row, to tell later whether somebody changed it. */
const imageOf = (noun: ImportNoun, table: string): string =>
  `jsonb_build_object(${Object.entries(importable(noun).columns)
    .map(([field, [column]]) => `'${field}', ${table}.${column}`)
    .join(', ')})`;

/** `$1`: rows with their `number`. Which of them are known; of several for one known row the first. */
export const findStatement = (noun: ImportNoun): string => `
  with given as (select * from jsonb_to_recordset($1::jsonb) as given(number int, ${recordOf(noun)}))
  select given.number, found.id from given cross join lateral (${importable(noun).find} order by 2, 1 limit 1) as found order by given.number`;

export const holdStatement = (noun: ImportNoun): string =>
  `select id from ${importable(noun).table} where id = any($1::text[]) order by id for no key update`;

/** `$1`: rows with `number`, the id they have or get, and whether it is `known`; `$2` now; `$3` the import. */
export function takeStatement(noun: ImportNoun): string {
  const { table, columns, fresh, changing } = importable(noun);
  const all = Object.entries(columns);
  const names = all.map(([, [column]]) => column).join(', ');
  const values = all.map(([field]) => (fresh[field] ? `coalesce("${field}", ${fresh[field]})` : `"${field}"`)).join(', ');
  const sets = all.map(([field, [column]]) => `${column} = coalesce(given."${field}", ${table}.${column})`).join(', ');
  const differs = all
    .map(([field, [column]]) => `(given."${field}" is not null and given."${field}" is distinct from ${table}.${column})`)
    .join(' or ');
  const stageOf = noun === 'lead' ? ['stage_changed_at, ', '$2::timestamptz, '] : ['', ''];
  return `
  with given as (select * from jsonb_to_recordset($1::jsonb) as given(number int, id text, known boolean, ${recordOf(noun)})),
  before as (select id, ${imageOf(noun, table)} as image from ${table} where id in (select id from given where known)),
  changed as (
    update ${table} set ${sets}, updated_at = $2::timestamptz${changing} from given
    where given.known and ${table}.id = given.id and (${differs}) returning ${table}.*
  ),
  added as (
    insert into ${table} (id, ${names}, ${stageOf[0]}created_at, updated_at)
    select id, ${values}, ${stageOf[1]}$2::timestamptz, $2::timestamptz from given where not known order by number returning *
  ),
  outcomes as (
    select given.number, given.id, before.image as before,
      case when added.id is not null then ${imageOf(noun, 'added')} when changed.id is not null then ${imageOf(noun, 'changed')} end as after,
      case when added.id is not null then 'created' when changed.id is not null then 'updated' else 'unchanged' end as outcome
    from given left join before using (id) left join changed using (id) left join added using (id)
  ),
  noted as (
    update import_rows set outcome = outcomes.outcome, row_id = outcomes.id, before = outcomes.before, after = outcomes.after
    from outcomes where import_rows.import_id = $3 and import_rows.number = outcomes.number
  )
  select count(*) filter (where outcome = 'created')::int as created, count(*) filter (where outcome = 'updated')::int as updated from outcomes`;
}

/** `$1` the import, `$2` and `$3` the first and last row, `$4` now. Takes back what nobody touched since, and notes what became of each. */
export function undoStatement(noun: ImportNoun): string {
  const { table, columns, owned } = importable(noun);
  const mine = `import_rows.import_id = $1 and import_rows.number between $2::int and $3::int`;
  const untouched = `${table}.id = import_rows.row_id and ${imageOf(noun, table)} = import_rows.after`;
  const free = owned.map(([other, column]) => `not exists (select 1 from ${other} where ${other}.${column} = ${table}.id)`).join(' and ');
  const sets = Object.entries(columns)
    .map(([field, [column, type]]) => `${column} = (import_rows.before->>'${field}')::${type}`)
    .join(', ');
  return `
  with removed as (
    delete from ${table} using import_rows where ${mine} and import_rows.outcome = 'created' and ${untouched} and ${free} returning import_rows.number
  ),
  restored as (
    update ${table} set ${sets}, updated_at = $4::timestamptz from import_rows
    where ${mine} and import_rows.outcome = 'updated' and ${untouched} returning import_rows.number
  ),
  undone as (select number from removed union all select number from restored),
  noted as (
    update import_rows set outcome = case when number in (select number from undone) then 'undone' else 'kept' end
    where ${mine} and outcome in ('created', 'updated') returning outcome
  )
  select count(*) filter (where outcome = 'undone')::int as undone, count(*) filter (where outcome = 'kept')::int as kept from noted`;
}
