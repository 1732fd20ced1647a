import { LEAD_SOURCES, LEAD_STAGES, SOURCE_LABELS, STAGE_LABELS } from './lead.ts';

export const IMPORT_NOUNS = ['customer', 'lead'] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];

export const IMPORT_STATES = ['ready', 'running', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** How large a file may be, and how wide. */
export const IMPORT_LIMITS = { megabytes: 50, rows: 200_000, columns: 100 } as const;

interface ImportField {
  readonly field: string;
  readonly label: string;
  /** What files call it, in lower case without blanks and punctuation. */
  readonly synonyms: readonly string[];
}

const NAME = {
  field: 'name',
  label: 'Name',
  synonyms: ['name', 'fullname', 'customer', 'customername', 'lead', 'leadname', 'contact', 'contactname'],
};
const EMAIL = { field: 'email', label: 'Email', synonyms: ['email', 'emailaddress', 'mail', 'customeremail', 'contactemail'] };
const PHONE = { field: 'phone', label: 'Phone', synonyms: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'telefon'] };
const COMPANY = {
  field: 'company',
  label: 'Company',
  synonyms: ['company', 'companyname', 'organization', 'organisation', 'account', 'firma'],
};

/** What a file may tell of each noun. */
export const IMPORT_FIELDS = {
  customer: [
    NAME,
    EMAIL,
    PHONE,
    COMPANY,
    { field: 'shopifyCustomerId', label: 'Shopify Customer ID', synonyms: ['shopifycustomerid', 'shopifyid', 'customerid'] },
  ],
  lead: [
    NAME,
    EMAIL,
    PHONE,
    COMPANY,
    { field: 'value', label: 'Value', synonyms: ['value', 'amount', 'dealvalue', 'dealsize', 'worth'] },
    { field: 'source', label: 'Source', synonyms: ['source', 'leadsource', 'origin', 'channel'] },
    { field: 'stage', label: 'Stage', synonyms: ['stage', 'status', 'leadstage', 'pipelinestage'] },
    { field: 'notes', label: 'Notes', synonyms: ['notes', 'note', 'comment', 'comments', 'description'] },
  ],
} as const satisfies Record<ImportNoun, readonly ImportField[]>;

export const fieldsOfImport = (noun: ImportNoun): readonly ImportField[] => IMPORT_FIELDS[noun];

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The field each column of a header seems to hold; of two columns for one field the first. Empty where none does. */
export function matchColumns(noun: ImportNoun, header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return header.map((title) => {
    const known = fieldsOfImport(noun).find(({ field, synonyms }) => !taken.has(field) && synonyms.includes(plain(title)));
    if (known) taken.add(known.field);
    return known?.field ?? '';
  });
}

const wordOf = (words: readonly string[], labels: Readonly<Record<string, string>>) => (text: string) =>
  words.find((word) => plain(word) === plain(text) || plain(labels[word] ?? '') === plain(text)) ?? text;

/** The stage a file means by its key or its label; what it says where it is none. */
export const stageMeant = wordOf(LEAD_STAGES, STAGE_LABELS);
export const sourceMeant = wordOf(LEAD_SOURCES, SOURCE_LABELS);

/** An amount as spreadsheets write it, without its sign and the commas between thousands. */
export const amountMeant = (text: string): string =>
  /^\$?\s*\d{1,3}(,\d{3})*(\.\d+)?$|^\$?\s*\d+(\.\d+)?$/.test(text.trim()) ? text.replaceAll(/[$,\s]/g, '') : text;
