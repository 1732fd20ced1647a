import { isId } from '#contract/text.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Column, ColumnKind } from '../entities/column-types.ts';
import { invalidInput } from './invalid-input.ts';
import type { OrderPart } from './order.ts';
import { type SqlBuilder, typeOf } from './sql-builder.ts';

// The cursor of every list: the list's name and, as text, the values its last row is sorted by.

/** The values a row is sorted by, as text; null where the row has none. Timestamps are milliseconds since 1970. */
export type KeysetPosition = readonly (string | null)[];

/** What must be known of a column to read its value from a cursor. */
export type KeysetColumn = Pick<Column, 'kind'> & Partial<Pick<Column, 'nullable' | 'enumType'>>;

export const encodeCursor = (list: string, position: KeysetPosition): string =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url');

/** The position of a cursor. Cursors of another list, or of another order, are rejected; `lists` are the names of this one. */
export function decodeCursor(lists: readonly string[], cursor: string, columns: readonly KeysetColumn[], argument: string): KeysetPosition {
  const [name, ...values] = parseCursor(cursor);
  const position = values.filter((value): value is string | null => value === null || typeof value === 'string');
  const complete = lists.some((list) => list === name) && position.length === values.length && values.length === columns.length;
  if (complete && columns.every((column, index) => isValue(column, position[index] ?? null))) return position;
  return invalidInput(argument, `\`${argument}\` is no cursor of this list in this order. Begin again without it.`);
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** A value of a row in a cursor. */
export function keysetValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return String(value.getTime());
  // Never in scientific notation.
  return value instanceof Prisma.Decimal ? value.toFixed() : String(value);
}

/** The values a row is sorted by, as one array column, for orders that the row itself does not hold. */
export const keysetColumn = (parts: readonly OrderPart[]): string =>
  `array[${parts.map(({ sql, column }) => (column.kind === 'timestamp' ? `(extract(epoch from ${sql}) * 1000)::bigint::text` : `${sql}::text`)).join(', ')}]`;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const amount = /^-?\d{1,20}(\.\d{1,10})?$/;
const integer = /^-?\d{1,18}$/;
/** The first millisecond of the year 1: before it dates are written in another way. */
const EARLIEST = -62_135_596_800_000;

const VALUES = {
  id: isId,
  text: isText,
  openEnum: isText,
  longText: isText,
  money: (text) => amount.test(text),
  decimal: (text) => amount.test(text),
  int: (text) => integer.test(text),
  sequence: (text) => /^\d{1,18}$/.test(text),
  float: (text) => text.trim() !== '' && Number.isFinite(Number(text)),
  boolean: (text) => text === 'true' || text === 'false',
  // Up to the year 9999.
  timestamp: (text) => /^-?\d{1,15}$/.test(text) && Number(text) >= EARLIEST && Number(text) < 253_402_300_800_000,
} as const satisfies Record<Exclude<ColumnKind, 'enum'>, (text: string) => boolean>;

function isValue({ kind, nullable, enumType }: KeysetColumn, value: string | null): boolean {
  if (value === null) return nullable ?? false;
  return kind === 'enum' ? (enumType?.values.includes(value) ?? false) : VALUES[kind](value);
}

/** "Comes after this position": equal in the first parts, and beyond it in the next one. */
export function afterCursor(parts: readonly OrderPart[], position: KeysetPosition, { bind }: SqlBuilder): string {
  const bound = parts.map(({ column }, index) => {
    const value = position[index] ?? null;
    if (value === null) return null;
    return column.kind === 'timestamp' ? bind(new Date(Number(value)), 'timestamptz') : bind(value, typeOf(column));
  });
  const alternatives = parts.map((part, index) =>
    [...parts.slice(0, index).map((each, before) => equal(each, bound[before] ?? null)), after(part, bound[index] ?? null)].join(' and '),
  );
  const [first] = parts;
  const [edge] = bound;
  // Redundant, but an index scan can begin there.
  const bounded =
    first && edge && !first.column.nullable && parts.length > 1 ? `${first.sql} ${first.descending ? '<=' : '>='} ${edge} and ` : '';
  return `${bounded}(${alternatives.map((each) => `(${each})`).join(' or ')})`;
}

const equal = ({ sql }: OrderPart, value: string | null): string => (value === null ? `${sql} is null` : `${sql} = ${value}`);

function after({ sql, column, descending, nullsFirst }: OrderPart, value: string | null): string {
  if (value === null) return nullsFirst ? `${sql} is not null` : 'false';
  const beyond = `${sql} ${descending ? '<' : '>'} ${value}`;
  return column.nullable && !nullsFirst ? `(${beyond} or ${sql} is null)` : beyond;
}
