import { z } from 'zod';

/** Ids saved by earlier cases. */
export interface CaseState {
  [name: string]: string;
}

type Of<Value> = (known: CaseState) => Value;

/** A request that is refused, with the expected message. */
export interface RefusalCase {
  readonly path?: Of<string>;
  readonly payload?: unknown;
  readonly status: 400 | 404;
  readonly message: string;
}

/** A row of the specification's section 7: sent as written there; the response has the fields listed there. */
export interface RestCase {
  /** Method and path as in the specification. */
  readonly row: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: Of<string>;
  readonly payload?: Of<Readonly<Record<string, unknown>>>;
  /** Fields of the payload that are accepted and ignored. */
  readonly ignores?: readonly string[];
  readonly status: 200 | 201;
  /** Every field of the response with its type. */
  readonly schema: z.ZodType;
  /** The values the response must contain. */
  readonly matches?: Of<unknown>;
  readonly saves?: (read: unknown) => CaseState;
  readonly refusals?: readonly RefusalCase[];
  /** The error message for an empty body; null when no field is required. */
  readonly empty?: string | null;
  /** The response for another user, for routes with personal rows. */
  readonly otherUser?: { readonly status: 200 | 404; readonly body: unknown };
}

export const id = z.string().min(1);
export const money = z.string().regex(/^\d+\.\d\d$/);
export const timestamp = z.iso.datetime();
export const texts = z.array(z.string());
export const record = z.record(z.string(), z.unknown());

export const nonEmptyArray = <T extends z.ZodType>(row: T) => z.array(row).min(1);

/** Saves the id of the response for later cases. */
export const saveId = (name: string) => (read: unknown) => ({ [name]: z.object({ id }).parse(read).id });

/** Refusals of an invalid `limit`. */
export const badLimit = (path: string): readonly RefusalCase[] => [
  { path: () => `${path}?limit=abc`, status: 400, message: 'limit must be a whole number' },
  { path: () => `${path}?limit=0`, status: 400, message: 'limit must be at least 1' },
];

export const TRANSCRIPT = 'Rep: What do you need?\nCustomer: A quote for two machines, please. When can you deliver?';
export const TIMESTAMP = '2026-11-19T09:30:00.000Z';
