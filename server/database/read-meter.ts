import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { LimitExceeded } from '#domain/failures.ts';
import { type LargeResponse, reserveLargeResponse } from './large-responses.ts';
import { typeParsers } from './types.ts';

/** What one request has read from the database and sent so far. */
interface ReadMeter {
  /** Response limit in bytes. */
  readonly limit: number;
  /** Characters read. */
  read: number;
  /** Bytes of the response; those of a batch add up. */
  answered: number;
  /** Its share of the memory for large responses. */
  readonly largeResponse: LargeResponse;
  reached: LimitExceeded | null;
}

/**
 * A request can read twice the response limit: rows are read whole, while a list may show only the beginning of long texts. With the
 * default of 16 MB that is a page of 64 calls of 500,000 characters; the web client's pages have 24.
 */
const READ_FACTOR = 2;

const meters = new AsyncLocalStorage<ReadMeter | undefined>();

/** Runs a request with a limit on what it reads. A nested call counts towards the outer request. `limit` is the response limit in bytes. */
export async function runMetered<T>(limit: number, run: () => Promise<T>): Promise<T> {
  if (meters.getStore()) return run();
  const largeResponse = reserveLargeResponse(limit);
  try {
    return await meters.run({ limit, read: 0, answered: 0, largeResponse, reached: null }, run);
  } finally {
    largeResponse.releaseWhenSent();
  }
}

/** Runs work without the limit: mutations, and what continues after the response. */
export const runUnmetered = <T>(run: () => T): T => (meters.getStore() ? meters.run(undefined, run) : run());

/** The error of this request's read limit, if reached. Needed because libraries wrap what the driver throws. */
export const readLimitReached = (): LimitExceeded | null => meters.getStore()?.reached ?? null;

/** Counts what a statement reads beside the parsers; the returned function answers with the error once the limit is exceeded. */
export function countReads(): (characters: number) => LimitExceeded | null {
  const meter = meters.getStore();
  return (characters) => (meter ? count(meter, characters) : null);
}

function count(meter: ReadMeter, characters: number): LimitExceeded | null {
  meter.read += characters;
  meter.reached ??= meter.read > meter.limit * READ_FACTOR ? responseTooLarge(meter.limit) : meter.largeResponse.add(characters);
  return meter.reached;
}

/** Adds response bytes to the request's total; returns the error when the limit is exceeded. */
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
 * Counts what a pool's connections read for metered requests. Over the limit the statement fails and its remaining rows are dropped as
 * they arrive, so the memory of any request is bounded.
 */
export function meterReads(pool: pg.Pool): void {
  // The callback of a waiting request runs in the context of the request that releases the connection, hence the bind. A request over its limit releases the connection unused.
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

/** The statement with counting parsers. A cursor reads a bounded number of rows at a time and is not metered. */
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
      const reached = count(meter, value.length);
      if (reached) throw reached;
      return parse(value);
    };
  },
});
