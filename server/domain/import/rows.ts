import { z } from 'zod';
import { CustomerChanges } from '#contract/customer.ts';
import { unescapeFormulas } from '#contract/export.ts';
import { amountMeant, fieldsOfImport, type ImportNoun, sourceMeant, stageMeant } from '#contract/import.ts';
import { LEAD_STAGES } from '#contract/lead.ts';
import { LeadChanges } from '#contract/new-lead.ts';

/** The fields a row of a file tells of; what it leaves empty is not among them. */
export type Fields = Readonly<Record<string, string>>;

export type ReadRow = { readonly fields: Fields; readonly problem: null } | { readonly fields: null; readonly problem: string };

const SCHEMAS = {
  customer: CustomerChanges,
  lead: LeadChanges.extend({ stage: z.enum(LEAD_STAGES, 'Unknown stage').optional() }),
} as const satisfies Record<ImportNoun, z.ZodType>;

const MEANT = new Map<string, (text: string) => string>([
  ['stage', stageMeant],
  ['source', sourceMeant],
  ['value', amountMeant],
]);

/** A row as fields of its entityType, read with the rules of the form; or why it cannot be taken. */
export function readRow(entityType: ImportNoun, columns: readonly string[], cells: readonly string[]): ReadRow {
  const given = Object.fromEntries(
    columns.flatMap((field, at) => {
      const text = unescapeFormulas((cells[at] ?? '').trim());
      return field === '' || text === '' ? [] : [[field, MEANT.get(field)?.(text) ?? text]];
    }),
  );
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { fields: null, problem: `The row has ${cells.length} cells; the header names ${columns.length} columns.` };
  return readFields(entityType, given);
}

/** The fields of a row by the rules of the form, without those that are empty. */
export function readFields(entityType: ImportNoun, given: Readonly<Record<string, unknown>>): ReadRow {
  if (!given.name) return { fields: null, problem: 'Name: Name is required' };
  const read = SCHEMAS[entityType].safeParse(given);
  if (read.success) {
    const filled = Object.entries(read.data).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
    return { fields: Object.fromEntries(filled), problem: null };
  }
  const [issue] = read.error.issues;
  const label = fieldsOfImport(entityType).find(({ field }) => field === issue?.path[0])?.label ?? 'Row';
  return { fields: null, problem: `${label}: ${issue?.message ?? 'Invalid input'}` };
}
