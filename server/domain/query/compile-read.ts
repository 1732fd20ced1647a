import { Prisma } from '#prisma/generated/client.ts';
import type { RowStatement } from '#server/database/row-query.ts';
import { parseTimestamp } from '#server/database/types.ts';
import type { ColumnKind } from '../entities/column-types.ts';
import { type AnyEntity, entityOf } from '../entities/entities.ts';
import { columnName, snake } from '../entities/entity-schema.ts';
import type { PageBounds } from '../page.ts';
import { afterCursor, decodeCursor, encodeCursor, type KeysetPosition, keysetColumn, keysetValue } from './keyset.ts';
import { conditionsOf, type ListQuery } from './lists.ts';
import { listKey, type OrderPart, orderOf, reversed, toSql } from './order.ts';
import {
  columnIn,
  createFromClause,
  createSqlBuilder,
  type FromClause,
  type QueryContext,
  type SqlBuilder,
  whereClause,
} from './sql-builder.ts';

// One statement for a list, or for one row, with the columns that are asked for, those of its to-one relations, and the lists that
// belong to its rows.

/** A column of a row, or of the row that its to-one relations lead to. */
export interface SelectedColumn {
  readonly path: readonly string[];
  readonly column: string;
}

/** What is read of the rows of a list. The values of a row are in the order of `columns`; those of a cursor come after them. */
export interface ListSelection {
  readonly entity: AnyEntity;
  readonly columns: readonly SelectedColumn[];
  readonly hasCursors: boolean;
}

/** A list that belongs to each row of another: its `foreignKey` is the value at `parentSlot` of that row. */
export interface NestedSelection extends ListSelection {
  readonly foreignKey: string;
  readonly parentSlot: number;
}

/** Which rows of a list are asked for. */
export interface ListArguments {
  readonly query: ListQuery;
  readonly bounds: PageBounds;
  readonly context: QueryContext;
}

export interface NestedRead {
  readonly selection: NestedSelection;
  readonly args: ListArguments;
}

/** Makes the cursor of a row of its values as text. */
export type WriteCursor = (values: readonly (string | null)[]) => string;

export interface CompiledRead {
  readonly statement: RowStatement;
  /** For the list itself and each nested one: how many values its cursors are made of, and how. */
  readonly cursors: readonly { readonly width: number; readonly write: WriteCursor }[];
}

interface Branch {
  readonly expressions: readonly string[];
  readonly rows: string;
  readonly order: string;
  readonly limit: number;
  readonly cursor: CompiledRead['cursors'][number];
}

/** The statement of a list. Its rows are those of the list, one more than the page holds where there are more. */
export function compileRead(selection: ListSelection, args: ListArguments, nested: readonly NestedRead[], prepared: boolean): CompiledRead {
  const builder = createSqlBuilder(args.context);
  const root = compileBranch(selection, args, builder, null);
  if (nested.length === 0) {
    const text = `select ${root.expressions.join(', ')} ${root.rows} order by ${root.order} limit ${root.limit}`;
    return { statement: { text, values: builder.values, prepared }, cursors: [root.cursor] };
  }
  const branches = nested.map((each) => compileBranch(each.selection, each.args, builder, each.selection));
  const width = Math.max(...[root, ...branches].map(({ expressions }) => expressions.length));
  const values = (table: string, count: number) =>
    Array.from({ length: width }, (_, index) => (index < count ? `${table}.c${index}::text` : 'null::text'))
      .map((value, index) => `${value} as v${index}`)
      .join(', ');
  const named = ({ expressions }: Branch) => expressions.map((sql, index) => `${sql} as c${index}`).join(', ');
  const page = (branch: Branch) =>
    `select ${named(branch)}, row_number() over (order by ${branch.order}) as n ${branch.rows} order by ${branch.order} limit ${branch.limit}`;
  const tagged = [
    `select 0 as tag, 0::bigint as n, ${values('p', root.expressions.length)}`,
    ...branches.map((branch, index) => `select ${index + 1}, q.n, ${values('q', branch.expressions.length)} from (${page(branch)}) as q`),
  ];
  const text = `select r.tag, ${Array.from({ length: width }, (_, index) => `r.v${index}`).join(', ')} from (${page(root)}) as p
    cross join lateral (${tagged.join(' union all ')}) as r order by p.n, r.tag, r.n`;
  return { statement: { text, values: builder.values, prepared }, cursors: [root, ...branches].map(({ cursor }) => cursor) };
}

