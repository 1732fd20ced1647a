import type { AnyEntity } from '../entities/entities.ts';
import { columnName, type Search, snake } from '../entities/entity-schema.ts';
import { createPage, PAGE_SIZE, type Page, type PageBounds, type PageRequest, readRequest } from '../page.ts';
import { readSearch, type SearchWords, searchQuery } from '../text-search.ts';
import { compileWhere } from './compile-where.ts';
import { afterCursor, decodeCursor, encodeCursor, type KeysetPosition, keysetColumn, keysetValue } from './keyset.ts';
import { listKey, type OrderBy, orderOf, reversed, toSql } from './order.ts';
import type { RunQuery, Statement } from './query-runner.ts';
import {
  columnIn,
  createFromClause,
  createSqlBuilder,
  type QueryContext,
  rowVisibility,
  type SqlBuilder,
  typeOf,
  whereClause,
} from './sql-builder.ts';

// The one way to list rows of an entity: filtered and ordered in any way, from any cursor, of one parent or of many.

/** Which rows of an entity, in which order. */
export interface ListQuery {
  /** What a client asks for. */
  readonly where?: object | null;
  readonly orderBy?: readonly OrderBy[] | null;
  /** What must hold besides: the list's own arguments, in the language of `where`. */
  readonly filter?: object | null;
  /** The order where the client asks for none; left out, the entity's. */
  readonly defaultOrder?: readonly OrderBy[];
}

export interface ListOptions {
  /** Names the list in its cursors, where one list must not continue another in the same order: columns of the board. */
  readonly listName?: (parent: string) => string;
  /** Whether the statement is prepared: only where it is the same for everybody. */
  readonly prepare?: boolean;
}

/** Makes of a stored row what the rest of the product works with. */
export type ReadRow<Stored, Row> = (stored: Stored) => Row;

/** Everything of a page's statement but its parents and its limit. */
interface ListParts extends PageBounds {
  readonly builder: SqlBuilder;
  readonly list: string;
  readonly table: string;
  /** Where the row holds everything it is sorted by, the fields of that; else the statement selects it. */
  readonly sortFields: readonly string[] | null;
  readonly select: string;
  readonly rows: string;
  readonly joins: string;
  readonly conditions: readonly string[];
  /** The condition that rows come after the cursor; none on a first page. */
  readonly after: readonly string[];
  readonly order: string;
}

function compileList(entity: AnyEntity, query: ListQuery, bounds: PageBounds, context: QueryContext, listName?: string): ListParts {
  const builder = createSqlBuilder(context);
  const table = builder.alias();
  const from = createFromClause(entity, table, builder);
  const order = orderOf(entity, query.orderBy ?? query.defaultOrder, from);
  const list = listName ?? listKey(entity, order);
  const names = query.orderBy || !entity.oldCursorName ? [list] : [list, entity.oldCursorName];
  const direction = bounds.backwards ? reversed(order) : order;
  const columns = order.map(({ column }) => column);
  const position = bounds.cursor === null ? null : decodeCursor(names, bounds.cursor, columns, bounds.backwards ? 'before' : 'after');
  const { fields } = entity;
  const stored = new Map(fields.map((field) => [snake(field), field]));
  const sortFields = order.flatMap(({ name }) => {
    const column = entity.columns[name];
    const field = column && stored.get(columnName(name, column));
    return field === undefined ? [] : [field];
  });
  const isSorted = sortFields.length === order.length;
  const select = [
    ...fields.map((field) => `${table}.${snake(field)} as "${field}"`),
    ...(isSorted ? [] : [`${keysetColumn(order)} as "pageKeyset"`]),
  ];
  return {
    ...bounds,
    builder,
    list,
    table,
    sortFields: isSorted ? sortFields : null,
    select: select.join(', '),
    rows: `${entity.table} as ${table}`,
    joins: from.joins(),
    conditions: conditionsOf(entity, table, query, builder),
    after: position ? [afterCursor(direction, position, builder)] : [],
    order: toSql(direction),
  };
}

/** The conditions of a query, and those that always hold. */
export function conditionsOf(entity: AnyEntity, table: string, { where, filter }: ListQuery, builder: SqlBuilder): readonly string[] {
  const clauses = [compileWhere(entity, table, where, builder), compileWhere(entity, table, filter, builder)];
  return [...rowVisibility(entity, table, builder), ...clauses.filter((clause) => clause !== null)];
}

/** The statement of a page: its rows, and one more where there is one. */
export function pageStatement(
  entity: AnyEntity,
  query: ListQuery,
  options: ListOptions,
  request: PageRequest,
  context: QueryContext,
): Statement {
  return compile(entity, query, options, readRequest(request), context).statement;
}

interface Compiled {
  readonly parts: ListParts;
  readonly statement: Statement;
}

