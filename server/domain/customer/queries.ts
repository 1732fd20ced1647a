import type { Pool } from 'pg';
import type { Customer } from '#prisma/generated/client.ts';
import { ownersOf, type RowScope } from '../access/access.ts';
import { customer } from '../entities/customer.ts';
import { selectFields } from '../entities/entity-schema.ts';
import { singleFlightByKey } from '../single-flight-by-key.ts';
import type { Reading, SearchTerm } from './search-words.ts';

// Hand-written SQL for queries that run at every keystroke. Rows have exactly Prisma's types.

const COLUMNS = selectFields(customer);

// Where a word begins: at the very front, or after a blank or punctuation of ASCII. From "after no letter", and from
// characters beyond, the index learns nothing, and the whole table would be read.
const FRONT = '(^|[ -/:-@[-`{-~])';

// What has a meaning of its own in a regular expression. Folding comes first: it makes such signs of others, as `*` of `×`.
const REGEXP_SIGNS = '[\\^$\\\\.*+?()[\\]{}|]';

/** Customers by their ids, in any order. Simultaneous requests for the same ids share a result. */
export const customersById = (pool: Pick<Pool, 'query'>) =>
  singleFlightByKey(
    (ids: readonly string[]) => JSON.stringify(ids),
    async (ids): Promise<readonly Customer[]> =>
      (await pool.query<Customer>({ name: 'customers-by-id', text: `select ${COLUMNS} from customers where id = any($1)`, values: [ids] }))
        .rows,
  );

type Bind = (value: unknown) => string;

/** The condition that a customer of `table` matches one of the readings of a search; empty where nothing was searched for. */
export function customerCondition(readings: readonly Reading[], table: string, bind: Bind): string {
  // The expression of the index `customers_words`.
  const words = `customer_words(${table}.name, ${table}.email, ${table}.company, ${table}.phone)`;
  const alternatives = readings.map((reading) => reading.map((term) => `(${occurs(term, words, bind)})`).join(' and '));
  return alternatives.length > 0 ? `(${alternatives.map((each) => `(${each})`).join(' or ')})` : '';
}

const occurs = ({ text, matchAt }: SearchTerm, words: string, bind: Bind): string =>
  matchAt === 'anywhere'
    ? `${words} like '%' || folded_pattern(${bind(text)}) || '%'`
    : `${words} ~ ('${FRONT}' || regexp_replace(folded(${bind(text)}), '${REGEXP_SIGNS}', '\\\\\\&', 'g'))`;

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
    and ($5::text[] is null or owner_id = any($5))
  order by id desc limit $4`;

interface SimilarQuery {
  readonly email: string | null;
  readonly phone: string | null;
  readonly exceptId: string | null;
  readonly take: number;
  /** The customers that may be told of. */
  readonly scope: RowScope;
}

/** Whose email address or phone number this is already, however either is written; the newest first. */
export async function similarCustomers(
  pool: Pick<Pool, 'query'>,
  { email, phone, exceptId, take, scope }: SimilarQuery,
): Promise<readonly SimilarCustomer[]> {
  const { rows } = await pool.query<Customer & { sameEmail: boolean; samePhone: boolean }>({
    name: 'customer-similar',
    text: SIMILAR_STATEMENT,
    values: [email, phone, exceptId, take, ownersOf(scope)],
  });
  return rows.map(({ sameEmail, samePhone, ...customer }) => ({ customer, sameEmail, samePhone }));
}
