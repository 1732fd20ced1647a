import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { PoolClient } from 'pg';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { cleaned } from '#contract/text.ts';
import { invalidInput } from '../query/invalid-input.ts';
import { detectDelimiter, type SpooledFile } from './spool-file.ts';

const BATCH_SIZE = 1_000;
/** Files that several programs wrote mix them. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** `$1` the import, `$2` its rows: each its number and its cells. */
export const INSERT_ROWS = `insert into import_rows (import_id, number, cells)
  select $1, (row->>0)::int, row->1 from jsonb_array_elements($2::jsonb) as row`;

export interface Table {
  readonly separator: string;
  readonly header: readonly string[];
  readonly total: number;
  /** Size of the stored rows as JSON, in bytes. */
  readonly bytes: number;
}

/** The first piece of a file's text; the file is closed again. */
async function beginningOf(file: SpooledFile): Promise<string> {
  for await (const text of file.text()) return text;
  return '';
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Reads the table of a file and stores its rows, as they are, under an import. Empty rows are counted and left out.
 * However it ends, the file is closed: `pipeline` destroys the source when the parser or the database refuses a row.
 */
export async function loadRows(client: Pick<PoolClient, 'query'>, importId: string, file: SpooledFile): Promise<Table> {
  const separator = detectDelimiter(await beginningOf(file));
  let header: readonly string[] | null = null;
  let number = 0;
  let total = 0;
  let bytes = 0;
  let batch: [number: number, cells: readonly string[]][] = [];
  const store = async () => {
    const rows = JSON.stringify(batch);
    bytes += Buffer.byteLength(rows);
    await client.query(INSERT_ROWS, [importId, rows]);
    batch = [];
  };
  const parser = parse({
    delimiter: separator,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: IMPORT_LIMITS.rowMegabytes * 1_000_000,
  });
  try {
    await pipeline(file.text, parser, async (rows: AsyncIterable<unknown>) => {
      for await (const row of rows) {
        number += 1;
        const read: readonly string[] = Array.isArray(row) ? row.map((cell) => cleaned(String(cell))) : [];
        if (isEmpty(read)) continue;
        if (header === null) {
          if (read.length > IMPORT_LIMITS.columns)
            invalidInput('', `The file has ${read.length} columns; at most ${IMPORT_LIMITS.columns} are read.`);
          header = read.map((title) => title.trim().slice(0, 200));
          continue;
        }
        total += 1;
        if (total > IMPORT_LIMITS.rows)
          invalidInput('', `The file has more than ${IMPORT_LIMITS.rows.toLocaleString('en-US')} rows. Split it into several.`);
        batch.push([number, read]);
        if (batch.length >= BATCH_SIZE) await store();
      }
    });
  } catch (error) {
    if (error instanceof CsvError) invalidInput('', sentenceOf(error));
    throw error;
  }
  if (header === null || total === 0)
    return invalidInput('', 'The file has no rows. The first row names the columns, the others are imported.');
  if (batch.length > 0) await store();
  return { separator, header, total, bytes };
}

function sentenceOf({ code, records }: CsvError): string {
  // The rows before it may not have been handed over yet.
  const row = Number(records) + 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A cell of row ${row} begins with a quotation mark, and there is none at its end.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${row} is longer than ${IMPORT_LIMITS.rowMegabytes} MB. Perhaps a quotation mark in it has none at its end.`;
  return `Row ${row} cannot be read as CSV.`;
}
