import type { ImportNoun } from '#contract/import.ts';

/** What hand-written SQL must know of a noun to take its rows in and back. */
interface Importable {
  readonly table: string;
  /** Each field a file may fill, with its column and the type it is sent as. */
  readonly columns: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Columns that follow from others when a row is new or changes. */
  readonly fresh: Readonly<Record<string, string>>;
  readonly changing: string;
  /** Which known row a given one is; the best first. */
  readonly find: string;
  /** Whatever belongs to a row that somebody worked with. */
  readonly owned: readonly (readonly [table: string, column: string])[];
}

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
    fresh: {},
    changing: '',
    find: `
      select id, 1 as way from customers where shopify_customer_id = given."shopifyCustomerId"
      union all
      select id, 2 from customers where lower(email) = lower(given.email) and (given."shopifyCustomerId" is null or shopify_customer_id is null)
      union all
      select id, 3 from customers where phone_key(phone) = phone_key(given.phone) and (given.email is null or email is null)
        and given."shopifyCustomerId" is null`,
    owned: [
      ['leads', 'customer_id'],
      ['transcriptions', 'customer_id'],
      ['shopify_orders', 'customer_id'],
      ['ai_responses', 'customer_id'],
      ['customer_interaction_flows', 'customer_id'],
      ['real_time_insights', 'customer_id'],
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
    fresh: { source: `'website'`, stage: `'leads'` },
    changing: `, stage_changed_at = case when given.stage is distinct from leads.stage and given.stage is not null then $2::timestamptz else leads.stage_changed_at end`,
    find: `select id, 1 as way from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)`,
    owned: [
      ['transcriptions', 'lead_id'],
      ['ai_responses', 'lead_id'],
      ['real_time_insights', 'lead_id'],
    ],
  },
} as const satisfies Record<ImportNoun, Importable>;

export const importable = (noun: ImportNoun): Importable => IMPORTABLE[noun];
