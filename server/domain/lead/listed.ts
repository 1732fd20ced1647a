import type { Pool } from 'pg';
import type { Customer, Lead, Prisma } from '#prisma/generated/client.ts';
import { coalesceEach } from '../coalesce-each.ts';
import { PAGE_SIZE, type PagePlace } from '../page.ts';

/** A lead of a list, with all its columns, and its customer where the list was read with them. */
export interface ListedLead extends Omit<Lead, 'value'> {
  /** Exact either way. As text it goes out as it came, and a page is spared a number for each of its leads. */
  readonly value: Prisma.Decimal | string | null;
  /** Null where it has none; undefined where customers were not read. */
  readonly customer?: Customer | null;
}

interface Asked {
  readonly place: PagePlace;
  readonly take: number;
  /** Whether to read their customers in the same statement. */
  readonly withCustomers: boolean;
}

const LEAD = `lead.id, lead.customer_id, lead.name, lead.email, lead.phone, lead.company, lead.stage, lead.stage_changed_at,
  lead.value, lead.source, lead.notes, lead.last_contact_at, lead.created_at, lead.updated_at`;

const CUSTOMER = `customer.id, customer.name, customer.email, customer.phone, customer.company, customer.shopify_customer_id,
  customer.created_at, customer.updated_at`;

// Rows come as values in the order of the columns above: finding each by its name costs more than reading it.
type LeadValues = [
  id: string,
  customerId: string | null,
  name: string,
  email: string | null,
  phone: string | null,
  company: string | null,
  stage: Lead['stage'],
  stageChangedAt: Date,
  value: string | null,
  source: Lead['source'],
  notes: string | null,
  lastContactAt: Date | null,
  createdAt: Date,
  updatedAt: Date,
];

type CustomerValues = [
  id: string,
  name: string,
  email: string | null,
  phone: string | null,
  company: string | null,
  shopifyCustomerId: string | null,
  createdAt: Date,
  updatedAt: Date,
];

type WithCustomer = [...LeadValues, ...CustomerValues] | [...LeadValues, id: null, ...unknown[]];

const DIRECTIONS = {
  forwards: { beyond: '<', order: 'id desc' },
  backwards: { beyond: '>', order: 'id' },
} as const;

// A limit that PostgreSQL cannot see it takes for a tenth of the table, and plans each page anew. With this bound it plans once.
const MOST = PAGE_SIZE.most + 1;

/** A page of all leads, newest first. Those who ask alike at the same time share an answer. */
export const readLeads = (pool: Pick<Pool, 'query'>) =>
  coalesceEach(
    (asked: Asked) => JSON.stringify(asked),
    async ({ place, take, withCustomers }): Promise<readonly ListedLead[]> => {
      const values = [take, ...(place.from ?? [])];
      const asked = { ...statement(place, withCustomers), values, rowMode: 'array' } as const;
      if (withCustomers) return (await pool.query<WithCustomer>(asked)).rows.map((row) => leadOf(row, customerOf(row)));
      return (await pool.query<LeadValues>(asked)).rows.map((row) => leadOf(row));
    },
  );

function statement({ from, backwards }: PagePlace, withCustomers: boolean) {
  const direction = backwards ? 'backwards' : 'forwards';
  const { beyond, order } = DIRECTIONS[direction];
  const rows = `select * from leads ${from === null ? '' : `where id ${beyond} $2`} order by ${order} limit ${MOST}`;
  const page = `(select * from (${rows}) as most limit $1) as lead`;
  const customers = 'left join customers as customer on customer.id = lead.customer_id';
  return {
    name: `leads-${direction}-${from === null ? 'all' : 'from'}${withCustomers ? '-with-customers' : ''}`,
    text: withCustomers
      ? `select ${LEAD}, ${CUSTOMER} from ${page} ${customers} order by lead.${order}`
      : `select ${LEAD} from ${page} order by lead.${order}`,
  };
}

const leadOf = (row: [...LeadValues, ...unknown[]], customer?: Customer | null): ListedLead => ({
  id: row[0],
  customerId: row[1],
  name: row[2],
  email: row[3],
  phone: row[4],
  company: row[5],
  stage: row[6],
  stageChangedAt: row[7],
  value: row[8],
  source: row[9],
  notes: row[10],
  lastContactAt: row[11],
  createdAt: row[12],
  updatedAt: row[13],
  customer,
});

const customerOf = (row: WithCustomer): Customer | null =>
  row[14] === null
    ? null
    : {
        id: row[14],
        name: row[15],
        email: row[16],
        phone: row[17],
        company: row[18],
        shopifyCustomerId: row[19],
        createdAt: row[20],
        updatedAt: row[21],
      };
