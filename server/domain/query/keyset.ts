import { isId } from '#contract/text.ts';
import type { Column, Kind } from '../entities/column-types.ts';
import { readCursor } from '../page.ts';
import { invalidInput } from './invalid-input.ts';
import type { OrderPart } from './order.ts';
import { type SqlBuilder, typeOf } from './sql-builder.ts';

/** A value a list is ordered by, as text; null where the row has none. */
export type KeysetPosition = readonly (string | null)[];

/** The values a row is ordered by, as one column of a statement. Moments as milliseconds: nothing of them is lost. */
export const cursorColumns = (parts: readonly OrderPart[]): string =>
  `array[${parts.map(({ sql, column }) => (column.kind === 'moment' ? `(extract(epoch from ${sql}) * 1000)::bigint::text` : `${sql}::text`)).join(', ')}]`;

export const encodeCursor = (list: string, place: KeysetPosition): string =>
  Buffer.from(JSON.stringify([list, ...place])).toString('base64url');

/** The place a cursor stands for. One of another list, or of another order, is refused. */
export function decodeCursor(list: string, cursor: string, parts: readonly OrderPart[], argument: string): KeysetPosition {
  const [name, ...values] = readCursor(cursor);
  const place = values.filter((value): value is string | null => value === null || typeof value === 'string');
  const fits = name === list && place.length === values.length && values.length === parts.length;
  if (fits && parts.every(({ column }, at) => isValue(column, place[at] ?? null))) return place;
  return invalidInput(argument, `\`${argument}\` is no cursor of this list in this order. Begin again without it.`);
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const amount = /^-?\d{1,20}(\.\d{1,10})?$/;
const integer = /^-?\d{1,18}$/;

const VALUES = {
  id: isId,
  text: isText,
  openText: isText,
  longText: isText,
  money: (text) => amount.test(text),
  decimal: (text) => amount.test(text),
  whole: (text) => integer.test(text),
  sequence: (text) => integer.test(text),
  float: (text) => text.trim() !== '' && Number.isFinite(Number(text)),
  flag: (text) => text === 'true' || text === 'false',
  moment: (text) => /^-?\d{1,14}$/.test(text),
} as const satisfies Record<Exclude<Kind, 'choice'>, (text: string) => boolean>;

function isValue({ kind, nullable, choice }: Column, value: string | null): boolean {
  if (value === null) return nullable;
  return kind === 'choice' ? (choice?.values.includes(value) ?? false) : VALUES[kind](value);
}

/** "Comes after this place": equal in the first parts, and beyond in the next one. */
export function afterCursor(parts: readonly OrderPart[], place: KeysetPosition, draft: SqlBuilder): string {
  const bound = parts.map(({ column }, at) => {
    const value = place[at] ?? null;
    if (value === null) return null;
    return column.kind === 'moment' ? draft.bind(new Date(Number(value)), 'timestamptz') : draft.bind(value, typeOf(column));
  });
  const ways = parts.map((part, at) =>
    [...parts.slice(0, at).map((each, before) => same(each, bound[before] ?? null)), after(part, bound[at] ?? null)].join(' and '),
  );
  const [first] = parts;
  const [edge] = bound;
  // Said besides, because an index can begin there.
  const bounded =
    first && edge && !first.column.nullable && parts.length > 1 ? `${first.sql} ${first.descending ? '<=' : '>='} ${edge} and ` : '';
  return `${bounded}(${ways.map((way) => `(${way})`).join(' or ')})`;
}

const same = ({ sql }: OrderPart, value: string | null): string => (value === null ? `${sql} is null` : `${sql} = ${value}`);

function after({ sql, column, descending, nullsFirst }: OrderPart, value: string | null): string {
  if (value === null) return nullsFirst ? `${sql} is not null` : 'false';
  const further = `${sql} ${descending ? '<' : '>'} ${value}`;
  return column.nullable && !nullsFirst ? `(${further} or ${sql} is null)` : further;
}
