import { invalidInput } from './query/invalid-input.ts';

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

/** What a page holds: how many rows at most, beyond which cursor, and whether they are the rows before it. */
export interface PageBounds {
  readonly size: number;
  readonly cursor: string | null;
  readonly backwards: boolean;
}

/** Checks a request for a page: how many rows, from where, in which direction. */
export function readRequest({ first, after, last, before }: PageRequest): PageBounds {
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

/** A page of the rows that were found, in the direction that was read: one more than the page holds where there are more. */
export function createPage<Row>(
  found: readonly Row[],
  { size, cursor, backwards }: PageBounds,
  cursorOf: (row: Row) => string,
  total: () => Promise<number>,
): Page<Row> {
  const more = found.length > size;
  const rows = found.slice(0, size);
  return {
    rows: backwards ? rows.toReversed() : rows,
    hasNext: backwards ? cursor !== null : more,
    hasPrevious: backwards ? more : cursor !== null,
    cursor: cursorOf,
    total,
  };
}
