import { stringify } from 'csv-stringify/sync';
import { type ExportFormat, escapeFormulas } from '#contract/export.ts';
import type { ColumnKind } from '../entities/column-types.ts';
import type { OutColumn } from './statement.ts';

/** A row as it left the database: the text of each column. */
export type ExportRow = readonly (string | null)[];

/** How rows are written: the text before them, and each batch of them. */
export interface Format {
  readonly type: string;
  head(columns: readonly OutColumn[], bom: boolean): string;
  rows(columns: readonly OutColumn[]): (rows: readonly ExportRow[]) => string;
}

const BOM = '\ufeff';
const NUMBERS: readonly ColumnKind[] = ['money', 'decimal', 'int', 'float', 'sequence'];
// A line end within a text is seldom the one that ends a row; without quotes it would end the row as well.
const CSV = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ };

/** What a text of the database is in JSON. Money and cursors stay text, as everywhere. */
function jsonOf(kind: ColumnKind): (text: string) => string {
  if (kind === 'boolean') return (text) => text;
  if (kind === 'int' || kind === 'float') return (text) => JSON.stringify(Number(text));
  return (text) => JSON.stringify(text);
}

export const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: (columns, bom) => `${bom ? BOM : ''}${stringify([columns.map(({ name }) => name)], CSV)}`,
    rows: (columns) => {
      const isText = columns.map(({ kind }) => !NUMBERS.includes(kind));
      return (rows) =>
        stringify(
          rows.map((row) => row.map((text, at) => (text !== null && isText[at] ? escapeFormulas(text) : text))),
          CSV,
        );
    },
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: (_columns, bom) => (bom ? BOM : ''),
    rows: (columns) => {
      const parts = columns.map(({ name, kind }) => ({ key: `${JSON.stringify(name)}:`, write: jsonOf(kind) }));
      const line = (row: ExportRow) =>
        `{${parts.map(({ key, write }, at) => `${key}${typeof row[at] === 'string' ? write(row[at]) : 'null'}`).join(',')}}\n`;
      return (rows) => rows.map(line).join('');
    },
  },
} as const satisfies Record<ExportFormat, Format>;
