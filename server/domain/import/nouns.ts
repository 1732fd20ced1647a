import type { ImportKey, ImportNoun } from '#contract/import.ts';

/** What hand-written SQL must know of a noun to take its rows in and back. */
interface Importable {
  readonly table: string;
  /** Each field a file may fill, with its column and the type it is sent as. */
  readonly columns: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Moments that follow from a field: the moment's column and the field's. An undo restores them, too. */
  readonly moments: Readonly<Record<string, readonly [column: string, follows: string]>>;
  /** Columns that follow from others when a row is new. */
  readonly fresh: Readonly<Record<string, string>>;
  /** Which known row a given one is; the best first. */
  readonly find: string;
  /** The same, by one thing alone. */
  readonly findBy: Readonly<Partial<Record<ImportKey, string>>>;
  /** Whether another row has already what may be there only once. */
  readonly taken: string;
  /** Whatever shows that somebody worked with a new row, as the report calls it. */
  readonly ties: readonly (readonly [what: string, condition: string])[];
}

const has = (what: string, table: string, column: string, of: string) =>
  [what, `exists (select 1 from ${table} where ${table}.${column} = ${of}.id)`] as const;

export const IMPORTABLE = {
  customer: {
    table: 'customers',
    columns: {
      name: ['name', 'text'],
      email: ['email', 'text'],
      phone: ['phone', 'text'],
      company: ['company', 'text'],
      shopifyCustomerId: ['shopify_customer_id', 'text'],
    },
    moments: {},
    fresh: {},
    find: `
      select id, 1 as way from customers where shopify_customer_id = given."shopifyCustomerId"
      union all
      select id, 2 from customers where lower(email) = lower(given.email) and (given."shopifyCustomerId" is null or shopify_customer_id is null)
      union all
      select id, 3 from customers where phone_key(phone) = phone_key(given.phone) and (given.email is null or email is null)
        and given."shopifyCustomerId" is null`,
    findBy: {
      shopifyCustomerId: `select id, 1 as way from customers where shopify_customer_id = given."shopifyCustomerId"`,
      email: 'select id, 1 as way from customers where lower(email) = lower(given.email)',
      phone: 'select id, 1 as way from customers where phone_key(phone) = phone_key(given.phone)',
    },
    taken: `exists (select 1 from customers as other where other.shopify_customer_id = given."shopifyCustomerId" and other.id is distinct from given.id)`,
    ties: [
      has('leads', 'leads', 'customer_id', 'customers'),
      has('calls', 'transcriptions', 'customer_id', 'customers'),
      has('orders', 'shopify_orders', 'customer_id', 'customers'),
      has('replies', 'ai_responses', 'customer_id', 'customers'),
      has('flows', 'customer_interaction_flows', 'customer_id', 'customers'),
      has('live calls', 'real_time_insights', 'customer_id', 'customers'),
    ],
  },
  lead: {
    table: 'leads',
    columns: {
      name: ['name', 'text'],
      email: ['email', 'text'],
      phone: ['phone', 'text'],
      company: ['company', 'text'],
      value: ['value', 'numeric'],
      source: ['source', '"LeadSource"'],
      stage: ['stage', '"LeadStage"'],
      notes: ['notes', 'text'],
    },
    moments: { stageChangedAt: ['stage_changed_at', 'stage'] },
    fresh: { source: `'website'`, stage: `'leads'` },
    find: 'select id, 1 as way from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)',
    findBy: {
      email: 'select id, 1 as way from leads where lower(email) = lower(given.email)',
      phone: 'select id, 1 as way from leads where phone_key(phone) = phone_key(given.phone)',
      emailAndName: 'select id, 1 as way from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)',
    },
    taken: 'false',
    ties: [
      ['a customer', 'leads.customer_id is not null'],
      ['a contact', 'leads.last_contact_at is not null'],
      has('calls', 'transcriptions', 'lead_id', 'leads'),
      has('replies', 'ai_responses', 'lead_id', 'leads'),
      has('live calls', 'real_time_insights', 'lead_id', 'leads'),
    ],
  },
} as const satisfies Record<ImportNoun, Importable>;

export const importable = (noun: ImportNoun): Importable => IMPORTABLE[noun];
