import { z } from 'zod';
import { CustomerChanges } from '#contract/customer.ts';
import { asWritten } from '#contract/export.ts';
import { amountMeant, fieldsOfImport, type ImportNoun, sourceMeant, stageMeant } from '#contract/import.ts';
import { LEAD_STAGES, LeadChanges } from '#contract/lead.ts';

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

/** A row as fields of its noun, read with the rules of the form; or why it cannot be taken. */
export function readRow(noun: ImportNoun, columns: readonly string[], cells: readonly string[]): ReadRow {
  const given = Object.fromEntries(
    columns.flatMap((field, at) => {
      const text = asWritten((cells[at] ?? '').trim());
      return field === '' || text === '' ? [] : [[field, MEANT.get(field)?.(text) ?? text]];
    }),
  );
  if (!given.name) return { fields: null, problem: 'Name: Name is required' };
  const read = SCHEMAS[noun].safeParse(given);
  if (read.success) {
    const filled = Object.entries(read.data).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
    return { fields: Object.fromEntries(filled), problem: null };
  }
  const [issue] = read.error.issues;
  const label = fieldsOfImport(noun).find(({ field }) => field === issue?.path[0])?.label ?? 'Row';
  return { fields: null, problem: `${label}: ${issue?.message ?? 'Invalid input'}` };
}

const digits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Remembers the rows of a file and tells which of them an earlier one is already, as the database would find it. */
export function repeats(noun: ImportNoun): (fields: Fields, number: number) => number | null {
  const seen = new Map<string, number>();
  return (fields, number) => {
    const { asked, known } = noun === 'customer' ? ofCustomer(fields) : ofLead(fields);
    const before = asked.map((key) => seen.get(key)).find((row) => row !== undefined) ?? null;
    for (const key of before === null ? known : []) if (!seen.has(key)) seen.set(key, number);
    return before;
  };
}

const ofLead = ({ email, name }: Fields) => {
  const keys = email && name ? [`${email.toLowerCase()}\n${name.toLowerCase()}`] : [];
  return { asked: keys, known: keys };
};

/** One of the store is known by its id; others by email, or by phone where one of the two has no email. */
function ofCustomer({ shopifyCustomerId: id, email, phone }: Fields) {
  const mail = email?.toLowerCase();
  const call = phone && digits(phone);
  return {
    asked: [id && `id ${id}`, mail && `${id ? 'guest ' : ''}mail ${mail}`, call && !id && `${email ? 'only ' : ''}call ${call}`].filter(
      isKey,
    ),
    known: [
      id && `id ${id}`,
      mail && `mail ${mail}`,
      mail && !id && `guest mail ${mail}`,
      call && `call ${call}`,
      call && !email && `only call ${call}`,
    ].filter(isKey),
  };
}

const isKey = (key: string | false | null | undefined): key is string => typeof key === 'string' && key !== '';
