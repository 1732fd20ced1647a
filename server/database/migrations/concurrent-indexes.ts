import type pg from 'pg';

/** `CREATE INDEX CONCURRENTLY` and `DROP INDEX CONCURRENTLY` cannot run in a transaction; a migration with one has nothing else. */
const CONCURRENT = /^(?:CREATE\s+(?:UNIQUE\s+)?|DROP\s+)INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"?(?<name>\w+)"?/i;

/** The statements of a migration that runs outside a transaction; null for one that runs in a transaction, as all others do. */
export function concurrentStatements(sql: string): readonly string[] | null {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
  return statements.length > 0 && statements.every((statement) => CONCURRENT.test(statement)) ? statements : null;
}

/**
 * Runs one of them, unless an earlier attempt already did. An attempt that was cut off leaves an invalid index, which slows writes down and
 * serves no query: it is dropped and built again.
 */
export async function runConcurrently(client: pg.Client, statement: string): Promise<void> {
  const name = CONCURRENT.exec(statement)?.groups?.name ?? '';
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  );
  const isDrop = /^DROP/i.test(statement);
  if (isDrop ? rows.length === 0 : rows[0]?.valid === true) return;
  if (!isDrop && rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
  await client.query(statement);
}
