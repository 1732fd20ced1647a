import type { z } from 'zod';
import { CustomerChanges } from '#contract/customer.ts';
import { unescapeFormulas } from '#contract/export.ts';
import {
  fieldsOfImport,
  IMPORT_LIMITS,
  type ImportKey,
  type ImportNoun,
  parseCategory,
  parseSource,
  parseStage,
  REQUIRED_FIELDS,
} from '#contract/import.ts';
import { LeadChanges } from '#contract/lead-input.ts';
import { parseMoney } from '#contract/money.ts';
import { TrainingItemChanges } from '#contract/training-input.ts';
import type { Tx } from '#server/database/client.ts';
import { withColumnRules } from '../entities/column-rules.ts';
import { type AnyEntity, ENTITIES } from '../entities/entities.ts';
import type { ValidRow } from './dry-run.ts';
import type { Import } from './import-schema.ts';

/** The fields of a row that are not empty. */
export type Fields = Readonly<Record<string, string>>;

/** A cell that cannot be imported as it is, or a row where `field` is null. */
export interface CellProblem {
  readonly field: string | null;
  /** Null where the problem is not one of a value. */
  readonly value: string | null;
  readonly problem: string;
}

/** A row with the cells that cannot be imported as they are. */
export interface ValidatedRow {
  /** Null where the row cannot be imported. */
  readonly fields: Fields | null;
  readonly problems: readonly CellProblem[];
}

/** How the cells of a file are read. */
export type RowReading = Pick<Import, 'entityType' | 'columns' | 'replacements' | 'emptyFields' | 'decimalSign'>;

const SCHEMAS = {
  customer: withColumnRules(CustomerChanges, ENTITIES.customer, 'import'),
  lead: withColumnRules(LeadChanges, ENTITIES.lead, 'import'),
  trainingItem: withColumnRules(TrainingItemChanges.omit({ tags: true, isActive: true }), ENTITIES.trainingItem, 'import'),
} as const satisfies Record<ImportNoun, z.ZodType>;

/** The fields that are amounts. */
const moneyFields = (entity: AnyEntity) => Object.entries(entity.columns).flatMap(([field, { kind }]) => (kind === 'money' ? [field] : []));
export const MONEY_FIELDS: Readonly<Record<ImportNoun, readonly string[]>> = {
  customer: moneyFields(ENTITIES.customer),
  lead: moneyFields(ENTITIES.lead),
  trainingItem: moneyFields(ENTITIES.trainingItem),
};

const PARSERS = new Map<string, (text: string) => string>([
  ['stage', parseStage],
  ['source', parseSource],
  ['category', parseCategory],
]);

/** The length to which values are told apart. */
export const cut = (text: string): string => text.slice(0, IMPORT_LIMITS.problems.valueLength);

/** Reads rows of a file: the fields of each, validated like the form. A cell with a problem is left empty where that was chosen; otherwise its row cannot be imported. */
export function createRowReader({ entityType, columns, replacements, emptyFields, decimalSign }: RowReading) {
  const keyOf = (field: string, value: string) => `${field}\n${cut(value)}`;
  const replaced = new Map(replacements.map(({ field, value, replacement }) => [keyOf(field, value), replacement]));
  return (cells: readonly string[]): ValidatedRow => {
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      return rejected(null, `The row has ${cells.length} cells, but the header has ${columns.length} columns.`);
    const given: Record<string, string> = {};
    const values = new Map<string, string>();
    const problems: CellProblem[] = [];
    for (const [index, field] of columns.entries()) {
      const written = unescapeFormulas((cells[index] ?? '').trim());
      if (field === '' || written === '') continue;
      values.set(field, cut(written));
      const text = replaced.get(keyOf(field, written)) ?? written;
      const amount = MONEY_FIELDS[entityType].includes(field) ? parseMoney(text, decimalSign) : null;
      if (amount && 'problem' in amount) problems.push({ field, value: cut(written), problem: amount.problem });
      else given[field] = amount?.money ?? PARSERS.get(field)?.(text) ?? text;
    }
    const read = validateFields(entityType, given);
    problems.push(...read.problems.map((each) => ({ ...each, value: (each.field && values.get(each.field)) ?? null })));
    if (problems.length === 0 || !problems.every(({ field }) => isLeftEmpty(emptyFields, field)))
      return { fields: problems.length === 0 ? read.fields : null, problems };
    for (const { field } of problems) if (field) delete given[field];
    return { fields: validateFields(entityType, given).fields, problems };
  };
}

const rejected = (field: string | null, problem: string): ValidatedRow => ({ fields: null, problems: [{ field, value: null, problem }] });

export const isLeftEmpty = (emptyFields: readonly string[], field: string | null): boolean => field !== null && emptyFields.includes(field);

/** A problem with the field it is about, as reports have it. */
export function describeProblem(entityType: ImportNoun, { field, problem }: CellProblem): string {
  const label = field && fieldsOfImport(entityType).find((each) => each.field === field)?.label;
  return label ? `${label}: ${problem}` : problem;
}

/** Which cells of a row are left empty, and why; null for none. */
export const describeEmptied = (entityType: ImportNoun, problems: readonly CellProblem[]): string | null =>
  problems.map((each) => `Imported without “${each.value ?? ''}”. ${describeProblem(entityType, each)}`).join('; ') || null;

/** The same for a row of a mutation. */
export function validateFields(entityType: ImportNoun, given: Readonly<Record<string, unknown>>): ValidatedRow {
  const missing = fieldsOfImport(entityType).filter(({ field }) => REQUIRED_FIELDS[entityType].includes(field) && !given[field]);
  const [first] = missing;
  if (first) return rejected(first.field, `${first.label} is required`);
  const parsed = SCHEMAS[entityType].safeParse(given);
  if (parsed.success) {
    // A list is stored as lines.
    const filled = Object.entries(parsed.data)
      .map(([field, value]: [string, unknown]) => [field, Array.isArray(value) ? value.join('\n') : value] as const)
      .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
    return { fields: Object.fromEntries(filled), problems: [] };
  }
  const byField = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [path[0], message]));
  return {
    fields: null,
    problems: fieldsOfImport(entityType).flatMap(({ field }) => {
      const problem = byField.get(field);
      return problem === undefined ? [] : [{ field, value: null, problem }];
    }),
  };
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

/** The owners that rows name by username, email address or id: the id of each, by the name in lower case. */
export async function findOwners(tx: Tx, rows: readonly ValidRow[]): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(rows.flatMap(({ fields }) => fields.ownerId ?? []))];
  if (names.length === 0) return new Map();
  const people = await tx.$queryRawUnsafe<{ id: string; username: string; email: string }[]>(FIND_OWNERS, names);
  return new Map(people.flatMap(({ id, username, email }) => [id, username, email].map((name) => [name.toLowerCase(), id] as const)));
}
