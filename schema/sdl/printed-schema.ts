import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../index.ts';

let text: string | null = null;

/** The schema as clients read it, in the order of the alphabet. */
export function printedSchema(): string {
  text ??= `${printSchema(lexicographicSortSchema(schema))}\n`;
  return text;
}
