import pg from 'pg';

export interface Column {
  readonly name: string;
  /** As SQL writes it. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  /** Without those the database makes itself. */
  readonly columns: readonly Column[];
}

export const quoted = pg.escapeIdentifier;

/** The migrations' own list is written by the migrations, and the queue of jobs lives in a schema of its own, which pg-boss makes anew. */
const TABLES = `
  select t.relname as name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname <> '_prisma_migrations'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and not exists (select from pg_depend d where d.objid = t.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  group by t.relname order by t.relname`;

export async function introspectTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  return rows;
}

/** What a session writes and reads values as, whatever the server, the database or the role are set to. */
export const PLAIN_TEXT = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`;
