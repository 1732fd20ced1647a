import type pg from 'pg';
import { DatabaseUnsupported } from './database-errors.ts';

/** The versions of PostgreSQL that Callboard is tested with (.ci/postgresql). */
const [MIN_MAJOR, MAX_MAJOR] = [15, 18] as const;

interface ServerInfo {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  readonly readOnly: boolean;
  readonly user: string;
  readonly database: string;
  readonly canCreate: boolean;
}

// Extensions and the job queue's schema need CREATE on the database; the tables need CREATE on `public`.
const SERVER_INFO = `
  select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "readOnly",
    quote_ident(current_user) as user, quote_ident(current_database()) as database,
    coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false)
      and (has_database_privilege(current_database(), 'CREATE')
        or (to_regnamespace('pgboss') is not null
          and (select count(*) from pg_extension where extname in ('citext', 'pg_trgm', 'unaccent')) = 3)) as "canCreate"`;

/** Throws, with what to do, unless Callboard can use this database. `address` is shown in the message. */
export async function assertSupportedDatabase(client: pg.Client, address: string): Promise<void> {
  const { rows } = await client.query<ServerInfo>(SERVER_INFO);
  const [info] = rows;
  const major = Math.floor((info?.number ?? 0) / 10_000);
  if (!info || major < MIN_MAJOR || major > MAX_MAJOR)
    throw new DatabaseUnsupported(
      `The database ${address} is PostgreSQL ${info?.version ?? '?'}; Callboard needs ${MIN_MAJOR} to ${MAX_MAJOR}.`,
    );
  const { encoding, readOnly, user, database, canCreate } = info;
  if (encoding !== 'UTF8')
    throw new DatabaseUnsupported(
      `The database ${address} is encoded as ${encoding}. Recreate it with CREATE DATABASE ${database} ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0.`,
    );
  if (readOnly) throw new DatabaseUnsupported(`The database ${address} is read-only. Set DATABASE_URL to the primary.`);
  if (!canCreate)
    throw new DatabaseUnsupported(
      `The user ${user} cannot create tables in the database ${address}. Run ALTER DATABASE ${database} OWNER TO ${user}.`,
    );
}
