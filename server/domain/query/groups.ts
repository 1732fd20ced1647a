import type { ColumnKind } from '../entities/column-types.ts';
import { type AnyEntity, fieldsThat } from '../entities/entities.ts';
import { type Aggregate, type AggregateName, aggregateKey, having, writeAggregate } from './aggregates.ts';
import { compileWhere } from './compile-where.ts';
import { type Bucket, dateBucket, resolveTimeZone } from './date-buckets.ts';
import { invalidInput, quoted } from './invalid-input.ts';
import type { Direction, NullsPosition } from './order.ts';
import type { RunQuery } from './query-runner.ts';
import { createFromClause, createSqlBuilder, type FromClause, type QueryContext, rowVisibility, type SqlBuilder } from './sql-builder.ts';

/** How many groups are returned by default, and at most; by how many fields they may be grouped. */
export const GROUP_LIMITS = { standard: 100, most: 1_000, fields: 5, orders: 5 } as const;

/** A field groups are made by; a moment is put into buckets of a zone. */
export interface GroupBy {
  readonly field: string;
  readonly bucket?: Bucket | null;
  readonly timeZone?: string | null;
}

/** One part of the order of groups: a field of the key, or an aggregate. */
export interface GroupOrder {
  readonly key?: string | null;
  readonly aggregate?: AggregateName | null;
  readonly field?: string | null;
  readonly where?: object | null;
  readonly direction?: Direction | null;
  readonly nulls?: NullsPosition | null;
}

export interface AggregateQuery {
  readonly by: readonly GroupBy[];
  readonly where?: object | null;
  readonly having?: object | null;
  readonly orderBy?: readonly GroupOrder[] | null;
  readonly first?: number | null;
  /** Which numbers are wanted of each group. */
  readonly aggregates: readonly Aggregate[];
}

export interface Group {
  /** The value of a field of the key; null where the rows have none, or where groups are not made by it. */
  key(field: string): unknown;
  value(aggregate: Aggregate): unknown;
}

export interface Groups {
  readonly rows: readonly Group[];
  readonly hasMore: boolean;
}

interface Key {
  readonly name: string;
  /** What is grouped and ordered by. */
  readonly group: string;
  readonly shown: string;
  readonly kind: ColumnKind;
}

/** A column of groups in a statement: a field of the key, or a number. */
export interface GroupColumn {
  readonly name: string;
  readonly sql: string;
  readonly kind: ColumnKind;
}

/** Groups in a statement: what is selected, and everything that comes after it but the limit. */
export function compileGroups(
  entity: AnyEntity,
  { by, where, having: demanded, orderBy, aggregates }: AggregateQuery,
  builder: SqlBuilder,
) {
  const from = createFromClause(entity, builder.alias(), builder, { onlyReadableIds: true });
  const keys = keysOf(by, entity, from, builder);
  const distinctAggregates = new Map(aggregates.map((aggregate) => [aggregateKey(aggregate), aggregate]));
  const numbers = [...distinctAggregates].map(([name, aggregate]) => {
    const { shown, kind } = writeAggregate(aggregate, entity, from, builder);
    return { name, sql: shown, kind };
  });
  const columns: readonly GroupColumn[] = [...keys.map(({ name, shown, kind }) => ({ name, sql: shown, kind })), ...numbers];
  const clause = compileWhere(entity, from.table, where, builder);
  const conditions = [...rowVisibility(entity, from.table, builder), ...(clause ? [clause] : [])];
  const demands = demanded ? having(demanded, entity, from, builder) : [];
  const order = ordered(orderBy ?? [], keys, entity, from, builder);
  const rest = [
    // Joins are known once everything else is written.
    from.rows(conditions),
    keys.length > 0 ? `group by ${keys.map(({ group }) => group).join(', ')}` : '',
    demands.length > 0 ? `having ${demands.map((each) => `(${each})`).join(' and ')}` : '',
    order.length > 0 ? `order by ${order.join(', ')}` : '',
  ].join(' ');
  return { columns, rest };
}

