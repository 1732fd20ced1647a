import { z } from 'zod';
import { InvalidBackup } from '../database-errors.ts';

/** The first line of a backup: what it is and which version wrote it. */
export const Header = z.object({
  callboard: z.literal('backup'),
  format: z.literal(1),
  at: z.string(),
  /** What had been done to the database by then, oldest first. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type Header = z.output<typeof Header>;

/** What stands before the rows of a table, each of them one line: its values as text, in the order of the columns. */
export const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.output<typeof TableHead>;

/** The last line. A file without it was cut off. */
export const End = z.object({ end: z.number() });

/** The lines of a text that comes in pieces. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** What a line says that is no row; a row is an array. */
export function parseLine<T>(schema: z.ZodType<T>, line: string | undefined): T {
  try {
    return schema.parse(JSON.parse(line ?? ''));
  } catch (error) {
    throw new InvalidBackup('Not a complete Callboard backup.', { cause: error });
  }
}
