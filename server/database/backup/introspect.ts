import pg from 'pg';

export interface Column {
  readonly name: string;
  /** The SQL type. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly Column[];
}

export const quoted = pg.escapeIdentifier;

/** Without the migration history, which `migrate` writes, the totals of leads, which triggers write, and the job queue, which lives in a schema that pg-boss creates. */
const TABLES = `
  select t.relname as name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition and t.relname not in ('_prisma_migrations', 'lead_stage_totals')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and not exists (select from pg_depend d where d.objid = t.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  group by t.relname order by t.relname`;

export async function introspectTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  return rows;
}

/** Fixes the text formats of values, whatever the server, the database or the role are set to. */
export const PLAIN_TEXT = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`;
