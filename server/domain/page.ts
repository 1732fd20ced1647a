import { isId } from '#contract/text.ts';
import { Invalid } from './failures.ts';

/** How long a page is when nothing is said, and at most. */
export const PAGE_SIZE = { standard: 20, most: 100 } as const;

/** A page as a client asks for it: the first `first` after a cursor, or the last `last` before one. */
export interface PageRequest {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** Where a row stands; a page may go on from there. */
  cursor(row: Row): string;
  /** How many there are in all; counted only when asked. */
  total(): Promise<number>;
}

/** One part of the order of a list. The last one must be unique, so that no two rows stand in the same place. */
export interface Sorted<Row> {
  readonly field: keyof Row & string;
  readonly direction: 'asc' | 'desc';
  /** What it holds; text when nothing is said. A cursor with anything else is refused. */
  readonly holds?: 'moment' | 'whole';
}

/** A Prisma condition or order; the caller's own types take over from here. */
type Clause = Record<string, unknown>;

interface Listed<Row> {
  /** Names the list in its cursors, so that one list's cursor is refused by another. */
  readonly list: string;
  readonly order: readonly Sorted<Row>[];
  count(): Promise<number>;
}

/** Where a page begins, for SQL written by hand. */
export interface PagePlace {
  /** The values the list is ordered by, of the row to go on from; null at an end of the list. */
  readonly from: readonly unknown[] | null;
  /** Against the list's order: the rows before it. */
  readonly backwards: boolean;
}

interface Source<Row> extends Listed<Row> {
  find(query: { readonly where: Clause; readonly orderBy: Clause[]; readonly take: number }, place: PagePlace): Promise<readonly Row[]>;
}

/** A page by keyset: it costs the same wherever it is, and stays right while rows come and go. */
export async function readPage<Row>(request: PageRequest, { list, order, find, count }: Source<Row>): Promise<Page<Row>> {
  const { size, cursor, backwards } = readRequest(request);
  const sorted = backwards ? order.map(turned) : order;
  const from = cursor === null ? null : decode(list, cursor, sorted, backwards ? 'before' : 'after');
  const query = {
    where: from === null ? {} : after(sorted, from),
    orderBy: sorted.map(({ field, direction }) => ({ [field]: direction })),
    take: size + 1,
  };
  const found = await find(query, { from, backwards });
  const more = found.length > size;
  const rows = more ? found.slice(0, size) : found;
  return {
    rows: backwards ? rows.toReversed() : rows,
    hasNext: backwards ? cursor !== null : more,
    hasPrevious: backwards ? more : cursor !== null,
    cursor: (row) =>
      encode(
        list,
        order.map(({ field }) => row[field]),
      ),
    total: count,
  };
}

/** The first page of a list whose beginning was read elsewhere: `found` holds one row more than the page, if there is one. */
export const firstPage = <Row>(found: readonly Row[], size: number, { list, order, count }: Listed<Row>): Page<Row> => ({
  rows: found.slice(0, size),
  hasNext: found.length > size,
  hasPrevious: false,
  cursor: (row) =>
    encode(
      list,
      order.map(({ field }) => row[field]),
    ),
  total: count,
});

/** What a request for a page comes to: how many rows, from where, which way. */
export function readRequest({ first, after, last, before }: PageRequest): {
  readonly size: number;
  readonly cursor: string | null;
  readonly backwards: boolean;
} {
  const backwards = (last ?? null) !== null;
  if (backwards && (first ?? null) !== null) refuse('last', 'Ask for `first` or for `last`, not for both.');
  if (backwards ? after : before) refuse(backwards ? 'after' : 'before', 'Use `first` with `after`, and `last` with `before`.');
  const size = (backwards ? last : first) ?? PAGE_SIZE.standard;
  if (!Number.isInteger(size) || size < 0 || size > PAGE_SIZE.most) {
    const argument = backwards ? 'last' : 'first';
    const onwards = backwards ? 'before' : 'after';
    refuse(
      argument,
      `\`${argument}\` asks for ${size} rows; a page has 0 to ${PAGE_SIZE.most}. Go on from page to page with \`${onwards}\`.`,
    );
  }
  return { size, cursor: (backwards ? before : after) ?? null, backwards };
}

function refuse(path: string, message: string): never {
  throw new Invalid([{ path, message }]);
}

const turned = <Row>(part: Sorted<Row>): Sorted<Row> => ({ ...part, direction: part.direction === 'asc' ? 'desc' : 'asc' });

/** "Comes after these values": equal in the first parts and beyond in the next one. */
function after<Row>(order: readonly Sorted<Row>[], values: readonly unknown[]): Clause {
  const beyond = order.map(({ field, direction }, place) => ({
    ...Object.fromEntries(order.slice(0, place).map((part, index) => [part.field, values[index]])),
    [field]: { [direction === 'asc' ? 'gt' : 'lt']: values[place] },
  }));
  return beyond.length === 1 ? { ...beyond[0] } : { OR: beyond };
}

function encode(list: string, values: readonly unknown[]): string {
  const keys = values.map((value) => {
    if (value instanceof Date) return { at: value.toISOString() };
    return typeof value === 'bigint' ? { whole: String(value) } : String(value);
  });
  return Buffer.from(JSON.stringify([list, ...keys])).toString('base64url');
}

function decode<Row>(list: string, cursor: string, order: readonly Sorted<Row>[], argument: string): readonly unknown[] {
  const keys = readCursor(cursor);
  const known = keys[0] === list && keys.length === order.length + 1;
  const values = order.map(({ holds }, place) => readKey(keys[place + 1], holds));
  if (!known || values.includes(null)) refuse(argument, `\`${argument}\` is no cursor of this list in this order. Begin again without it.`);
  return values;
}

/** The parts of a cursor, the name of its list first; none where it makes no sense. */
export function readCursor(cursor: string): readonly unknown[] {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}

/** A part of a cursor as it was before it was written down; null when it makes no sense. */
function readKey(key: unknown, holds: Sorted<unknown>['holds']): string | bigint | Date | null {
  if (holds === undefined) return typeof key === 'string' && isId(key) ? key : null;
  if (typeof key !== 'object' || key === null) return null;
  if (holds === 'whole') return 'whole' in key && typeof key.whole === 'string' && /^\d{1,18}$/.test(key.whole) ? BigInt(key.whole) : null;
  if (!('at' in key) || typeof key.at !== 'string' || !/^\d{4}-/.test(key.at)) return null;
  const at = new Date(key.at);
  return Number.isNaN(at.getTime()) ? null : at;
}