function compile(entity: AnyEntity, query: ListQuery, options: ListOptions, bounds: PageBounds, context: QueryContext): Compiled {
  const found = searchOf(entity, query);
  const listed = found ? { ...query, filter: { ...query.filter, matches: null } } : query;
  const parts = compileList(entity, listed, bounds, context, options.listName?.(''));
  return { parts, statement: found ? compileSearchPage(entity, parts, found) : compilePage(parts, options) };
}

// A limit that PostgreSQL cannot see is taken for a tenth of the table, and the page planned anew each time. With this bound it plans once.
const VISIBLE_LIMIT = PAGE_SIZE.most + 1;

function compilePage(parts: ListParts, { prepare = false }: ListOptions): Statement {
  const { builder, size, select, rows, joins, conditions, after, order } = parts;
  const list = `select ${select} from ${rows} ${joins} ${whereClause([...conditions, ...after])} order by ${order}`;
  const limit = builder.bind(size + 1, 'int');
  const text = prepare ? `select * from (${list} limit ${VISIBLE_LIMIT}) as page limit ${limit}` : `${list} limit ${limit}`;
  return { ...(prepare && { name: nameOf(text) }), text, values: builder.values };
}

type FullText = Extract<Search, { method: 'fullText' }>;

interface FullTextSearch {
  readonly search: FullText;
  readonly words: SearchWords;
}

/** What the search argument of a full-text list looks for, unless the client chose conditions or an order as well; null for nothing. */
function searchOf({ search }: AnyEntity, { where, orderBy, filter }: ListQuery): FullTextSearch | null {
  if (search?.method !== 'fullText' || where || orderBy || !filter) return null;
  const matches: unknown = Reflect.get(filter, 'matches');
  const words = typeof matches === 'string' ? readSearch(matches) : null;
  return words && { search, words };
}

// The index finds every row with the words; only their keys are sorted, and only a page's worth is read whole. The query is a
// value that the planner does not know, so that it always takes the index: reading the list in order until enough rows match
// would be quick for common words alone. For these, `recentRows` of the list are looked through first: if they fill the page,
// that is the page. Of a phrase the index finds the single words, and of those, in order, only as many are held against the
// phrase as the page needs.
function compileSearchPage(entity: AnyEntity, parts: ListParts, { search, words }: FullTextSearch): Statement {
  const { builder, size, select, rows, joins, table, conditions, after, order } = parts;
  const key = columnIn(entity, entity.primaryKey, table).sql;
  const keys = [...new Set([key, ...(parts.sortFields ?? []).map((field) => `${table}.${snake(field)}`)])].join(', ');
  const phrased = words.exact !== words.loose;
  const matches = (query: 'exact' | 'loose') => `${search.expression.replaceAll('$', table)} @@ (select ${query} from search_query)`;
  const limit = builder.bind(size + 1, 'int');
  const recent = search.recentRows
    ? `recent as materialized (
        select ${keys} from (select * from ${rows} ${whereClause(after)} order by ${order} limit ${search.recentRows}) as ${table}
        ${whereClause([matches('exact'), ...conditions])} order by ${order} limit ${limit}
      ),`
    : '';
  const unfilled = search.recentRows ? [`(select count(*) from recent) < ${limit}`] : [];
  const searched = phrased ? search.columns.map((column) => `, ${table}.${column}`).join('') : '';
  const text = `
    with search_query as materialized (${searchQuery(words, builder)}), ${recent}
    found as (
      select ${keys}${searched} from ${rows} ${whereClause([...unfilled, matches(phrased ? 'loose' : 'exact'), ...conditions, ...after])}
      order by ${order} offset 0
    ), page as (
      ${search.recentRows ? `(select ${key} as key from recent as ${table} where (select count(*) from recent) = ${limit}) union all` : ''}
      (select ${key} as key from found as ${table} ${phrased ? whereClause([matches('exact')]) : ''} order by ${order} limit ${limit})
    )
    select ${select} from page join ${rows} on ${key} = page.key ${joins} order by ${order}`;
  return { text, values: builder.values };
}

/** Names of prepared statements by their text; there are as many as there are lists that everybody reads alike. */
const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  const name = NAMES.get(text) ?? `list-${NAMES.size + 1}`;
  NAMES.set(text, name);
  return name;
}

/** A page of an entity's rows in one statement. */
export async function readList<Stored extends object, Row extends object>(
  run: RunQuery,
  entity: AnyEntity,
  read: ReadRow<Stored, Row>,
  query: ListQuery,
  options: ListOptions,
  request: PageRequest,
  context: QueryContext,
): Promise<Page<Row>> {
  const { parts, statement } = compile(entity, query, options, readRequest(request), context);
  return pageOf(await run<Stored & Extra>(statement), read, parts, () => countList(run, entity, query, context));
}

