import type { Column, ColumnKind } from '../entities/column-types.ts';
import type { AnyEntity } from '../entities/entities.ts';
import { compileComparison } from './comparisons.ts';
import { compileWhere } from './compile-where.ts';
import { definedEntries, invalidInput, isInput, quoted } from './invalid-input.ts';
import type { FromClause, SqlBuilder } from './sql-builder.ts';

export const AGGREGATES = ['COUNT', 'SHARE', 'SUM', 'AVG', 'MIN', 'MAX', 'COUNT_DISTINCT'] as const;
export type AggregateName = (typeof AGGREGATES)[number];

/** A number of a group: of what, and of which of its rows. */
export interface Aggregate {
  readonly of: AggregateName;
  /** Null for COUNT and SHARE, which are of rows. */
  readonly field: string | null;
  readonly where: object | null;
}

/** The identity of an aggregate. */
export const aggregateKey = ({ of, field, where }: Aggregate): string => JSON.stringify([of, field, where]);

const ADDED: readonly ColumnKind[] = ['money', 'decimal', 'int', 'float'];
const RANKED: readonly ColumnKind[] = [...ADDED, 'timestamp'];
// Ids allow counting distinct references: how many customers a month has.
const DISTINCT: readonly ColumnKind[] = ['id', 'text', 'openEnum', 'enum', 'money', 'decimal', 'int', 'timestamp'];

/** Which columns an aggregate may be of. */
export const measurable = (of: AggregateName, entity: AnyEntity): ReadonlyArray<readonly [name: string, column: Column]> => {
  const kinds = of === 'COUNT_DISTINCT' ? DISTINCT : of === 'MIN' || of === 'MAX' ? RANKED : ADDED;
  return Object.entries(entity.columns).filter(([name, { kind }]) => kinds.includes(kind) && name !== entity.primaryKey);
};

/** What kind of value an aggregate is. Sums and averages of money stay exact. */
export function kindOf(of: AggregateName, { kind }: Pick<Column, 'kind'>): ColumnKind {
  if (of === 'COUNT' || of === 'COUNT_DISTINCT') return 'int';
  if (of === 'SHARE') return 'float';
  return kind === 'int' && of !== 'MIN' && of !== 'MAX' ? 'float' : kind;
}

const DIGITS: Partial<Record<ColumnKind, number>> = { money: 2, decimal: 4 };

export interface WrittenAggregate {
  /** What it is compared and ordered by. */
  readonly sql: string;
  /** What is shown of it. */
  readonly shown: string;
  readonly kind: ColumnKind;
}

/** An aggregate in a statement. */
export function writeAggregate(
  { of, field, where }: Aggregate,
  entity: AnyEntity,
  from: FromClause,
  builder: SqlBuilder,
): WrittenAggregate {
  if ((of === 'COUNT' || of === 'SHARE') && field !== null)
    invalidInput('field', `\`field\`: ${of} is of rows and takes none. COUNT_DISTINCT counts values.`);
  if (of === 'SHARE' && !where) invalidInput('where', 'SHARE needs a `where`: which of the rows are meant.');
  const clause = compileWhere(entity, from.table, where, builder);
  const filtered = clause ? ` filter (where ${clause})` : '';
  if (of === 'COUNT') return { sql: `count(*)${filtered}`, shown: `(count(*)${filtered})::int`, kind: 'int' };
  if (of === 'SHARE') {
    const share = `((count(*)${filtered})::float8 / nullif(count(*), 0))`;
    return { sql: share, shown: share, kind: 'float' };
  }
  const possible = measurable(of, entity);
  const known = possible.find(([name]) => name === field);
  if (!known) {
    const names = possible.map(([name]) => name).join(', ') || 'nothing here';
    return invalidInput(
      'field',
      field === null ? `${of} needs a \`field\`: ${names}.` : `\`field\`: ${of} cannot be of ${quoted(field)}, only of ${names}.`,
    );
  }
  const [name, { kind }] = known;
  const { sql: column } = from.column(null, name);
  if (of === 'COUNT_DISTINCT')
    return { sql: `count(distinct ${column})${filtered}`, shown: `(count(distinct ${column})${filtered})::int`, kind: 'int' };
  const result = kindOf(of, { kind });
  const sql = `${of.toLowerCase()}(${column})${filtered}`;
  const digits = DIGITS[result];
  if (digits !== undefined) return { sql, shown: `round(${sql}, ${digits})::text`, kind: result };
  return { sql, shown: result === 'float' ? `(${sql})::float8` : sql, kind: result };
}

/** The aggregates of a `having`, by the names it gives them. */
const HAVING = new Map<string, AggregateName>([
  ['sum', 'SUM'],
  ['avg', 'AVG'],
  ['min', 'MIN'],
  ['max', 'MAX'],
  ['countDistinct', 'COUNT_DISTINCT'],
]);

/** The conditions a `having` puts on groups. */
export function having(input: object, entity: AnyEntity, from: FromClause, builder: SqlBuilder): readonly string[] {
  const on = (aggregate: Aggregate, comparison: object, path: string) => {
    const { sql, kind } = writeAggregate(aggregate, entity, from, builder);
    return compileComparison(sql, { kind }, comparison, builder, path);
  };
  return definedEntries(input).flatMap(([name, value]) => {
    if (!isInput(value)) return [];
    if (name === 'count') return on({ of: 'COUNT', field: null, where: null }, value, 'having.count');
    const of = HAVING.get(name);
    if (!of) return [];
    return definedEntries(value).flatMap(([field, comparison]) =>
      isInput(comparison) ? on({ of, field, where: null }, comparison, `having.${name}.${field}`) : [],
    );
  });
}
