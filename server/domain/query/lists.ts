import type { AnyNoun } from '../nouns/all.ts';
import { type Noun, snake } from '../nouns/noun.ts';
import { type Page, type PageRequest, readRequest } from '../page.ts';
import { fits } from './conditions.ts';
import { type Asker, columnIn, type Draft, draft, sources, visible } from './draft.ts';
import { beyond, type Place, placeOf, readPlace, writeCursor } from './keyset.ts';
import { named, type OrderBy, type OrderPart, orderOf, turned, written } from './order.ts';
import type { RunQuery } from './query-runner.ts';

/** What a client asks of a list. */
export interface ListQuestion {
  readonly where?: object | null;
  /** What must hold besides: what the list's own arguments say. */
  readonly also?: object | null;
  readonly orderBy?: readonly OrderBy[] | null;
}

/** Makes of a stored row what the rest of the product works with. */
export type Read<Stored, Row> = (stored: Stored) => Row;

/** What a statement adds to each row: its place in the order, and whose it is. */
interface Placed {
  '~place'?: Place;
  '~of'?: string;
}

interface Written {
  readonly draft: Draft;
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
function write(noun: Noun<never>, question: ListQuestion, { size, cursor, backwards }: PageBounds, asker: Asker): Written {
  const sheet = draft(asker);
  const table = sheet.alias();
  const from = sources(noun, table, sheet);
  const order = orderOf(noun, question.orderBy, from);
  const list = named(noun, order);
  const way: readonly OrderPart[] = backwards ? turned(order) : order;
  const place = cursor === null ? null : readPlace(list, cursor, order, backwards ? 'before' : 'after');
  return {
    draft: sheet,
    list,
    size,
    backwards,
    continued: cursor !== null,
    table,
    selected: [...noun.fields.map((field) => `${table}.${snake(field)} as "${field}"`), `${placeOf(order)} as "~place"`].join(', '),
    from: `${noun.table} as ${table} ${from.joins()}`,
    conditions: [...conditionsOf(noun, table, question, sheet), ...(place ? [beyond(way, place, sheet)] : [])],
    order: written(way),
  };
}

/** The conditions of a question, and those that always hold. */
export function conditionsOf(noun: AnyNoun, table: string, { where, also }: ListQuestion, sheet: Draft): readonly string[] {
  const such = [fits(noun, table, where, sheet), fits(noun, table, also, sheet)];
  return [...visible(noun, table, sheet), ...such.filter((each) => each !== null)];
}

/** `where …`, with all of them. */
export const every = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `where ${conditions.map((each) => `(${each})`).join(' and ')}` : '';

/** A page of a noun's rows, whatever they are filtered and ordered by, in one statement. */
export async function readList<Stored extends object, Row extends object>(
  run: RunQuery,
  noun: Noun<Stored>,
  read: Read<Stored, Row>,
  question: ListQuestion,
  request: PageRequest,
  asker: Asker,
): Promise<Page<Row>> {
  const page = write(noun, question, readRequest(request), asker);
  return pageOf(await readRows<Stored>(run, page), read, page, () => countList(run, noun, question, asker));
}

/** The first rows of a list, as many as asked for: what clients without pages take for the whole. */
export async function readFirst<Stored extends object, Row extends object>(
  run: RunQuery,
  noun: Noun<Stored>,
  read: Read<Stored, Row>,
  question: ListQuestion,
  limit: number,
  asker: Asker,
): Promise<readonly Row[]> {
  const page = write(noun, question, { size: limit, cursor: null, backwards: false }, asker);
  return pageOf(await readRows<Stored>(run, page), read, page, async () => 0).rows;
}

/** The rows of a page, and one more where there is one. */
const readRows = <Stored extends object>(run: RunQuery, page: Written) =>
  run<Stored & Placed>(
    `select ${page.selected} from ${page.from} ${every(page.conditions)} order by ${page.order} limit ${page.draft.bind(page.size + 1, 'int')}`,
    page.draft,
  );

/** How many rows a list has on all its pages. */
async function countList(run: RunQuery, noun: AnyNoun, question: ListQuestion, asker: Asker): Promise<number> {
  const sheet = draft(asker);
  const table = sheet.alias();
  const [row] = await run<{ count: number }>(
    `select count(*)::int as count from ${noun.table} as ${table} ${every(conditionsOf(noun, table, question, sheet))}`,
    sheet,
  );
  return row?.count ?? 0;
}

/** The same page of each of several parents' rows, all in one statement; `by` is the column that names the parent. */
export async function readLists<Stored extends object, Row extends object>(
  run: RunQuery,
  noun: Noun<Stored>,
  read: Read<Stored, Row>,
  by: string,
  parents: readonly string[],
  question: ListQuestion,
  request: PageRequest,
  asker: Asker,
): Promise<ReadonlyMap<string, Page<Row>>> {
  const page = write(noun, question, readRequest(request), asker);
  const { bind } = page.draft;
  const theirs = `${columnIn(noun, by, page.table).sql} = parent.id`;
  const text = `
    select page.* from unnest(${bind(parents, 'text[]')}) with ordinality as parent(id, number)
    cross join lateral (
      select ${page.selected}, parent.id as "~of", row_number() over (order by ${page.order}) as "~number"
      from ${page.from} ${every([theirs, ...page.conditions])} order by ${page.order} limit ${bind(page.size + 1, 'int')}
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

async function countLists(run: RunQuery, noun: AnyNoun, by: string, parents: readonly string[], question: ListQuestion, asker: Asker) {
  const sheet = draft(asker);
  const table = sheet.alias();
  const owner = columnIn(noun, by, table).sql;
  const conditions = [`${owner} = any(${sheet.bind(parents, 'text[]')})`, ...conditionsOf(noun, table, question, sheet)];
  const text = `select ${owner} as parent, count(*)::int as count from ${noun.table} as ${table} ${every(conditions)} group by 1`;
  const rows = await run<{ parent: string; count: number }>(text, sheet);
  return new Map(rows.map(({ parent, count }) => [parent, count]));
}

function pageOf<Stored extends object, Row extends object>(
  found: readonly (Stored & Placed)[],
  read: Read<Stored, Row>,
  { list, size, backwards, continued }: Written,
  total: () => Promise<number>,
): Page<Row> {
  const places = new WeakMap<Row, Place>();
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
    cursor: (row) => writeCursor(list, places.get(row) ?? []),
    total,
  };
}