/** The first rows of a list, as many as asked for: for clients without pages. */
export async function readFirst<Stored extends object, Row extends object>(
  run: RunQuery,
  entity: AnyEntity,
  read: ReadRow<Stored, Row>,
  query: ListQuery,
  limit: number,
  context: QueryContext,
): Promise<readonly Row[]> {
  const { parts, statement } = compile(entity, query, {}, { size: limit, cursor: null, backwards: false }, context);
  return pageOf(await run<Stored & Extra>(statement), read, parts, async () => 0).rows;
}

/** How many rows a list has on all its pages. */
export async function countList(run: RunQuery, entity: AnyEntity, query: ListQuery, context: QueryContext): Promise<number> {
  const builder = createSqlBuilder(context);
  const table = builder.alias();
  const [row] = await run<{ count: number }>({
    text: `select count(*)::int as count from ${entity.table} as ${table} ${whereClause(conditionsOf(entity, table, query, builder))}`,
    values: builder.values,
  });
  return row?.count ?? 0;
}

/** The same page of the rows of each of several parents, in one statement; `foreignKey` is the column that names the parent. */
export async function readLists<Stored extends object, Row extends object>(
  run: RunQuery,
  entity: AnyEntity,
  read: ReadRow<Stored, Row>,
  foreignKey: string,
  parents: readonly string[],
  query: ListQuery,
  options: ListOptions,
  request: PageRequest,
  context: QueryContext,
): Promise<ReadonlyMap<string, Page<Row>>> {
  const parts = compileList(entity, query, readRequest(request), context, options.listName?.(parents[0] ?? ''));
  const { bind } = parts.builder;
  const { sql, column } = columnIn(entity, foreignKey, parts.table);
  const ids = bind(parents, `${typeOf(column)}[]`);
  const rows = `select ${parts.select}, parent.id as "pageParent", row_number() over (order by ${parts.order}) as "pageNumber"
      from ${parts.rows} ${parts.joins} ${whereClause([`${sql} = parent.id`, ...parts.conditions, ...parts.after])} order by ${parts.order}`;
  const text = `
    select page.* from unnest(${ids}) with ordinality as parent(id, number)
    cross join lateral (${rows} limit ${bind(parts.size + 1, 'int')}) as page order by parent.number, page."pageNumber"`;
  const found = await run<Stored & Extra>({ ...(options.prepare && { name: nameOf(text) }), text, values: parts.builder.values });
  const byParent = Map.groupBy(found, ({ pageParent }) => pageParent);
  let counts: Promise<ReadonlyMap<string, number>> | null = null;
  const count = async (parent: string) => {
    // The first caller counts for all of them.
    counts ??= countLists(run, entity, foreignKey, parents, query, context);
    return (await counts).get(parent) ?? 0;
  };
  return new Map(
    parents.map((parent) => [
      parent,
      pageOf(byParent.get(parent) ?? [], read, { ...parts, list: options.listName?.(parent) ?? parts.list }, () => count(parent)),
    ]),
  );
}

async function countLists(
  run: RunQuery,
  entity: AnyEntity,
  foreignKey: string,
  parents: readonly string[],
  query: ListQuery,
  context: QueryContext,
) {
  const builder = createSqlBuilder(context);
  const table = builder.alias();
  const { sql, column } = columnIn(entity, foreignKey, table);
  const clauses = [`${sql} = any(${builder.bind(parents, `${typeOf(column)}[]`)})`, ...conditionsOf(entity, table, query, builder)];
  const text = `select ${sql} as parent, count(*)::int as count from ${entity.table} as ${table} ${whereClause(clauses)} group by 1`;
  const rows = await run<{ parent: string; count: number }>({ text, values: builder.values });
  return new Map(rows.map(({ parent, count }) => [parent, count]));
}

/** What a statement selects beside the fields of a row. */
interface Extra {
  readonly pageKeyset?: KeysetPosition;
  readonly pageParent?: string;
  readonly pageNumber?: bigint;
}
const EXTRA = ['pageKeyset', 'pageParent', 'pageNumber'] as const satisfies readonly (keyof Extra)[];

function pageOf<Stored extends object, Row extends object>(
  found: readonly (Stored & Extra)[],
  read: ReadRow<Stored, Row>,
  { list, sortFields, ...bounds }: ListParts,
  total: () => Promise<number>,
): Page<Row> {
  const positions = new Map<Row, () => KeysetPosition>();
  const rows = found.map((stored) => {
    const { pageKeyset = [] } = stored;
    for (const name of EXTRA) Reflect.deleteProperty(stored, name);
    const row = read(stored);
    positions.set(row, () => sortFields?.map((field) => keysetValue(Reflect.get(stored, field))) ?? pageKeyset);
    return row;
  });
  return createPage(rows, bounds, (row) => encodeCursor(list, positions.get(row)?.() ?? []), total);
}
