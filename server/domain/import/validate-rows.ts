import type { z } from 'zod';
import { CustomerChanges } from '#contract/customer.ts';
import { unescapeFormulas } from '#contract/export.ts';
import {
  fieldsOfImport,
  type ImportKey,
  type ImportNoun,
  parseCategory,
  parseSource,
  parseStage,
  REQUIRED_FIELDS,
} from '#contract/import.ts';
import { LeadChanges } from '#contract/lead-input.ts';
import { TrainingItemChanges } from '#contract/training-input.ts';
import type { Tx } from '#server/database/client.ts';
import { withColumnRules } from '../entities/column-rules.ts';
import { ENTITIES } from '../entities/entities.ts';
import { quoted } from '../query/invalid-input.ts';
import type { RowProblem, ValidRow } from './dry-run.ts';

/** The fields of a row that are not empty. */
export type Fields = Readonly<Record<string, string>>;

export type ValidatedRow = { readonly fields: Fields; readonly problem: null } | { readonly fields: null; readonly problem: string };

const SCHEMAS = {
  customer: withColumnRules(CustomerChanges, ENTITIES.customer, 'import'),
  lead: withColumnRules(LeadChanges, ENTITIES.lead, 'import'),
  trainingItem: withColumnRules(TrainingItemChanges.omit({ tags: true, isActive: true }), ENTITIES.trainingItem, 'import'),
} as const satisfies Record<ImportNoun, z.ZodType>;

const PARSERS = new Map<string, (text: string) => string>([
  ['stage', parseStage],
  ['source', parseSource],
  ['category', parseCategory],
]);

/** The fields of a row of a file, validated like the form; or why it cannot be imported. */
export function validateRow(entityType: ImportNoun, columns: readonly string[], cells: readonly string[]): ValidatedRow {
  const fields = Object.fromEntries(
    columns.flatMap((field, index) => {
      const text = unescapeFormulas((cells[index] ?? '').trim());
      return field === '' || text === '' ? [] : [[field, PARSERS.get(field)?.(text) ?? text]];
    }),
  );
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { fields: null, problem: `The row has ${cells.length} cells, but the header has ${columns.length} columns.` };
  return validateFields(entityType, fields);
}

/** The same for a row of a mutation. */
export function validateFields(entityType: ImportNoun, given: Readonly<Record<string, unknown>>): ValidatedRow {
  const [missing] = fieldsOfImport(entityType).filter(({ field }) => REQUIRED_FIELDS[entityType].includes(field) && !given[field]);
  if (missing) return { fields: null, problem: `${missing.label}: ${missing.label} is required` };
  const parsed = SCHEMAS[entityType].safeParse(given);
  if (parsed.success) {
    // A list is stored as lines.
    const filled = Object.entries(parsed.data)
      .map(([field, value]: [string, unknown]) => [field, Array.isArray(value) ? value.join('\n') : value] as const)
      .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
    return { fields: Object.fromEntries(filled), problem: null };
  }
  const [issue] = parsed.error.issues;
  const label = fieldsOfImport(entityType).find(({ field }) => field === issue?.path[0])?.label ?? 'Row';
  return { fields: null, problem: `${label}: ${issue?.message ?? 'Invalid input'}` };
}

/** The keys a row looks for among earlier rows, and those later rows can find it by. */
interface Keys {
  readonly lookup: readonly string[];
  readonly index: readonly string[];
}

/** Finds for each row the earlier one of the same file that the database would match with it. */
export function createDuplicateFinder(
  entityType: ImportNoun,
  by: ImportKey | null = null,
): (fields: Fields, number: number) => number | null {
  const seen = new Map<string, number>();
  const keysOf = by
    ? (fields: Fields) => keysBy(by, fields)
    : { customer: customerKeys, lead: leadKeys, trainingItem: titleKeys }[entityType];
  return (fields, number) => {
    const { lookup, index } = keysOf(fields);
    const before = lookup.map((key) => seen.get(key)).find((row) => row !== undefined) ?? null;
    for (const key of before === null ? index : []) if (!seen.has(key)) seen.set(key, number);
    return before;
  };
}

/** The last ten digits, as `phone_key` in the database; empty where there are fewer than seven. */
function phoneKey(phone: string | undefined): string {
  const all = phone?.replaceAll(/\D/g, '') ?? '';
  return all.length < 7 ? '' : all.slice(-10);
}

const same = (keys: readonly string[]): Keys => ({ lookup: keys, index: keys });
const emailAndName = ({ email, name }: Fields) => (email && name ? [`${email.toLowerCase()}\n${name.toLowerCase()}`] : []);

const leadKeys = (fields: Fields): Keys => same(emailAndName(fields));

const titleKeys = ({ title }: Fields): Keys => same(title ? [title.toLowerCase()] : []);

/** The shop id is unique, whatever the match key is. */
function keysBy(by: ImportKey, fields: Fields): Keys {
  const { shopifyCustomerId: id, email, phone } = fields;
  const number = phoneKey(phone);
  const keys: Record<ImportKey, readonly string[]> = {
    shopifyCustomerId: [],
    email: email ? [`mail ${email.toLowerCase()}`] : [],
    phone: number ? [`phone ${number}`] : [],
    emailAndName: emailAndName(fields),
  };
  return same([...keys[by], ...(id ? [`id ${id}`] : [])]);
}

/** The shop id, else the email, else the phone where one of the two rows has no email. */
function customerKeys({ shopifyCustomerId: id, email, phone }: Fields): Keys {
  const mail = email?.toLowerCase();
  const number = phoneKey(phone);
  return {
    lookup: [
      id && `id ${id}`,
      mail && `${id ? 'guest ' : ''}mail ${mail}`,
      number && !id && `${email ? 'only ' : ''}phone ${number}`,
    ].filter(isKey),
    index: [
      id && `id ${id}`,
      mail && `mail ${mail}`,
      mail && !id && `guest mail ${mail}`,
      number && `phone ${number}`,
      number && !email && `only phone ${number}`,
    ].filter(isKey),
  };
}

const isKey = (key: string | false | undefined): key is string => typeof key === 'string' && key !== '';

const FIND_OWNERS = `
  select id, username::text, email::text from users
  where is_active and (id = any($1::text[]) or username = any($1::citext[]) or email = any($1::citext[]))`;

/** Reads the owners that rows name by username, email address or id. A row that names nobody who works here has a problem. */
export async function findOwners(
  tx: Tx,
  rows: readonly ValidRow[],
): Promise<{ readonly rows: readonly ValidRow[]; readonly problems: readonly RowProblem[] }> {
  const names = [...new Set(rows.flatMap(({ fields }) => fields.ownerId ?? []))];
  if (names.length === 0) return { rows, problems: [] };
  const people = await tx.$queryRawUnsafe<{ id: string; username: string; email: string }[]>(FIND_OWNERS, names);
  const ids = new Map(people.flatMap(({ id, username, email }) => [id, username, email].map((name) => [name.toLowerCase(), id] as const)));
  const problems: RowProblem[] = [];
  const found = rows.flatMap((row): ValidRow[] => {
    const name = row.fields.ownerId;
    if (name === undefined) return [row];
    const ownerId = ids.get(name.toLowerCase());
    if (ownerId !== undefined) return [{ ...row, fields: { ...row.fields, ownerId } }];
    problems.push({ number: row.number, problem: `Owner: No active account has the username or email address ${quoted(name)}` });
    return [];
  });
  return { rows: found, problems };
}
