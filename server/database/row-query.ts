import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection, Submittable } from 'pg';
import { countReads } from './read-meter.ts';

/** A statement whose rows are read as the bytes that PostgreSQL sends. */
export interface RowStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether each connection keeps it prepared. */
  readonly prepared: boolean;
}

/** Rows as `DataRow` messages: the number of values in two bytes, then each value’s length in four bytes (-1 for null) and its text. */
export interface RawRows {
  /** The buffer that each row is in. Only its own bytes may be read; the rest belongs to other messages. */
  readonly buffers: readonly Buffer[];
  /** Where each row begins in its buffer. */
  readonly offsets: readonly number[];
  /** Bytes of all rows. */
  readonly bytes: number;
}

/** Prepared statements a connection keeps: 80 to 155 kB of PostgreSQL’s memory each. The least recently used is closed first. */
const PREPARED_STATEMENTS = 64;

/** The name of a prepared statement by its text: the same text has the same name on every connection. */
const names = new LRUCache<string, string>({ max: 1_000, memoMethod: (text) => `read_${hash('sha256', text).slice(0, 32)}` });

type Callback = (error: unknown, result?: unknown) => void;

/**
 * A custom query of node-postgres (`Submittable`). The driver makes a string of every value; here the rows are taken out of what
 * arrives before it reads the rest, so that their bytes can be copied into a response.
 */
export class RowQuery implements Submittable {
  /** Set by the driver, which calls it once. */
  callback: Callback | undefined;
  readonly rows: { buffers: Buffer[]; offsets: number[]; bytes: number } = { buffers: [], offsets: [], bytes: 0 };
  readonly #statement: RowStatement;
  readonly #count = countReads();
  #error: Error | null = null;

  constructor(statement: RowStatement) {
    this.#statement = statement;
  }

  submit(connection: Connection): null {
    const { text, values, prepared } = this.#statement;
    const name = prepared ? names.memo(text) : '';
    const reader = readerOf(connection);
    const { stream } = connection;
    stream.cork();
    try {
      if (!prepared || !reader.isPrepared(name)) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: values.map(asParameter) }, true);
      // Without a description: the columns are known.
      connection.execute(null, true);
      connection.sync();
    } finally {
      stream.uncork();
    }
    reader.current = this;
    return null;
  }

  /** A row, whose bytes begin at `offset`. Over a limit of the request the other rows are dropped. */
  add(buffer: Buffer, offset: number, length: number): void {
    if (this.#error) return;
    this.#error = this.#count(length);
    if (this.#error) {
      this.rows.buffers.length = 0;
      return;
    }
    this.rows.buffers.push(buffer);
    this.rows.offsets.push(offset);
    this.rows.bytes += length;
  }

  handleError(error: unknown): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#error, this.rows);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** A parameter as PostgreSQL reads it as text. */
function asParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(asElement).join(',')}}`;
  return String(value);
}

const asElement = (value: unknown): string => {
  const text = asParameter(value);
  return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};

const DATA_ROW = 0x44;
const READY_FOR_QUERY = 0x5a;
/** The type of a message and its length, which counts itself. */
const HEADER = 5;

const readers = new WeakMap<object, RowReader>();

function readerOf(connection: Connection): RowReader {
  const known = readers.get(connection) ?? new RowReader(connection);
  readers.set(connection, known);
  return known;
}

/** Stands before the driver’s parser on one connection. While a `RowQuery` is in progress it takes the rows; the driver reads everything else. */
class RowReader {
  current: RowQuery | null = null;
  readonly #connection: Connection;
  readonly #prepared = new LRUCache<string, true>({ max: PREPARED_STATEMENTS, dispose: (_, name) => this.#close(name) });
  readonly #forward: (bytes: Buffer) => void;
  /** The beginning of a message whose rest has not arrived, and how many bytes are needed to go on. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #needed = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    const { stream } = connection;
    const listeners = stream.listeners('data');
    this.#forward = (bytes) => {
      for (const listener of listeners) Reflect.apply(listener, stream, [bytes]);
    };
    stream.on('data', (chunk: Buffer) => this.#read(chunk));
    for (const listener of listeners) Reflect.apply(stream.off, stream, ['data', listener]);
  }

  /** Whether the connection has this statement; afterwards it counts as prepared. */
  isPrepared(name: string): boolean {
    if (this.#prepared.get(name)) return true;
    this.#prepared.set(name, true);
    return false;
  }

  #close(name: string): void {
    this.#connection.close({ type: 'S', name }, true);
  }

  #read(chunk: Buffer): void {
    if (!this.current && this.#pendingBytes === 0) {
      this.#forward(chunk);
      return;
    }
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes < this.#needed) return;
    const bytes = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#needed = 0;
    this.#readMessages(bytes);
  }

  #readMessages(bytes: Buffer): void {
    let at = 0;
    // What lies between rows goes to the driver in one piece.
    let others = 0;
    while (this.current) {
      const length = at + HEADER <= bytes.length ? bytes.readUInt32BE(at + 1) + 1 : HEADER;
      const end = at + length;
      if (end > bytes.length || at + HEADER > bytes.length) {
        this.#pending = [bytes.subarray(at)];
        this.#pendingBytes = bytes.length - at;
        this.#needed = Math.max(length, HEADER);
        if (at > others) this.#forward(bytes.subarray(others, at));
        return;
      }
      const type = bytes[at];
      if (type === DATA_ROW) {
        if (at > others) this.#forward(bytes.subarray(others, at));
        this.current.add(bytes, at + HEADER, length - HEADER);
        others = end;
      } else if (type === READY_FOR_QUERY) {
        this.current = null;
        // The driver may begin the next query in this call.
        this.#forward(bytes.subarray(others, end));
        others = end;
      }
      at = end;
    }
    if (bytes.length > others) this.#forward(bytes.subarray(others));
  }
}
