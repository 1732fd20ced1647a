import type { AnyEntity } from '../entities/entities.ts';
import { type EntitySchema, snake } from '../entities/entity-schema.ts';
import { type Page, type PageRequest, readRequest } from '../page.ts';
import { compileWhere } from './compile-where.ts';
import { afterCursor, cursorColumns, decodeCursor, encodeCursor, type KeysetPosition } from './keyset.ts';
import { listKey, type OrderBy, type OrderPart, orderOf, reversed, toSql } from './order.ts';
import type { RunQuery } from './query-runner.ts';
import { columnIn, createFromClause, createSqlBuilder, type QueryViewer, type SqlBuilder, visible } from './sql-builder.ts';

/** What a client asks of a list. */
export interface ListQuery {
  readonly where?: object | null;
  /** What must hold besides: what the list's own arguments say. */
  readonly also?: object | null;
  readonly orderBy?: readonly OrderBy[] | null;
}

/** Makes of a stored row what the rest of the product works with. */
export type Read<Stored, Row> = (stored: Stored) => Row;

/** What a statement adds to each row: its place in the order, and whose it is. */
interface Placed {
  '~place'?: KeysetPosition;
  '~of'?: string;
}

interface Written {
  readonly draft: SqlBuilder;
  readonly list: string;
  readonly size: number;
  readonly backwards: boolean;
  readonly continued: boolean;
  readonly table: string;
  readonly selected: string;
  readonly from: string;
  readonly conditions: readonly string[];
  readonly order: string;
}

type PageBounds = ReturnType<typeof readRequest>;

/** Everything of a page's statement but whose rows it reads. */
function write(noun: EntitySchema<never>, question: ListQuery, { size, cursor, backwards }: PageBounds, asker: QueryViewer): Written {
  const sheet = createSqlBuilder(asker);
  const table = sheet.alias();
  const from = createFromClause(noun, table, sheet);
  const order = orderOf(noun, question.orderBy, from);
  const list = listKey(noun, order);
  const way: readonly OrderPart[] = backwards ? reversed(order) : order;
  const place = cursor === null ? null : decodeCursor(list, cursor, order, backwards ? 'before' : 'after');
  return {
    draft: sheet,
    list,
    size,
    backwards,
    continued: cursor !== null,
    table,
    selected: [...noun.fields.map((field) => `${table}.${snake(field)} as "${field}"`), `${cursorColumns(order)} as "~place"`].join(', '),
    from: `${noun.table} as ${table} ${from.joins()}`,
    conditions: [...conditionsOf(noun, table, question, sheet), ...(place ? [afterCursor(way, place, sheet)] : [])],
    order: toSql(way),
  };
}

/** The conditions of a question, and those that always hold. */
export function conditionsOf(noun: AnyEntity, table: string, { where, also }: ListQuery, sheet: SqlBuilder): readonly string[] {
  const such = [compileWhere(noun, table, where, sheet), compileWhere(noun, table, also, sheet)];
  return [...visible(noun, table, sheet), ...such.filter((each) => each !== null)];
}

/** `where …`, with all of them. */
export const whereClause = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `where ${conditions.map((each) => `(${each})`).join(' and ')}` : '';

/** A page of a noun's rows, whatever they are filtered and ordered by, in one statement. */
export async function readList<Stored extends object, Row extends object>(
  run: RunQuery,
  noun: EntitySchema<Stored>,
  read: Read<Stored, Row>,
  question: ListQuery,
  request: PageRequest,
  asker: QueryViewer,
): Promise<Page<Row>> {
  const page = write(noun, question, readRequest(request), asker);
  return pageOf(await readRows<Stored>(run, page), read, page, () => countList(run, noun, question, asker));
}

/** The first rows of a list, as many as asked for: what clients without pages take for the whole. */
export async function readFirst<Stored extends object, Row extends object>(
  run: RunQuery,
  noun: EntitySchema<Stored>,
  read: Read<Stored, Row>,
  question: ListQuery,
  limit: number,
  asker: QueryViewer,
): Promise<readonly Row[]> {
  const page = write(noun, question, { size: limit, cursor: null, backwards: false }, asker);
  return pageOf(await readRows<Stored>(run, page), read, page, async () => 0).rows;
}

