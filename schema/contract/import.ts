import { IMPORT_FIELDS } from './import-fields.ts';
import { LEAD_SOURCES, LEAD_STAGES, SOURCE_LABELS, STAGE_LABELS } from './lead.ts';
import { DECIMAL_SIGNS, parseMoney } from './money.ts';
import { TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS } from './training.ts';

export const IMPORT_NOUNS = ['customer', 'lead', 'trainingItem'] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];

/** What one row of a file is called. */
export const IMPORT_NOUN_LABELS = {
  customer: 'customer',
  lead: 'lead',
  trainingItem: 'training item',
} as const satisfies Record<ImportNoun, string>;

/** The fields that every row has to have. */
export const REQUIRED_FIELDS: Readonly<Record<ImportNoun, readonly string[]>> = {
  customer: ['name'],
  lead: ['name'],
  trainingItem: ['title', 'content'],
};

export const IMPORT_STATES = ['ready', 'running', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * Maximum size of a file, its columns and the length of a row; rows of a mutation; and files read at a time, of one person and of all.
 * `dryRuns`: dry runs at a time, and how many rows of one cost a point. `problems`: the values with a problem that are listed and
 * that are told apart, of each field, and the length to which they are cut. `replacements`: values replaced in one file. `stored`: how many uploads are stored and for how many
 * days; of the imports by mutation each person's newest are stored.
 */
export const IMPORT_LIMITS = {
  megabytes: 50,
  rows: 200_000,
  columns: 100,
  rowMegabytes: 4,
  sent: 1_000,
  atOnce: { person: 2, all: 4 },
  dryRuns: { person: 1, server: 2, rowsPerPoint: 20 },
  problems: { values: 20, counted: 10_000, valueLength: 200 },
  replacements: 500,
  stored: {
    days: 30,
    person: { files: 1_000, megabytes: 500 },
    all: { files: 10_000, megabytes: 5_000 },
    mutations: { files: 100, megabytes: 50 },
  },
} as const;

/** A value of a field in a file, and what is imported instead, both as written in a file: a stage called “Neu” is “New Lead”. */
export interface ImportReplacement {
  readonly field: string;
  /** At most `IMPORT_LIMITS.problems.valueLength` characters; of longer cells the first ones. */
  readonly value: string;
  readonly replacement: string;
}

/** What a person chooses for a file before it is checked. */
export interface ImportChoices {
  /** The field of each column; empty where it is left out. */
  readonly columns: readonly string[];
  readonly replacements: readonly ImportReplacement[];
  /** The fields whose invalid cells are left empty: their rows are imported without them instead of being skipped. */
  readonly emptyFields: readonly string[];
}

/** A value that rows of a file have a problem with. */
export interface ImportProblemValue {
  /** Null where the problem is not one of a value. */
  readonly value: string | null;
  readonly problem: string;
  readonly rows: number;
  /** The number of the first of these rows. */
  readonly firstRow: number;
}

/** The problems of a file's rows with a field. */
export interface ImportProblemGroup {
  /** Null for problems with a row as a whole. */
  readonly field: string | null;
  readonly rows: number;
  /** Number of different values; the commonest are `values`. */
  readonly valueCount: number;
  readonly values: readonly ImportProblemValue[];
}

/** What rows that are sent may be known by, instead of what those of a file are. */
export const CUSTOMER_KEYS = ['shopifyCustomerId', 'email', 'phone'] as const;
export const LEAD_KEYS = ['email', 'phone', 'emailAndName'] as const;
export type ImportKey = (typeof CUSTOMER_KEYS)[number] | (typeof LEAD_KEYS)[number];

export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

interface ImportField {
  readonly field: string;
  readonly label: string;
  /** What files call it, in lower case without blanks and punctuation. */
  readonly synonyms: readonly string[];
}

/** The fields that a file may have. */
export const fieldsOfImport = (noun: ImportNoun): readonly ImportField[] => IMPORT_FIELDS[noun];

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The field each column of a header seems to hold; of two columns for one field the first. Empty where none does. */
export function matchColumns(noun: ImportNoun, header: readonly string[], rows: readonly (readonly string[])[] = []): readonly string[] {
  const used = new Set<string>();
  const named = header.map((title) => {
    const known = fieldsOfImport(noun).find(({ field, synonyms }) => !used.has(field) && synonyms.includes(plain(title)));
    if (known) used.add(known.field);
    return known?.field ?? '';
  });
  return named.map((field, at) => {
    if (field !== '') return field;
    const values = rows.map((cells) => (cells[at] ?? '').trim()).filter(Boolean);
    const known = fieldsOfImport(noun).find((each) => !used.has(each.field) && seemsToHold(each.field, values));
    if (known) used.add(known.field);
    return known?.field ?? '';
  });
}

/** How a value of a field looks, where it looks like no other's. An amount has a separator or a currency: other numbers may be anything. */
const LOOKS: Readonly<Partial<Record<string, (value: string) => boolean>>> = {
  email: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  // A date or an amount consists of digits and signs, too.
  phone: (value) => /^[+(0][\d\s()/.-]{6,}$/.test(value) && !isDate(value) && value.replaceAll(/\D/g, '').length >= 7,
  value: (value) => /\d[.,]\d|\p{Sc}/u.test(value) && !isDate(value) && DECIMAL_SIGNS.some((sign) => 'money' in parseMoney(value, sign)),
  stage: (value) => STAGES.has(parseStage(value)),
  source: (value) => SOURCES.has(parseSource(value)),
  category: (value) => CATEGORIES.has(parseCategory(value)),
};

const isDate = (value: string): boolean => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(\D.*)?$/.test(value);

/** Whether two of three values at least look like those of a field: the others may be mistakes. */
function seemsToHold(field: string, values: readonly string[]): boolean {
  const looks = LOOKS[field];
  return looks !== undefined && values.length > 0 && values.filter(looks).length >= (values.length * 2) / 3;
}

/** Warnings about a header: titles that occur twice, and columns that seem to hold the same. */
export function noticesOf(noun: ImportNoun, header: readonly string[]): readonly string[] {
  const titled = header.map((title, at) => ({ title, position: at + 1, key: plain(title) })).filter(({ key }) => key !== '');
  const alike = Map.groupBy(titled, ({ key }) => fieldsOfImport(noun).find(({ synonyms }) => synonyms.includes(key))?.field ?? ` ${key}`);
  return [...alike].flatMap(([field, columns]) => {
    const [first] = columns;
    if (!first || columns.length < 2) return [];
    const positions = listed(columns.map(({ position }) => String(position)));
    const titles = [...new Set(columns.map(({ title }) => quotedTitle(title)))];
    const label = fieldsOfImport(noun).find((each) => each.field === field)?.label;
    const called =
      titles.length === 1 ? `are ${columns.length === 2 ? 'both' : 'all'} called ${titles[0]}` : `are called ${listed(titles)}`;
    if (!label) return [`Columns ${positions} ${called}.`];
    return [`Columns ${positions} ${called}. Column ${first.position} is used for ${label}; choose another if that is wrong.`];
  });
}

const quotedTitle = (title: string): string => `“${title.length > 60 ? `${title.slice(0, 60).toWellFormed()}…` : title}”`;
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const wordOf = (words: readonly string[], labels: Readonly<Record<string, string>>) => (text: string) =>
  words.find((word) => plain(word) === plain(text) || plain(labels[word] ?? '') === plain(text)) ?? text;

/** The stage key for a key or label in a file; any other text unchanged. */
export const parseStage = wordOf(LEAD_STAGES, STAGE_LABELS);
export const parseSource = wordOf(LEAD_SOURCES, SOURCE_LABELS);
export const parseCategory = wordOf(TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS);

const STAGES: ReadonlySet<string> = new Set(LEAD_STAGES);
const SOURCES: ReadonlySet<string> = new Set(LEAD_SOURCES);
const CATEGORIES: ReadonlySet<string> = new Set(TRAINING_CATEGORIES);

const wordsOf = (words: readonly string[], labels: Readonly<Record<string, string>>) =>
  words.map((value) => ({ value, label: labels[value] ?? value }));

/** The values that a field can have, with their labels; null where it can have any. */
export const knownValuesOf = (field: string): readonly { readonly value: string; readonly label: string }[] | null =>
  KNOWN_VALUES[field] ?? null;

const KNOWN_VALUES: Readonly<Partial<Record<string, readonly { readonly value: string; readonly label: string }[]>>> = {
  stage: wordsOf(LEAD_STAGES, STAGE_LABELS),
  source: wordsOf(LEAD_SOURCES, SOURCE_LABELS),
  category: wordsOf(TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS),
};
