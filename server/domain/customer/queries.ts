import type { Pool } from 'pg';
import type { Customer } from '#prisma/generated/client.ts';
import { coalesceEach } from '../coalesce-each.ts';
import type { PagePlace } from '../page.ts';
import type { Reading, Wanted } from './search-words.ts';

// Hand-written SQL for what is asked at every keystroke. Rows come out exactly as Prisma gives them.

const COLUMNS = `id, name, email, phone, company, shopify_customer_id as "shopifyCustomerId",
  created_at as "createdAt", updated_at as "updatedAt"`;

// The expression of the index `customers_words`.
const WORDS = 'customer_words(name, email, company, phone)';

// Where a word begins: at the very front, or after a blank or punctuation of ASCII. From "after no letter", and from
// characters beyond, the index learns nothing, and the whole table would be read.
const FRONT = '(^|[ -/:-@[-`{-~])';

// What has a meaning of its own in a regular expression. Folding comes first: it makes such signs of others, as `*` of `×`.
const REGEXP_SIGNS = '[\\^$\\\\.*+?()[\\]{}|]';

export interface CustomerSearch {
  /** Whoever fits one of them is found; everyone where there is none. */
  readonly readings: readonly Reading[];
  readonly place: PagePlace;
  readonly take: number;
}

/** A statement with its values, ready for the pool. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statement that finds customers, newest first (oldest first where the page is read backwards). */
export function searchStatement({ readings, place, take }: CustomerSearch): Statement {
  const { bind, bound } = binding();
  const { from, backwards } = place;
  const conditions = [fitting(readings, bind), from === null ? '' : `id ${backwards ? '>' : '<'} ${bind(from[0])}`].filter(Boolean);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return { text: `select ${COLUMNS} from customers ${where} order by id ${backwards ? 'asc' : 'desc'} limit ${bind(take)}`, values: bound };
}

// Neither statement has a name: it is planned anew for each term, because those of a frequent word are found quickest from
// the newest customer on, and those of a rare one through the index.

/** The customers that fit. */
export async function searchCustomers(pool: Pick<Pool, 'query'>, search: CustomerSearch): Promise<readonly Customer[]> {
  const { text, values } = searchStatement(search);
  return (await pool.query<Customer>(text, [...values])).rows;
}

/** Those of several ids, in any order. Who asks for the same ones at the same time shares an answer. */
export const customersById = (pool: Pick<Pool, 'query'>) =>
  coalesceEach(
    (ids: readonly string[]) => JSON.stringify(ids),
    async (ids): Promise<readonly Customer[]> =>
      (await pool.query<Customer>({ name: 'customers-by-id', text: `select ${COLUMNS} from customers where id = any($1)`, values: [ids] }))
        .rows,
  );

/** How many customers fit. */
export async function countCustomers(pool: Pick<Pool, 'query'>, readings: readonly Reading[]): Promise<number> {
  const { bind, bound } = binding();
  const fits = fitting(readings, bind);
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from customers ${fits && `where ${fits}`}`, bound);
  return rows[0]?.count ?? 0;
}

type Bind = (value: unknown) => string;

function binding() {
  const bound: unknown[] = [];
  const bind: Bind = (value) => `$${bound.push(value)}`;
  return { bind, bound };
}

/** The condition that a customer fits one of the readings of a search; empty where nothing was searched for. */
export const fitting = (readings: readonly Reading[], bind: Bind): string => {
  const ways = readings.map((reading) => reading.map((wanted) => occurs(wanted, bind)).join(' and '));
  return ways.length > 0 ? `(${ways.map((way) => `(${way})`).join(' or ')})` : '';
};

const occurs = ({ text, place }: Wanted, bind: Bind): string =>
  place === 'anywhere'
    ? `${WORDS} like '%' || folded_pattern(${bind(text)}) || '%'`
    : `${WORDS} ~ ('${FRONT}' || regexp_replace(folded(${bind(text)}), '${REGEXP_SIGNS}', '\\\\\\&', 'g'))`;

/** Someone whose email address or phone number is the one that was typed. */
export interface SimilarCustomer {
  readonly customer: Customer;
  readonly sameEmail: boolean;
  readonly samePhone: boolean;
}

// The expressions of the indexes `customers_email_lower` and `customers_phone_key`.
export const SIMILAR_STATEMENT = `
  select ${COLUMNS}, coalesce(lower(email) = lower($1), false) as "sameEmail", coalesce(phone_key(phone) = phone_key($2), false) as "samePhone"
  from customers where (lower(email) = lower($1) or phone_key(phone) = phone_key($2)) and id is distinct from $3
  order by id desc limit $4`;

/** Whose email address or phone number this is already, however either is written; the newest first. */
export async function similarCustomers(
  pool: Pick<Pool, 'query'>,
  { email, phone, exceptId, take }: { email: string | null; phone: string | null; exceptId: string | null; take: number },
): Promise<readonly SimilarCustomer[]> {
  const { rows } = await pool.query<Customer & { sameEmail: boolean; samePhone: boolean }>({
    name: 'customer-similar',
    text: SIMILAR_STATEMENT,
    values: [email, phone, exceptId, take],
  });
  return rows.map(({ sameEmail, samePhone, ...customer }) => ({ customer, sameEmail, samePhone }));
}