/** The rows of a page, and one more where there is one. */
const readRows = <Stored extends object>(run: RunQuery, page: Written) =>
  run<Stored & Placed>(
    `select ${page.selected} from ${page.from} ${whereClause(page.conditions)} order by ${page.order} limit ${page.draft.bind(page.size + 1, 'int')}`,
    page.draft,
  );

/** How many rows a list has on all its pages. */
async function countList(run: RunQuery, noun: AnyEntity, question: ListQuery, asker: QueryViewer): Promise<number> {
  const sheet = createSqlBuilder(asker);
  const table = sheet.alias();
  const [row] = await run<{ count: number }>(
    `select count(*)::int as count from ${noun.table} as ${table} ${whereClause(conditionsOf(noun, table, question, sheet))}`,
    sheet,
  );
  return row?.count ?? 0;
}

/** The same page of each of several parents' rows, all in one statement; `by` is the column that names the parent. */
export async function readLists<Stored extends object, Row extends object>(
  run: RunQuery,
  noun: EntitySchema<Stored>,
  read: Read<Stored, Row>,
  by: string,
  parents: readonly string[],
  question: ListQuery,
  request: PageRequest,
  asker: QueryViewer,
): Promise<ReadonlyMap<string, Page<Row>>> {
  const page = write(noun, question, readRequest(request), asker);
  const { bind } = page.draft;
  const theirs = `${columnIn(noun, by, page.table).sql} = parent.id`;
  const text = `
    select page.* from unnest(${bind(parents, 'text[]')}) with ordinality as parent(id, number)
    cross join lateral (
      select ${page.selected}, parent.id as "~of", row_number() over (order by ${page.order}) as "~number"
      from ${page.from} ${whereClause([theirs, ...page.conditions])} order by ${page.order} limit ${bind(page.size + 1, 'int')}
    ) as page order by parent.number, page."~number"`;
  const found = Map.groupBy(await run<Stored & Placed>(text, page.draft), (row) => row['~of']);
  let counts: Promise<ReadonlyMap<string, number>> | null = null;
  const count = async (parent: string) => {
    // Whoever asks first asks for all.
    counts ??= countLists(run, noun, by, parents, question, asker);
    return (await counts).get(parent) ?? 0;
  };
  return new Map(parents.map((parent) => [parent, pageOf(found.get(parent) ?? [], read, page, () => count(parent))]));
}

async function countLists(run: RunQuery, noun: AnyEntity, by: string, parents: readonly string[], question: ListQuery, asker: QueryViewer) {
  const sheet = createSqlBuilder(asker);
  const table = sheet.alias();
  const owner = columnIn(noun, by, table).sql;
  const conditions = [`${owner} = any(${sheet.bind(parents, 'text[]')})`, ...conditionsOf(noun, table, question, sheet)];
  const text = `select ${owner} as parent, count(*)::int as count from ${noun.table} as ${table} ${whereClause(conditions)} group by 1`;
  const rows = await run<{ parent: string; count: number }>(text, sheet);
  return new Map(rows.map(({ parent, count }) => [parent, count]));
}

function pageOf<Stored extends object, Row extends object>(
  found: readonly (Stored & Placed)[],
  read: Read<Stored, Row>,
  { list, size, backwards, continued }: Written,
  total: () => Promise<number>,
): Page<Row> {
  const places = new WeakMap<Row, KeysetPosition>();
  const more = found.length > size;
  const rows = found.slice(0, size).map((stored) => {
    const place = stored['~place'] ?? [];
    for (const ours of ['~place', '~of', '~number']) Reflect.deleteProperty(stored, ours);
    const row = read(stored);
    places.set(row, place);
    return row;
  });
  return {
    rows: backwards ? rows.toReversed() : rows,
    hasNext: backwards ? continued : more,
    hasPrevious: backwards ? more : continued,
    cursor: (row) => encodeCursor(list, places.get(row) ?? []),
    total,
  };
}
