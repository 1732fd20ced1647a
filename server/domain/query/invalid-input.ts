import { Invalid } from '../failures.ts';

/** Rejects an argument by its name. */
export function invalidInput(argument: string, message: string): never {
  throw new Invalid([{ path: argument, message }]);
}

/** A value a client sent, shortened for an error message. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text.toWellFormed());

/** What is in an input, without what was left out or is null. */
export const definedEntries = (input: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(input).filter(([, value]: readonly [string, unknown]) => value !== null && value !== undefined);

export const isInput = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
