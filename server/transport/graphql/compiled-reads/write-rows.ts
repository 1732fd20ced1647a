import type { ColumnKind } from '#domain/entities/column-types.ts';
import type { PageBounds } from '#domain/page.ts';
import type { CompiledRead } from '#domain/query/compile-read.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { RawRows } from '#server/database/row-query.ts';
import { parseTimestamp } from '#server/database/types.ts';
import type { Part } from './plan.ts';

// Rows as PostgreSQL sends them, written as the JSON of an answer: bytes are copied, and only what JSON writes differently is changed.

/** A value that has no JSON here, such as a time that no date has. The operation is executed normally instead. */
export class Unwritable extends Error {}

/** One list of a statement: the number of its columns before those of its cursors, and its page. */
export interface WrittenList {
  readonly columns: number;
  readonly cursor: CompiledRead['cursors'][number];
  readonly bounds: PageBounds;
}

/** The lists of a statement: its own first, then the nested ones. */
export interface WrittenRows {
  readonly rows: RawRows;
  readonly lists: readonly WrittenList[];
  readonly eventCursor: bigint;
}

/** Bytes that text takes more in JSON at most: a control character is written as `\u0000`. */
const MAX_ESCAPE = 6;

/** JSON that is being written; each answer has its own. */
export class JsonWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  result(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  text(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  ascii(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  copy(from: Buffer, start: number, length: number): void {
    this.#reserve(length);
    const to = this.#bytes;
    let at = this.#length;
    for (let index = start; index < start + length; index += 1) {
      to[at] = from[index] ?? 0;
      at += 1;
    }
    this.#length = at;
  }

  /** Text between quotes, as `JSON.stringify` writes it. */
  quoted(from: Buffer, start: number, length: number): void {
    this.#reserve(length * MAX_ESCAPE + 2);
    const to = this.#bytes;
    let at = this.#length;
    to[at] = QUOTE;
    at += 1;
    for (let index = start; index < start + length; index += 1) {
      const byte = from[index] ?? 0;
      const escaped = byte < ESCAPES.length ? ESCAPES[byte] : undefined;
      if (escaped === undefined) {
        to[at] = byte;
        at += 1;
      } else at += to.write(escaped, at, 'latin1');
    }
    to[at] = QUOTE;
    this.#length = at + 1;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const QUOTE = 0x22;
const [COMMA, OPEN, CLOSE] = [0x2c, 0x5b, 0x5d];

/** How JSON writes the characters that it escapes, by their code; undefined for all others. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 0x5d }, (_, code) => {
  const written = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return written.length > 1 ? written : undefined;
});

/** The rows of a statement, by the list they belong to. */
class RowTable {
  readonly buffers: readonly Buffer[];
  readonly columns: number;
  /** Where each value begins and how long it is: two numbers a value. A null is -1 long. */
  readonly cells: Int32Array;
  readonly offset: number;

  constructor({ buffers, offsets }: RawRows, columns: number, offset: number) {
    this.buffers = buffers;
    this.columns = columns;
    this.offset = offset;
    const cells = new Int32Array(buffers.length * columns * 2);
    let cell = 0;
    for (let row = 0; row < buffers.length; row += 1) {
      const bytes = buffers[row] ?? EMPTY;
      let at = (offsets[row] ?? 0) + 2;
      for (let column = 0; column < columns; column += 1) {
        const length = bytes.readInt32BE(at);
        at += 4;
        cells[cell] = at;
        cells[cell + 1] = length;
        cell += 2;
        if (length > 0) at += length;
      }
    }
    this.cells = cells;
  }

  cell(row: number, slot: number): number {
    return (row * this.columns + slot + this.offset) * 2;
  }

  start(cell: number): number {
    return this.cells[cell] ?? 0;
  }

  length(cell: number): number {
    return this.cells[cell + 1] ?? -1;
  }

  string(row: number, slot: number): string | null {
    const cell = this.cell(row, slot);
    const length = this.length(cell);
    return length < 0 ? null : this.buffer(row).toString('utf8', this.start(cell), this.start(cell) + length);
  }

  buffer(row: number): Buffer {
    return this.buffers[row] ?? EMPTY;
  }
}

const EMPTY = Buffer.alloc(0);

/** Rows of one page, in the order in which they were read: from `from`, up to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Writes the value of a field that reads a list, or one row: null where there is none. */
export function writeField(writer: JsonWriter, parts: readonly Part[], isList: boolean, { rows, lists, eventCursor }: WrittenRows): void {
  const isNested = lists.length > 1;
  const width = Math.max(...lists.map(({ columns, cursor }) => columns + cursor.width));
  const table = new RowTable(rows, width + (isNested ? 1 : 0), isNested ? 1 : 0);
  const { roots, ranges } = isNested ? groupRows(table, lists.length - 1) : { roots: null, ranges: null };
  const count = roots?.length ?? rows.buffers.length;
  const rowAt = (index: number) => roots?.[index] ?? index;
  const context = { writer, table, lists, eventCursor, ranges };
  if (isList) writePage(context, parts, 0, { from: 0, to: count }, rowAt);
  else if (count === 0) writer.text(NULL);
  else writeRow(context, parts, 0, rowAt(0));
}

interface WriteContext {
  readonly writer: JsonWriter;
  readonly table: RowTable;
  readonly lists: readonly WrittenList[];
  readonly eventCursor: bigint;
  /** The rows of the nested lists of each row. */
  readonly ranges: ReadonlyMap<number, readonly Range[]> | null;
}

/** The rows of the list itself, and of each the ranges of its nested lists. Each row says in its first value which list it is of. */
function groupRows(table: RowTable, nested: number): { roots: readonly number[]; ranges: ReadonlyMap<number, readonly Range[]> } {
  const roots: number[] = [];
  const ranges = new Map<number, readonly Range[]>();
  let current: { from: number; to: number }[] = [];
  let before = 0;
  for (let row = 0; row < table.buffers.length; row += 1) {
    const tag = Number(table.string(row, -1));
    if (tag === 0) {
      roots.push(row);
      current = Array.from({ length: nested }, () => ({ from: 0, to: 0 }));
      ranges.set(row, current);
    } else {
      const range = current[tag - 1];
      if (!range || tag < before) throw new Unwritable('The rows came in another order.');
      if (range.to === 0) range.from = row;
      range.to = row + 1;
    }
    before = tag;
  }
  return { roots, ranges };
}

function writePage(
  context: WriteContext,
  parts: readonly Part[],
  list: number,
  { from, to }: Range,
  rowAt: (index: number) => number,
): void {
  const { writer, lists, table, eventCursor } = context;
  const { bounds, columns, cursor } = lists[list] ?? missing();
  const more = to - from > bounds.size;
  const shown = Math.min(to - from, bounds.size);
  const at = (index: number) => rowAt(from + (bounds.backwards ? shown - 1 - index : index));
  const writeCursor = (row: number) => {
    writer.byte(QUOTE);
    writer.ascii(cursor.write(Array.from({ length: cursor.width }, (_, index) => table.string(row, columns + index))));
    writer.byte(QUOTE);
  };
  for (const part of parts) {
    switch (part.part) {
      case 'text':
        writer.text(part.bytes);
        break;
      case 'rows':
        writer.byte(OPEN);
        for (let index = 0; index < shown; index += 1) {
          if (index > 0) writer.byte(COMMA);
          writeRow(context, part.parts, list, at(index), writeCursor);
        }
        writer.byte(CLOSE);
        break;
      case 'hasNextPage':
        writer.text((bounds.backwards ? bounds.cursor !== null : more) ? TRUE : FALSE);
        break;
      case 'hasPreviousPage':
        writer.text((bounds.backwards ? more : bounds.cursor !== null) ? TRUE : FALSE);
        break;
      case 'startCursor':
      case 'endCursor':
        if (shown === 0) writer.text(NULL);
        else writeCursor(at(part.part === 'startCursor' ? 0 : shown - 1));
        break;
      case 'eventCursor':
        writer.ascii(`"${eventCursor}"`);
        break;
      default:
        missing();
    }
  }
}

function missing(): never {
  throw new Error('The plan of a read does not fit its rows.');
}

function writeRow(context: WriteContext, parts: readonly Part[], list: number, row: number, writeCursor?: (row: number) => void): void {
  const { writer, table, ranges } = context;
  for (const part of parts) {
    switch (part.part) {
      case 'text':
        writer.text(part.bytes);
        break;
      case 'value': {
        const cell = table.cell(row, part.slot);
        const length = table.length(cell);
        if (length < 0) writer.text(NULL);
        else writeValue(writer, part.kind, table.buffer(row), table.start(cell), length);
        break;
      }
      case 'row':
        if (table.length(table.cell(row, part.slot)) < 0) writer.text(NULL);
        else writeRow(context, part.parts, list, row);
        break;
      case 'page':
        writePage(context, part.parts, part.index + 1, ranges?.get(row)?.[part.index] ?? missing(), (index) => index);
        break;
      case 'cursor':
        (writeCursor ?? missing)(row);
        break;
      default:
        missing();
    }
  }
}

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const TRUE_BYTE = 0x74;
/** The digits of a whole number that is surely one of GraphQL. */
const SAFE_DIGITS = 9;

/** A value as its scalar serializes it. */
function writeValue(writer: JsonWriter, kind: ColumnKind, bytes: Buffer, start: number, length: number): void {
  switch (kind) {
    case 'int':
      if (length > SAFE_DIGITS) throw new Unwritable('A whole number is large.');
      writer.copy(bytes, start, length);
      break;
    case 'boolean':
      writer.text(bytes[start] === TRUE_BYTE ? TRUE : FALSE);
      break;
    case 'float':
      writer.ascii(asNumber(bytes.toString('latin1', start, start + length)));
      break;
    case 'money':
      writeDecimal(writer, bytes, start, length, 2);
      break;
    case 'decimal':
      writeDecimal(writer, bytes, start, length, 4);
      break;
    case 'timestamp':
      writeTime(writer, bytes, start, length);
      break;
    default:
      writer.quoted(bytes, start, length);
  }
}

function asNumber(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Unwritable('A number is not finite.');
  return JSON.stringify(number);
}

const POINT = 0x2e;

function writeDecimal(writer: JsonWriter, bytes: Buffer, start: number, length: number, decimals: number): void {
  if (bytes[start + length - 1 - decimals] === POINT) writer.quoted(bytes, start, length);
  else writer.ascii(`"${new Prisma.Decimal(bytes.toString('latin1', start, start + length)).toFixed(decimals)}"`);
}

const [DASH, ZERO, PLUS, LETTER_T, LETTER_Z] = [0x2d, 0x30, 0x2b, 0x54, 0x5a];
/** `2026-11-20 09:30:00` and `+00`. */
const TIME = { seconds: 19, zone: 3, milliseconds: 3 } as const;

/** `2026-11-20 09:30:00.12+00` as `"2026-11-20T09:30:00.120Z"`: sessions are in UTC. */
function writeTime(writer: JsonWriter, bytes: Buffer, start: number, length: number): void {
  const end = start + length;
  const isUsual =
    length >= TIME.seconds + TIME.zone &&
    length <= 29 &&
    bytes[start + 4] === DASH &&
    bytes[end - 3] === PLUS &&
    bytes[end - 2] === ZERO &&
    bytes[end - 1] === ZERO &&
    bytes[start] !== ZERO;
  if (!isUsual) {
    writeUnusualTime(writer, bytes.toString('latin1', start, end));
    return;
  }
  writer.byte(QUOTE);
  writer.copy(bytes, start, 10);
  writer.byte(LETTER_T);
  writer.copy(bytes, start + 11, 8);
  writer.byte(POINT);
  for (let digit = 0; digit < TIME.milliseconds; digit += 1) {
    const at = start + TIME.seconds + 1 + digit;
    writer.byte(at < end - TIME.zone ? (bytes[at] ?? ZERO) : ZERO);
  }
  writer.byte(LETTER_Z);
  writer.byte(QUOTE);
}

function writeUnusualTime(writer: JsonWriter, text: string): void {
  const time = parseTimestamp(text);
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) throw new Unwritable('A time is no date.');
  writer.ascii(JSON.stringify(time));
}
