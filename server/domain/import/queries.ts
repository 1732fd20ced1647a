import type { ImportKey, ImportNoun } from '#contract/import.ts';
import { importable } from './importable-entities.ts';

// Hand-written SQL: a file has a hundred thousand rows, and each lot of them is a few statements.

/** The columns of a record of rows that were sent. */
export const recordOf = (entityType: ImportNoun): string =>
  Object.entries(importable(entityType).columns)
    .map(([field, [, type]]) => `"${field}" ${type}`)
    .join(', ');

/** What stands in a row, to tell later whether somebody changed it. Moments are written in UTC, whatever the connection's zone. */
export const imageOf = (entityType: ImportNoun, table: string): string => {
  const { columns, derivedTimestamps: moments } = importable(entityType);
  const fields = Object.entries(columns).map(([field, [column]]) => `'${field}', ${table}.${column}`);
  const times = Object.entries(moments).map(([field, [column]]) => `'${field}', ${table}.${column} at time zone 'UTC'`);
  return `jsonb_build_object(${[...fields, ...times].join(', ')})`;
};

/** Whether a given row says anything else than the known one. */
const differs = (entityType: ImportNoun): string => {
  const { table, columns } = importable(entityType);
  return Object.entries(columns)
    .map(([field, [column]]) => `(given."${field}" is not null and given."${field}" is distinct from ${table}.${column})`)
    .join(' or ');
};

/** `$1`: rows with their `number`. Which known one each is, null where it is new, and what would become of it. */
export function findStatement(entityType: ImportNoun, by: ImportKey | null = null): string {
  const { table, matchSql: find, findBy, taken } = importable(entityType);
  return `
  with sent as (select * from jsonb_to_recordset($1::jsonb) as sent(number int, ${recordOf(entityType)})),
  given as (
    select given.*, found.id from sent as given left join lateral (${by ? findBy[by] : find} order by 2, 1 limit 1) as found on true
  )
  select given.number, given.id,
    case when ${taken} then 'taken' when given.id is null then 'created' when ${differs(entityType)} then 'updated' else 'unchanged' end as becomes
  from given left join ${table} on ${table}.id = given.id order by given.number`;
}

export const holdStatement = (entityType: ImportNoun): string =>
  `select id from ${importable(entityType).table} where id = any($1::text[]) order by id for no key update`;

/** `$1`: rows with `number`, the id they have or get, and whether it is `known`; `$2` now; `$3` the import. */
export function takeStatement(entityType: ImportNoun): string {
  const { table, columns, insertDefaults: fresh, derivedTimestamps: moments } = importable(entityType);
  const all = Object.entries(columns);
  const times = Object.values(moments);
  const sets = [
    ...all.map(([field, [column]]) => `${column} = coalesce(given."${field}", ${table}.${column})`),
    ...times.map(
      ([column, follows]) =>
        `${column} = case when coalesce(given."${follows}", ${table}.${follows}) is distinct from ${table}.${follows} then $2::timestamptz else ${table}.${column} end`,
    ),
  ].join(', ');
  const names = [...all.map(([, [column]]) => column), ...times.map(([column]) => column), 'created_at', 'updated_at'].join(', ');
  const values = [
    ...all.map(([field]) => (fresh[field] ? `coalesce("${field}", ${fresh[field]})` : `"${field}"`)),
    ...[...times, 'created_at', 'updated_at'].map(() => '$2::timestamptz'),
  ].join(', ');
  return `
  with given as (select * from jsonb_to_recordset($1::jsonb) as given(number int, id text, known boolean, ${recordOf(entityType)})),
  before as (select id, ${imageOf(entityType, table)} as image from ${table} where id in (select id from given where known)),
  changed as (
    update ${table} set ${sets}, updated_at = greatest($2::timestamptz, ${table}.updated_at + interval '1 millisecond') from given
    where given.known and ${table}.id = given.id and (${differs(entityType)}) returning ${table}.*
  ),
  added as (
    insert into ${table} (id, ${names}) select id, ${values} from given where not known order by number returning *
  ),
  outcomes as (
    select given.number, given.id, before.image as before,
      case when added.id is not null then ${imageOf(entityType, 'added')} when changed.id is not null then ${imageOf(entityType, 'changed')} end as after,
      case when added.id is not null then 'created' when changed.id is not null then 'updated' else 'unchanged' end as outcome
    from given left join before using (id) left join changed using (id) left join added using (id)
  ),
  noted as (
    update import_rows set outcome = outcomes.outcome, row_id = outcomes.id, before = outcomes.before, after = outcomes.after
    from outcomes where import_rows.import_id = $3 and import_rows.number = outcomes.number
  )
  select count(*) filter (where outcome = 'created')::int as created, count(*) filter (where outcome = 'updated')::int as updated from outcomes`;
}
