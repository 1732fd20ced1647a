import { searchedFor } from '../search.ts';
import { definedEntries } from './invalid-input.ts';

/** The simple arguments of a list as a condition: each field is exactly this, where it is given. */
export const equal = (fields: object): object => Object.fromEntries(definedEntries(fields).map(([name, value]) => [name, { eq: value }]));

/** The same where an empty text, as of a form nobody filled in, means any value. */
export const equalIfFilled = (fields: object): object =>
  equal(Object.fromEntries(Object.entries(fields).map(([name, value]: readonly [string, unknown]) => [name, value === '' ? null : value])));

/**
 * The condition that one of the fields contains the search term, in any case and with or without accents. No condition where
 * the term is empty; one longer than 200 characters is refused. Each field needs an index over `folded(field)`.
 */
export const containing = (search: string | null | undefined, fields: readonly string[]): object => {
  const term = searchedFor(search);
  return term ? { or: fields.map((field) => ({ [field]: { contains: term } })) } : {};
};
