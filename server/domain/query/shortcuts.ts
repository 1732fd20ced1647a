import { given } from './refuse.ts';

/** The simple arguments of a list as a condition: each field is exactly this, where it is said. */
export const equal = (fields: object): object => Object.fromEntries(given(fields).map(([name, value]) => [name, { eq: value }]));

/** The condition that some part of one of the fields is what was searched for. */
export const containing = (search: string | null | undefined, fields: readonly string[]): object =>
  search?.trim() ? { or: fields.map((field) => ({ [field]: { contains: search.trim() } })) } : {};
