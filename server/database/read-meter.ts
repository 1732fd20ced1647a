import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { LimitExceeded } from '#domain/failures.ts';
import { type LargeResponse, reserveLargeResponse } from './large-responses.ts';
import { typeParsers } from './types.ts';

/** What one request has read from the database and answered with so far. */
interface ReadMeter {
  /** Bytes an answer may have. */
  readonly limit: number;
  /** Characters of the values that were read. */
  read: number;
  /** Bytes of what was answered; a batch adds up. */
  answered: number;
  /** What is held for it until it is sent. */
  readonly held: LargeResponse;
  reached: LimitExceeded | null;
}

/**
 * A request may read twice what it may answer: rows are read whole, and a list may show the beginning of long texts. With the
 * default of 16 MB that is a page of 64 calls of 500,000 characters, where the product's own pages have 24.
 */
const READ_PER_ANSWER = 2;

const meters = new AsyncLocalStorage<ReadMeter | undefined>();

/** Runs a request whose reads together are bounded; inside another such request it counts as part of that one. `limit` is in bytes of its answer. */
export async function runMetered<T>(limit: number, run: () => Promise<T>): Promise<T> {
  if (meters.getStore()) return run();
  const held = reserveLargeResponse(limit);
  try {
    return await meters.run({ limit, read: 0, answered: 0, held, reached: null }, run);
  } finally {
    held.releaseWhenSent();
  }
}

/** Runs work that may read more than an answer has: what a change does, also what goes on after its answer. */
export const runUnmetered = <T>(run: () => T): T => (meters.getStore() ? meters.run(undefined, run) : run());

/** The limit on reads, where this request reached it: libraries wrap what the driver throws. */
export const readLimitReached = (): LimitExceeded | null => meters.getStore()?.reached ?? null;

/** Adds the bytes of an answer to those of its request; the refusal where they are too many together. */
export function countResponseBytes(bytes: number, limit: number): LimitExceeded | null {
  const meter = meters.getStore();
  if (meter) meter.answered += bytes;
  return (meter?.answered ?? bytes) > limit ? responseTooLarge(limit) : null;
}

const responseTooLarge = (limit: number) =>
  new LimitExceeded(
    'RESPONSE_TOO_LARGE',
    `The response is larger than ${limit / 1024 / 1024} MB. Request fewer rows per page (GraphQL: \`first\`, REST: \`limit\`) or fewer fields.`,
  );

/**
 * Counts what the connections of a pool read for metered requests. Over the limit a statement fails, and the rows that still
 * come are dropped as they arrive: what a request holds is bounded whatever it asks for.
 */
export function meterReads(pool: pg.Pool): void {
  // A request that waits for a connection is called back by whoever gives one back. One that may read no more gives it on unused.
  const connect = pool.connect.bind(pool);
  Reflect.set(pool, 'connect', (callback: unknown): unknown => {
    if (typeof callback !== 'function') return connect();
    const reached = readLimitReached();
    if (reached) return callback(reached);
    return connect(
      AsyncLocalStorage.bind((error, client, release) => {
        const full = readLimitReached();
        if (!full || !client) return callback(error, client, release);
        release();
        callback(full);
      }),
    );
  });
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    const metered = (...[statement, ...rest]: readonly unknown[]): unknown => {
      const meter = meters.getStore();
      return Reflect.apply(query, client, [meter ? withMeter(statement, meter) : statement, ...rest]);
    };
    Reflect.set(client, 'query', metered);
  });
}

type Types = Pick<typeof typeParsers, 'getTypeParser'>;

/** The statement with parsers that count; a cursor reads a bounded number of rows at a time and is left alone. */
function withMeter(statement: unknown, meter: ReadMeter): unknown {
  if (meter.reached) throw meter.reached;
  if (typeof statement === 'string') return { text: statement, types: counting(typeParsers, meter) };
  if (!(statement instanceof Object) || 'submit' in statement) return statement;
  return { ...statement, types: counting('types' in statement && hasParsers(statement.types) ? statement.types : typeParsers, meter) };
}

const hasParsers = (value: unknown): value is Types => value instanceof Object && 'getTypeParser' in value;

const counting = (own: Types, meter: ReadMeter): Types => ({
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    const parse = own.getTypeParser(type, format);
    return (value: string) => {
      meter.read += value.length;
      meter.reached ??= meter.read > meter.limit * READ_PER_ANSWER ? responseTooLarge(meter.limit) : meter.held.add(value.length);
      if (meter.reached) throw meter.reached;
      return parse(value);
    };
  },
});