/** Rows put into groups, with the numbers of each, in one statement. */
export async function readGroups(run: RunQuery, entity: AnyEntity, query: AggregateQuery, context: QueryContext): Promise<Groups> {
  const first = sizeOf(query.first);
  const builder = createSqlBuilder(context);
  const { columns, rest } = compileGroups(entity, query, builder);
  const shown = columns.map(({ sql }, at) => `${sql} as "${at}"`).join(', ') || '1 as "0"';
  const found = await run<Record<string, unknown>>({
    text: `select ${shown} ${rest} limit ${builder.bind(first + 1, 'int')}`,
    values: builder.values,
  });
  const places = new Map(columns.map(({ name }, at) => [name, String(at)]));
  const rows = found.slice(0, first).map((row): Group => {
    const read = (name: string) => row[places.get(name) ?? ''] ?? null;
    return { key: read, value: (aggregate) => read(aggregateKey(aggregate)) };
  });
  return { rows, hasMore: found.length > first };
}

function sizeOf(first: number | null | undefined): number {
  const size = first ?? GROUP_LIMITS.standard;
  const most = GROUP_LIMITS.most.toLocaleString('en-US');
  if (!Number.isInteger(size) || size < 0 || size > GROUP_LIMITS.most)
    invalidInput('first', `\`first\` is ${size}; a response has 0 to ${most} groups.`);
  return size;
}

function keysOf(by: readonly GroupBy[], entity: AnyEntity, from: FromClause, builder: SqlBuilder): readonly Key[] {
  if (by.length > GROUP_LIMITS.fields) invalidInput('by', `\`by\` names ${by.length} fields; at most ${GROUP_LIMITS.fields} are allowed.`);
  const fields = fieldsThat('group', entity);
  return by.map(({ field: name, bucket, timeZone }, at): Key => {
    const field = fields.find((each) => each.name === name) ?? invalidInput('by', `\`by\` does not know the field ${quoted(name)}.`);
    if (by.findIndex((each) => each.field === name) !== at) invalidInput('by', `\`by\` names ${name} twice.`);
    const { sql } = from.column(field.relation, field.columnKey);
    if (field.column.kind !== 'timestamp') {
      if (bucket) invalidInput('bucket', `\`bucket\` is for moments; ${name} is none.`);
      if (timeZone) invalidInput('timeZone', `\`timeZone\` is for moments; ${name} is none.`);
      return { name, group: sql, shown: sql, kind: field.column.kind };
    }
    const zone = resolveTimeZone(timeZone, 'timeZone');
    return {
      name,
      kind: 'text',
      ...dateBucket(
        { sql, relation: field.relation },
        bucket ?? invalidInput('bucket', `\`by\` puts ${name} into buckets: say which \`bucket\`, such as MONTH.`),
        zone,
        builder,
        from,
      ),
    };
  });
}

/** The requested order, then the keys, so that the same query has the same result. */
function ordered(
  orderBy: readonly GroupOrder[],
  keys: readonly Key[],
  entity: AnyEntity,
  from: FromClause,
  builder: SqlBuilder,
): readonly string[] {
  if (orderBy.length > GROUP_LIMITS.orders)
    invalidInput('orderBy', `\`orderBy\` has ${orderBy.length} parts; at most ${GROUP_LIMITS.orders} are allowed.`);
  const requested = orderBy.map(({ key, aggregate, field, where, direction, nulls }) => {
    if ((key ?? null) === null && (aggregate ?? null) === null)
      invalidInput('orderBy', 'Each part of `orderBy` names a `key` or an `aggregate`.');
    if (key && aggregate) invalidInput('orderBy', 'A part of `orderBy` names a `key` or an `aggregate`, not both.');
    if (key && (field || where)) invalidInput('orderBy', '`field` and `where` in `orderBy` go with an `aggregate`; a `key` takes neither.');
    const known = keys.find(({ name }) => name === key);
    if (key && !known) invalidInput('orderBy', `\`orderBy\` names ${key}, which is not among the fields of \`by\`.`);
    const sql =
      known?.group ?? writeAggregate({ of: aggregate ?? 'COUNT', field: field ?? null, where: where ?? null }, entity, from, builder).sql;
    return `${sql}${direction === 'DESC' ? ' desc' : ''} nulls ${nulls === 'FIRST' ? 'first' : 'last'}`;
  });
  return [...requested, ...keys.map(({ group }) => `${group} nulls last`)];
}
