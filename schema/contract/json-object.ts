import { z } from 'zod';
import { cleaned } from './text.ts';

const LEVELS = 8;

/** A JSON object of a client's own, such as metadata: bounded in size and depth, its texts well formed. Absent reads as empty. */
export const jsonObject = (limit: number) =>
  z
    .record(z.string(), z.unknown(), 'Must be an object')
    .nullish()
    .transform((value) => value ?? {})
    // What is too deep is not even written down to be measured.
    .refine((value) => levels(value, LEVELS), { error: `Must not be nested deeper than ${LEVELS} levels`, abort: true })
    .refine((value) => JSON.stringify(value).length <= limit, `Please keep this under ${limit.toLocaleString('en-US')} characters`)
    .transform((value): JsonObject => Object.fromEntries(entries(value)));

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Whether a value has no more than so many levels. */
function levels(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((inner) => levels(inner, most - 1));
}

const entries = (value: object): Array<[string, JsonValue]> => Object.entries(value).map(([key, inner]) => [cleaned(key), tidy(inner)]);

function tidy(value: unknown): JsonValue {
  if (typeof value === 'string') return cleaned(value);
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(entries(value));
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