function compileBranch(
  { entity, columns, hasCursors }: ListSelection,
  { query, bounds, context }: ListArguments,
  shared: SqlBuilder,
  nested: NestedSelection | null,
): Branch {
  const builder = { ...shared, context };
  const table = builder.alias();
  const tables = new Map<string, { readonly entity: AnyEntity; readonly from: FromClause }>();
  const own = { entity, from: createFromClause(entity, table, builder) };
  const at = (path: readonly string[]): typeof own => {
    const relation = path.at(-1);
    if (relation === undefined) return own;
    const key = path.join('.');
    const known = tables.get(key);
    if (known) return known;
    const before = at(path.slice(0, -1));
    const target = entityOf(before.entity.toOne[relation]?.entity ?? 'user');
    const joined = { entity: target, from: createFromClause(target, before.from.join(relation), builder) };
    tables.set(key, joined);
    return joined;
  };
  const selected = columns.map(({ path, column }) => {
    const { entity: target, from } = at(path);
    return columnIn(target, column, from.table).sql;
  });
  const order = orderOf(entity, query.orderBy ?? query.defaultOrder, own.from);
  const direction = bounds.backwards ? reversed(order) : order;
  const list = listKey(entity, order);
  const names = query.orderBy || !entity.oldCursorName ? [list] : [list, entity.oldCursorName];
  const position =
    bounds.cursor === null
      ? null
      : decodeCursor(
          names,
          bounds.cursor,
          order.map(({ column }) => column),
          bounds.backwards ? 'before' : 'after',
        );
  const belongs = nested ? [`${columnIn(entity, nested.foreignKey, table).sql} = p.c${nested.parentSlot}`] : [];
  const conditions = [
    ...belongs,
    ...conditionsOf(entity, table, query, builder),
    ...(position ? [afterCursor(direction, position, builder)] : []),
  ];
  const cursor = hasCursors ? cursorOf(entity, order, list) : null;
  // Joins of later relations rest on earlier ones, so they come in the order in which they were asked for.
  const joins = [own, ...tables.values()].map(({ from }) => from.joins()).join(' ');
  return {
    expressions: [...selected, ...(cursor?.expressions ?? [])],
    rows: `from ${entity.table} as ${table} ${joins} ${whereClause(conditions)}`,
    order: toSql(direction),
    limit: bounds.size + 1,
    cursor: { width: cursor?.expressions.length ?? 0, write: cursor?.write ?? (() => '') },
  };
}

/** How the cursors of a list are made: of the values its rows are sorted by, where these are columns of the row; else of an array of them. */
function cursorOf(
  entity: AnyEntity,
  order: readonly OrderPart[],
  list: string,
): { readonly expressions: readonly string[]; readonly write: WriteCursor } {
  const stored = new Set(entity.fields.map(snake));
  const isStored = ({ name }: OrderPart) => {
    const column = entity.columns[name];
    return column !== undefined && stored.has(columnName(name, column));
  };
  if (!order.every(isStored))
    return {
      expressions: [`array_to_json(${keysetColumn(order)})::text`],
      write: ([value]) => encodeCursor(list, readTexts(value ?? null)),
    };
  const kinds = order.map(({ column: { kind } }) => kind);
  return {
    expressions: order.map(({ sql }) => sql),
    write: (values) =>
      encodeCursor(
        list,
        kinds.map((kind, index) => positionText(kind, values[index] ?? null)),
      ),
  };
}

/** A value in a cursor, as `keysetValue` writes it. */
function positionText(kind: ColumnKind, text: string | null): string | null {
  if (text === null) return null;
  if (kind === 'timestamp') return keysetValue(parseTimestamp(text));
  if (kind === 'money' || kind === 'decimal') return keysetValue(new Prisma.Decimal(text));
  if (kind === 'boolean') return text.startsWith('t') ? 'true' : 'false';
  return kind === 'float' ? String(Number(text)) : text;
}

/** The values of a JSON array. */
function readTexts(json: string | null): KeysetPosition {
  const values: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(values) ? values : [];
}
