import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { PoolClient } from 'pg';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { cleaned } from '#contract/text.ts';
import { refuse } from '../query/refuse.ts';
import { type SetDown, separatorOf } from './text.ts';

const LOT = 1_000;
/** Files that several programs wrote mix them. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** `$1` the import, `$2` its rows: each its number and its cells. */
export const ADD = `insert into import_rows (import_id, number, cells)
  select $1, (row->>0)::int, row->1 from jsonb_array_elements($2::jsonb) as row`;

export interface Table {
  readonly separator: string;
  readonly header: readonly string[];
  readonly total: number;
}

async function* beginningWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Reads the table in a file and keeps its rows, as they are, under an import. Empty rows are counted and left out. */
export async function takeTable(client: Pick<PoolClient, 'query'>, importId: string, file: SetDown): Promise<Table> {
  const text = file.text();
  const { value: first } = await text.next();
  const beginning = typeof first === 'string' ? first : '';
  const separator = separatorOf(beginning);
  const cells = Readable.from(beginningWith(beginning, text)).pipe(
    parse({
      delimiter: separator,
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: IMPORT_LIMITS.rowMegabytes * 1_000_000,
    }),
  );
  let header: readonly string[] | null = null;
  let number = 0;
  let total = 0;
  let lot: [number: number, cells: readonly string[]][] = [];
  const keep = async () => {
    await client.query(ADD, [importId, JSON.stringify(lot)]);
    lot = [];
  };
  try {
    for await (const row of cells) {
      number += 1;
      const read: readonly string[] = Array.isArray(row) ? row.map((cell) => cleaned(String(cell))) : [];
      if (isEmpty(read)) continue;
      if (header === null) {
        if (read.length > IMPORT_LIMITS.columns)
          refuse('', `The file has ${read.length} columns; at most ${IMPORT_LIMITS.columns} are read.`);
        header = read.map((title) => title.trim().slice(0, 200));
        continue;
      }
      total += 1;
      if (total > IMPORT_LIMITS.rows)
        refuse('', `The file has more than ${IMPORT_LIMITS.rows.toLocaleString('en-US')} rows. Split it into several.`);
      lot.push([number, read]);
      if (lot.length >= LOT) await keep();
    }
  } catch (error) {
    if (error instanceof CsvError) refuse('', sentenceOf(error));
    throw error;
  }
  if (header === null || total === 0) return refuse('', 'The file has no rows. The first row names the columns, the others are imported.');
  if (lot.length > 0) await keep();
  return { separator, header, total };
}

function sentenceOf({ code, records }: CsvError): string {
  // The rows before it may not have been handed over yet.
  const row = Number(records) + 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A cell of row ${row} begins with a quotation mark, and there is none at its end.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${row} is longer than ${IMPORT_LIMITS.rowMegabytes} MB. Perhaps a quotation mark in it has none at its end.`;
  return `Row ${row} cannot be read as CSV.`;
}
