import { z } from 'zod';

/** Ids that earlier rows have learnt. */
export interface Known {
  [name: string]: string;
}

type Of<Value> = (known: Known) => Value;

/** What is sent instead, and the sentence that comes back. */
export interface Refused {
  readonly path?: Of<string>;
  readonly payload?: unknown;
  readonly status: 400 | 404;
  readonly message: string;
}

/** A row of the specification's section 7: sent as written there, answered with the fields that are read there. */
export interface SpecifiedCall {
  /** Method and path as the specification writes them. */
  readonly row: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: Of<string>;
  readonly payload?: Of<Readonly<Record<string, unknown>>>;
  /** Fields of the payload that are allowed and mean nothing. */
  readonly ignores?: readonly string[];
  readonly status: 200 | 201;
  /** Every field of the answer with its type. */
  readonly reads: z.ZodType;
  /** What the fields hold, where the payload says so. */
  readonly holds?: Of<unknown>;
  readonly learns?: (read: unknown) => Known;
  readonly refused?: readonly Refused[];
  /** Sent without a body: the sentence of the refusal, or null where there is nothing that must be sent. */
  readonly empty?: string | null;
  /** What another signed-in person is told: these rows are one's own. */
  readonly foreign?: { readonly status: 200 | 404; readonly body: unknown };
}

export const id = z.string().min(1);
export const money = z.string().regex(/^\d+\.\d\d$/);
export const moment = z.iso.datetime();
export const texts = z.array(z.string());
export const record = z.record(z.string(), z.unknown());

/** A list with something in it. */
export const some = <T extends z.ZodType>(row: T) => z.array(row).min(1);

/** Remembers the id that was answered. */
export const learn = (name: string) => (read: unknown) => ({ [name]: z.object({ id }).parse(read).id });

/** Every list is as long as asked for. */
export const badLimit = (path: string): readonly Refused[] => [
  { path: () => `${path}?limit=abc`, status: 400, message: 'limit must be a whole number' },
  { path: () => `${path}?limit=0`, status: 400, message: 'limit must be at least 1' },
];

export const spoken = 'Rep: What do you need?\nCustomer: A quote for two machines, please. When can you deliver?';
export const WRITTEN = '2026-11-19T09:30:00.000Z';
