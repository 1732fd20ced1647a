import { type AlterTableCmd, type Constraint, type Node, parse } from 'libpg-query';
import { concurrentStatements } from './concurrent-indexes.ts';
import type { Migration } from './migrations.ts';

/** Tables that stay small: what locks them is over in milliseconds. All others may have millions of rows. */
const SMALL_TABLES: ReadonlySet<string> = new Set([
  ...['users', 'teams', 'roles', 'role_permissions', 'workspace_settings', 'assignment_rules', 'coaching_rules', 'email_templates'],
  ...['response_templates', 'event_head', 'event_floors', 'event_consumers', 'integration_state', '_prisma_migrations'],
]);

const ONLINE = {
  createIndex: 'Write CREATE INDEX CONCURRENTLY, in a migration that has nothing else.',
  concurrently: 'CONCURRENTLY cannot run in a transaction: put such statements into a migration of their own, each on lines of its own.',
  rewrite: 'Add the column without it, let a background job fill it in batches, and use it from the next version on.',
  type: 'Add another column, write both, let a background job copy it in batches, and drop the old one in a later version.',
  constraint: 'Write ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a later migration.',
  validate: 'Put VALIDATE CONSTRAINT into a later migration: in the same one the lock of ADD CONSTRAINT is still held.',
  unique: 'CREATE UNIQUE INDEX CONCURRENTLY in a migration of its own, then ADD CONSTRAINT … USING INDEX.',
  notNull: (name: string) =>
    `Write ADD CONSTRAINT "${name}" CHECK (… IS NOT NULL) NOT VALID, VALIDATE CONSTRAINT in a later migration, and SET NOT NULL after that.`,
  rows: 'Let a background job do it in batches.',
  never: 'It locks the table for as long as it takes; leave it out.',
} as const;

/** What a migration must not do to a table that may be large, with the way that does not lock it. */
export interface TableLock {
  readonly statement: string;
  readonly table: string;
  readonly instead: string;
}

/**
 * The statements of a migration that would lock an existing table while every row is read or written. SQL inside functions and DO blocks is
 * not looked at. `earlier` are the migrations before it.
 */
export async function findTableLocks(
  { sql }: Pick<Migration, 'sql'>,
  earlier: readonly Pick<Migration, 'sql'>[] = [],
): Promise<TableLock[]> {
  const { stmts = [] } = await parse(sql);
  const bytes = Buffer.from(sql);
  const created = new Set<string>();
  const constraints = new Set<string>();
  const found: TableLock[] = [];
  for (const { stmt, stmt_location: from = 0, stmt_len: length } of stmts) {
    if (!stmt) continue;
    const text = bytes
      .subarray(from, length ? from + length : undefined)
      .toString()
      .replace(/^\s*--.*$/gm, '')
      .trim();
    const refuse = (table: string | undefined, instead: string) => {
      if (table !== undefined && !created.has(table) && !SMALL_TABLES.has(table)) found.push({ statement: text, table, instead });
    };
    if ('CreateStmt' in stmt && stmt.CreateStmt.relation?.relname) created.add(stmt.CreateStmt.relation.relname);
    if (isConcurrent(stmt) && concurrentStatements(sql)?.length !== stmts.length)
      found.push({ statement: text, table: '', instead: ONLINE.concurrently });
    if ('IndexStmt' in stmt && !stmt.IndexStmt.concurrent) refuse(stmt.IndexStmt.relation?.relname, ONLINE.createIndex);
    if ('UpdateStmt' in stmt) refuse(stmt.UpdateStmt.relation?.relname, ONLINE.rows);
    if ('DeleteStmt' in stmt) refuse(stmt.DeleteStmt.relation?.relname, ONLINE.rows);
    if ('LockStmt' in stmt || 'ClusterStmt' in stmt || 'VacuumStmt' in stmt || 'ReindexStmt' in stmt)
      found.push({ statement: text, table: '', instead: ONLINE.never });
    if ('AlterTableStmt' in stmt) {
      const table = stmt.AlterTableStmt.relation?.relname ?? '';
      for (const node of stmt.AlterTableStmt.cmds ?? []) {
        if (!('AlterTableCmd' in node)) continue;
        const instead = onlineWay(node.AlterTableCmd, { table, constraints, earlier });
        if (instead) refuse(table, instead);
      }
    }
  }
  return found;
}

const isConcurrent = (stmt: Node): boolean =>
  ('IndexStmt' in stmt && stmt.IndexStmt.concurrent === true) || ('DropStmt' in stmt && stmt.DropStmt.concurrent === true);

interface AlterContext {
  readonly table: string;
  /** Those that this migration added. */
  readonly constraints: Set<string>;
  readonly earlier: readonly Pick<Migration, 'sql'>[];
}

/** What to write in place of a part of ALTER TABLE; null where it needs no more than a moment. */
function onlineWay({ subtype, name = '', def }: AlterTableCmd, { table, constraints, earlier }: AlterContext): string | null {
  if (subtype === 'AT_AlterColumnType') return ONLINE.type;
  if (subtype === 'AT_ValidateConstraint') return constraints.has(name) ? ONLINE.validate : null;
  if (subtype === 'AT_SetNotNull') {
    const check = `${table}_${name}_not_null`;
    // PostgreSQL does not read the table again where a valid CHECK says the same.
    const isValidated = earlier.some(({ sql }) => new RegExp(`VALIDATE\\s+CONSTRAINT\\s+"?${check}\\b`, 'i').test(sql));
    return isValidated ? null : ONLINE.notNull(check);
  }
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) {
    const parts = (def.ColumnDef.constraints ?? []).flatMap((part) => ('Constraint' in part ? [part.Constraint] : []));
    return parts.some(isRewrite) ? ONLINE.rewrite : null;
  }
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) {
    const { contype, conname, skip_validation: isNotValid, indexname } = def.Constraint;
    if (conname) constraints.add(conname);
    if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_EXCLUSION')
      return indexname ? null : ONLINE.unique;
    return isNotValid ? null : ONLINE.constraint;
  }
  return null;
}

/** Defaults that are stored once, without a look at the rows. */
const CONSTANT_FUNCTIONS: ReadonlySet<string> = new Set(['now']);

/** Whether a new column with this writes or reads every row: a stored expression, a volatile default or a key. */
function isRewrite({ contype, raw_expr: value, generated_kind: kind }: Constraint): boolean {
  if (contype === 'CONSTR_GENERATED') return kind !== 'v';
  if (contype === 'CONSTR_DEFAULT') {
    const functions = [...JSON.stringify(value ?? {}).matchAll(/"funcname":\[(?:[^\]]*?)\{"String":\{"sval":"(\w+)"\}\}\]/g)];
    return functions.some(([, name = '']) => !CONSTANT_FUNCTIONS.has(name));
  }
  return contype === 'CONSTR_IDENTITY' || contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_CHECK';
}
