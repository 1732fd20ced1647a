import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { PoolClient } from 'pg';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { cleaned } from '#contract/text.ts';
import { invalidInput } from '../query/invalid-input.ts';
import type { SpooledFile } from './upload.ts';

const BATCH_SIZE = 1_000;
const SAMPLE_SIZE = 200;
/** All three may occur in one file that several programs wrote. */
const LINE_ENDS = ['\r\n', '\n', '\r'];
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** `$1` the import, `$2` its rows as JSON: the number and the cells of each. */
export const INSERT_ROWS = `insert into import_rows (import_id, number, cells)
  select $1, (row->>0)::int, row->1 from jsonb_array_elements($2::jsonb) as row`;

export interface Table {
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly total: number;
  /** The first rows, to see what their columns hold. */
  readonly sample: readonly (readonly string[])[];
  /** Size of the stored rows as JSON, in bytes. */
  readonly bytes: number;
}

/** Stores the rows of a file, as they are, under an import. Empty rows are counted and skipped. Closes the file, also on an error. */
export async function loadRows(client: Pick<PoolClient, 'query'>, importId: string, file: SpooledFile): Promise<Table> {
  const delimiter = detectDelimiter(await readStart(file));
  let header: readonly string[] | null = null;
  let number = 0;
  let total = 0;
  let bytes = 0;
  const sample: (readonly string[])[] = [];
  let batch: [number: number, cells: readonly string[]][] = [];
  const store = async () => {
    const rows = JSON.stringify(batch);
    bytes += Buffer.byteLength(rows);
    await client.query(INSERT_ROWS, [importId, rows]);
    batch = [];
  };
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: IMPORT_LIMITS.rowMegabytes * 1_000_000,
  });
  try {
    // `pipeline` destroys the source when the parser or the database rejects a row.
    await pipeline(file.text, parser, async (rows: AsyncIterable<unknown>) => {
      for await (const row of rows) {
        number += 1;
        const cells: readonly string[] = Array.isArray(row) ? row.map((cell) => cleaned(String(cell))) : [];
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (header === null) {
          if (cells.length > IMPORT_LIMITS.columns)
            invalidInput('', `The file has ${cells.length} columns. The limit is ${IMPORT_LIMITS.columns}.`);
          header = cells.map((title) => title.trim().slice(0, 200));
          continue;
        }
        total += 1;
        if (total > IMPORT_LIMITS.rows)
          invalidInput('', `The file has more than ${IMPORT_LIMITS.rows.toLocaleString('en-US')} rows. Split it into several.`);
        batch.push([number, cells]);
        if (sample.length < SAMPLE_SIZE) sample.push(cells);
        if (batch.length >= BATCH_SIZE) await store();
      }
    });
  } catch (error) {
    if (error instanceof CsvError) invalidInput('', describeCsvError(error));
    throw error;
  }
  if (header === null || total === 0)
    return invalidInput('', 'The file has no rows. Put the column names in the first row and the data below it.');
  if (batch.length > 0) await store();
  return { delimiter, header, total, sample, bytes };
}

/** The first chunk of a file's text. */
async function readStart(file: SpooledFile): Promise<string> {
  for await (const text of file.text()) return text;
  return '';
}

/** The delimiter that occurs most often in the first line, outside quotes. */
export function detectDelimiter(start: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let hasText = false;
  for (const letter of start) {
    if (letter === '"') quoted = !quoted;
    if (quoted) continue;
    if (letter === '\n' || letter === '\r') {
      if (hasText) break;
      continue;
    }
    hasText ||= letter.trim() !== '';
    const count = counts.get(letter);
    if (count !== undefined) counts.set(letter, count + 1);
  }
  return DELIMITERS.reduce<string>((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best), ',');
}

function describeCsvError({ code, records }: CsvError): string {
  // `records` counts the rows before the broken one, also those that were not handed over yet.
  const row = Number(records) + 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `Row ${row} has an unclosed quotation mark.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${row} is longer than ${IMPORT_LIMITS.rowMegabytes} MB. It may have an unclosed quotation mark.`;
  return `Row ${row} is not valid CSV.`;
}
