import type { ColumnKind } from './entities/column-types.ts';
import { invalidInput } from './query/invalid-input.ts';
import { decodeCursor, encodeCursor, keysetValue } from './query/keyset.ts';

/** Rows on a page by default, and at most. */
export const PAGE_SIZE = { standard: 20, most: 100 } as const;

/** A requested page: the `first` rows after a cursor, or the `last` rows before one. */
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
  /** Marks the position of a row; a page may start before or after it. */
  cursor(row: Row): string;
  /** How many rows the list has on all its pages; counted only when called. */
  total(): Promise<number>;
}

/** One part of the order of a list. The last one must be unique, so that the order is total. */
export interface SortPart<Row> {
  readonly field: keyof Row & string;
  readonly direction: 'asc' | 'desc';
  /** `id` when left out. A cursor with any other value is rejected. */
  readonly kind?: Extract<ColumnKind, 'id' | 'timestamp' | 'sequence'>;
}

/** A Prisma condition or order; the caller's own types take over from here. */
type Clause = Record<string, unknown>;

/** Where a page begins, for hand-written SQL. */
export interface PageStart {
  /** The values the list is sorted by, of the row to continue from; null at the start of the list. */
  readonly from: readonly unknown[] | null;
  /** Against the list's order: the rows before it. */
  readonly backwards: boolean;
}

interface PageSource<Row> {
  /** Names the list in its cursors, so that other lists reject them. */
  readonly list: string;
  readonly order: readonly SortPart<Row>[];
  count(): Promise<number>;
  find(query: { readonly where: Clause; readonly orderBy: Clause[]; readonly take: number }, start: PageStart): Promise<readonly Row[]>;
}

/** A page by keyset of rows that are no list of an entity (query/lists.ts): it costs the same at any depth, and stays right while rows come and go. */
export async function readPage<Row>(request: PageRequest, { list, order, find, count }: PageSource<Row>): Promise<Page<Row>> {
  const { size, cursor, backwards } = readRequest(request);
  const sorted = backwards ? order.map(reversed) : order;
  const columns = order.map(({ kind = 'id' }) => ({ kind }));
  const from = cursor === null ? null : decodeCursor(list, cursor, columns, backwards ? 'before' : 'after').map(keyValue(order));
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
      encodeCursor(
        list,
        order.map(({ field }) => keysetValue(row[field])),
      ),
    total: count,
  };
}

/** Checks a request for a page: how many rows, from where, in which direction. */
export function readRequest({ first, after, last, before }: PageRequest): {
  readonly size: number;
  readonly cursor: string | null;
  readonly backwards: boolean;
} {
  const backwards = (last ?? null) !== null;
  if (backwards && (first ?? null) !== null) invalidInput('last', 'Use either `first` or `last`, not both.');
  if (backwards ? after : before) invalidInput(backwards ? 'after' : 'before', 'Use `first` with `after`, and `last` with `before`.');
  const size = (backwards ? last : first) ?? PAGE_SIZE.standard;
  if (!Number.isInteger(size) || size < 0 || size > PAGE_SIZE.most) {
    const argument = backwards ? 'last' : 'first';
    const onwards = backwards ? 'before' : 'after';
    invalidInput(argument, `\`${argument}\` is ${size}; a page has 0 to ${PAGE_SIZE.most} rows. Use \`${onwards}\` to load the next page.`);
  }
  return { size, cursor: (backwards ? before : after) ?? null, backwards };
}

const reversed = <Row>(part: SortPart<Row>): SortPart<Row> => ({ ...part, direction: part.direction === 'asc' ? 'desc' : 'asc' });

/** The values of a cursor as Prisma and pg take them. */
const keyValue =
  <Row>(order: readonly SortPart<Row>[]) =>
  (text: string | null, index: number): string | bigint | Date | null => {
    const kind = order[index]?.kind;
    if (kind === 'timestamp') return new Date(Number(text));
    return kind === 'sequence' ? BigInt(text ?? 0) : text;
  };

/** "Comes after these values": equal in the first parts and beyond in the next one. */
function after<Row>(order: readonly SortPart<Row>[], values: readonly unknown[]): Clause {
  const alternatives = order.map(({ field, direction }, index) => ({
    ...Object.fromEntries(order.slice(0, index).map((part, before) => [part.field, values[before]])),
    [field]: { [direction === 'asc' ? 'gt' : 'lt']: values[index] },
  }));
  return alternatives.length === 1 ? { ...alternatives[0] } : { OR: alternatives };
}
