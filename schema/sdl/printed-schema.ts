import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../index.ts';

let text: string | null = null;

/** The schema in SDL, sorted alphabetically. */
export function printedSchema(): string {
  text ??= `${printSchema(lexicographicSortSchema(schema))}\n`;
  return text;
}
