import type { Pool } from 'pg';
import type { Customer, Lead, Prisma } from '#prisma/generated/client.ts';
import { coalesceEach } from '../coalesce-each.ts';
import { snake } from '../entities/entity-schema.ts';
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

// Rows come as arrays: finding each value by its name costs more than reading it. Where a column stands is said here once; the
// statement and the reader below both use it.
const LEAD = {
  id: 0,
  customerId: 1,
  name: 2,
  email: 3,
  phone: 4,
  company: 5,
  stage: 6,
  stageChangedAt: 7,
  value: 8,
  source: 9,
  notes: 10,
  lastContactAt: 11,
  createdAt: 12,
  updatedAt: 13,
} as const satisfies Record<keyof Lead, number>;

const CUSTOMER = {
  id: 14,
  name: 15,
  email: 16,
  phone: 17,
  company: 18,
  shopifyCustomerId: 19,
  createdAt: 20,
  updatedAt: 21,
} as const satisfies Record<keyof Customer, number>;

/** A row as an array, whose positions have the types of the columns that stand there. */
type ValuesOf<Row, Positions extends Record<keyof Row, number>> = { readonly [Name in keyof Row as Positions[Name]]: Row[Name] };
type LeadValues = unknown[] & ValuesOf<Omit<Lead, 'value'> & { readonly value: string | null }, typeof LEAD>;
/** The id is null where the lead has no customer; all its other columns are then, too. */
type CustomerValues = ValuesOf<Omit<Customer, 'id'> & { readonly id: string | null }, typeof CUSTOMER>;

/** The columns of one or two tables as a statement selects them, by position. */
export function selectColumns(tables: Readonly<Record<string, Readonly<Record<string, number>>>>): string {
  const columns = Object.entries(tables).flatMap(([table, positions]) =>
    Object.entries(positions).map(([name, position]) => ({ sql: `${table}.${snake(name)}`, position })),
  );
  const sorted = columns.toSorted((one, other) => one.position - other.position);
  if (sorted.some(({ position }, at) => position !== at)) throw new Error('Each position of a row must have exactly one column');
  return sorted.map(({ sql }) => sql).join(', ');
}

const LEAD_COLUMNS = selectColumns({ lead: LEAD });
const ALL_COLUMNS = selectColumns({ lead: LEAD, customer: CUSTOMER });

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
      if (withCustomers) return (await pool.query<LeadValues & CustomerValues>(asked)).rows.map((row) => leadOf(row, customerOf(row)));
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
      ? `select ${ALL_COLUMNS} from ${page} ${customers} order by lead.${order}`
      : `select ${LEAD_COLUMNS} from ${page} order by lead.${order}`,
  };
}

const leadOf = (row: LeadValues, customer?: Customer | null): ListedLead => ({
  id: row[LEAD.id],
  customerId: row[LEAD.customerId],
  name: row[LEAD.name],
  email: row[LEAD.email],
  phone: row[LEAD.phone],
  company: row[LEAD.company],
  stage: row[LEAD.stage],
  stageChangedAt: row[LEAD.stageChangedAt],
  value: row[LEAD.value],
  source: row[LEAD.source],
  notes: row[LEAD.notes],
  lastContactAt: row[LEAD.lastContactAt],
  createdAt: row[LEAD.createdAt],
  updatedAt: row[LEAD.updatedAt],
  customer,
});

function customerOf(row: CustomerValues): Customer | null {
  const id = row[CUSTOMER.id];
  if (id === null) return null;
  return {
    id,
    name: row[CUSTOMER.name],
    email: row[CUSTOMER.email],
    phone: row[CUSTOMER.phone],
    company: row[CUSTOMER.company],
    shopifyCustomerId: row[CUSTOMER.shopifyCustomerId],
    createdAt: row[CUSTOMER.createdAt],
    updatedAt: row[CUSTOMER.updatedAt],
  };
}
