import type { Pool } from 'pg';
import type { Tx } from '#server/database/client.ts';
import { ownersOf } from '../access/access.ts';
import type { Reader } from '../viewer.ts';

/** Why a call may be somebody's. */
const LINK_REASONS = ['phone', 'name'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

/** A customer or lead a call may belong to: the id, and the number or name that matched. */
export interface LinkSuggestion {
  readonly id: string;
  readonly reason: LinkReason;
  readonly said: string;
}

/** How many are suggested. */
const SUGGESTED = 3;

/** Whose number it is, where exactly one customer or lead of those that somebody may read has it. */
export async function ownersOfPhone(
  tx: Tx,
  { access }: Pick<Reader, 'access'>,
  phone: string,
): Promise<{ customerId: string | null; leadId: string | null }> {
  const [customerOwners, leadOwners] = [ownersOf(access.rows('customer')), ownersOf(access.rows('lead'))];
  const [customers, leads] = await Promise.all([
    tx.$queryRaw<Array<{ id: string }>>`
      select id from customers where phone_key(phone) = phone_key(${phone})
        and (${customerOwners}::text[] is null or owner_id = any(${customerOwners}::text[])) order by id limit 2`,
    tx.$queryRaw<Array<{ id: string; customerId: string | null }>>`
      select id, customer_id as "customerId" from leads where phone_key(phone) = phone_key(${phone})
        and (${leadOwners}::text[] is null or owner_id = any(${leadOwners}::text[])) order by id limit 2`,
  ]);
  const customer = customers.length === 1 ? customers[0] : undefined;
  const lead = leads.length === 1 ? leads[0] : undefined;
  // A customer and somebody else's lead with one number: nobody knows which of them called.
  if (customer && lead?.customerId && lead.customerId !== customer.id) return { customerId: null, leadId: null };
  const leadCustomerId = customers.length === 0 ? lead?.customerId : customer?.id;
  return { customerId: leadCustomerId ?? null, leadId: lead?.id ?? null };
}

const MAY_READ = '($4::text[] is null or owner_id = any($4))';

// A name is looked up as transcribed, by the indexes that serve the lists' own searches.
const suggesting = (table: 'customers' | 'leads', named: string) => `
  select distinct on (id) id, reason, said from (
    (select id, 0 as rank, 'phone' as reason, $1 as said from ${table} where phone_key(phone) = phone_key($1) and ${MAY_READ} order by id desc limit $3)
    union all
    select hit.id, 1, 'name', call.name from unnest($2::text[]) as call(name) cross join lateral (
      select id from ${table} where (${named}) and ${MAY_READ} order by id desc limit $3
    ) as hit
  ) as found order by id desc, rank`;

/** The statements that look for the other party; a test looks at their plans. */
export const SUGGEST = {
  customers: suggesting('customers', `customer_words(name, email, company, phone) like '%' || lower(call.name) || '%'`),
  leads: suggesting('leads', `leads.name ilike '%' || call.name || '%' or company ilike '%' || call.name || '%'`),
} as const;

/** Possible callers that somebody may read: first those with the number, then those with a name in the transcript. */
export async function suggestOwners(
  pool: Pick<Pool, 'query'>,
  { access }: Pick<Reader, 'access'>,
  among: keyof typeof SUGGEST,
  { phone, names }: { readonly phone: string | null; readonly names: readonly string[] },
): Promise<readonly LinkSuggestion[]> {
  const values = [phone, names, SUGGESTED, ownersOf(access.rows(among === 'customers' ? 'customer' : 'lead'))];
  const { rows } = await pool.query<LinkSuggestion>({ name: `transcription-suggest-${among}`, text: SUGGEST[among], values });
  return rows.toSorted((one, other) => LINK_REASONS.indexOf(one.reason) - LINK_REASONS.indexOf(other.reason)).slice(0, SUGGESTED);
}
