import { z } from 'zod';
import { InvalidBackup } from '../database-errors.ts';

/** The first line of a backup. */
export const Header = z.object({
  callboard: z.literal('backup'),
  format: z.literal(1),
  at: z.string(),
  /** Migrations applied when the backup was made, oldest first. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type Header = z.output<typeof Header>;

/** The line before a table's rows. Each row is one line: an array of its values as text, in the order of the columns. */
export const TableHeader = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHeader = z.output<typeof TableHeader>;

/** The last line, with the number of rows. A file without it is truncated. */
export const End = z.object({ end: z.number() });

/** Splits chunks of text into lines. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Parses a line that is not a row. Rows are arrays. */
export function parseLine<T>(schema: z.ZodType<T>, line: string | undefined): T {
  try {
    return schema.parse(JSON.parse(line ?? ''));
  } catch (error) {
    throw new InvalidBackup('Not a complete Callboard backup.', { cause: error });
  }
}
