import type { ImportKey, ImportNoun } from '#contract/import.ts';

/** What hand-written SQL must know of a entityType to take its rows in and back. */
interface Importable {
  readonly table: string;
  /** Each field a file may fill, with its column and the type it is sent as. */
  readonly columns: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Moments that follow from a field: the moment's column and the field's. An undo restores them, too. */
  readonly derivedTimestamps: Readonly<Record<string, readonly [column: string, follows: string]>>;
  /** Columns that follow from others when a row is new. */
  readonly insertDefaults: Readonly<Record<string, string>>;
  /** Which known row a given one is; the best first. */
  readonly matchSql: string;
  /** The same, by one thing alone. */
  readonly findBy: Readonly<Partial<Record<ImportKey, string>>>;
  /** Whether another row has already what may be there only once. */
  readonly taken: string;
  /**
   * Every foreign key that leads to the table, as `table.column`, and what the report calls such rows; null where it has no word.
   * A new row that one of them leads to was worked with, so an undo leaves it. A test holds them against the database.
   */
  readonly references: Readonly<Record<string, string | null>>;
  /** What else shows that somebody worked with a new row. */
  readonly uses: readonly Use[];
}

/** What the report calls it, null where it has no word; and the condition in SQL. */
type Use = readonly [what: string | null, condition: string];

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
    derivedTimestamps: {},
    insertDefaults: {},
    matchSql: `
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
    references: {
      'leads.customer_id': 'leads',
      'transcriptions.customer_id': 'calls',
      'shopify_orders.customer_id': 'orders',
      'ai_responses.customer_id': 'replies',
      'customer_interaction_flows.customer_id': 'flows',
      'real_time_insights.customer_id': 'live calls',
      'events.customer_id': null,
    },
    uses: [],
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
    derivedTimestamps: { stageChangedAt: ['stage_changed_at', 'stage'] },
    insertDefaults: { source: `'website'`, stage: `'leads'` },
    matchSql: 'select id, 1 as way from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)',
    findBy: {
      email: 'select id, 1 as way from leads where lower(email) = lower(given.email)',
      phone: 'select id, 1 as way from leads where phone_key(phone) = phone_key(given.phone)',
      emailAndName: 'select id, 1 as way from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)',
    },
    taken: 'false',
    references: {
      'transcriptions.lead_id': 'calls',
      'ai_responses.lead_id': 'replies',
      'real_time_insights.lead_id': 'live calls',
    },
    uses: [
      ['a customer', 'leads.customer_id is not null'],
      ['a contact', 'leads.last_contact_at is not null'],
      // Events have no foreign key to leads. Those without an actor are not anybody's work.
      [null, `exists (select 1 from events where subject_type = 'lead' and subject_id = leads.id and actor_id is not null)`],
    ],
  },
} as const satisfies Record<ImportNoun, Importable>;

export const importable = (entityType: ImportNoun): Importable => IMPORTABLE[entityType];

/** Everything that shows that somebody worked with a new row, so that an undo leaves it. */
export function usesOf(entityType: ImportNoun): readonly Use[] {
  const { table, references, uses } = importable(entityType);
  const referenced = Object.entries(references).map(([column, what]): Use => {
    const [from] = column.split('.');
    return [what, `exists (select 1 from ${from} where ${column} = ${table}.id)`];
  });
  return [...uses, ...referenced];
}
