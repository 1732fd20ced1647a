import type { Pool } from 'pg';
import { type Access, ownersOf } from '../access/access.ts';

/** What a customer is worth, and how often we were in touch. */
export interface CustomerMetrics {
  /** Orders that count: cancelled and refunded ones are left out. */
  readonly orders: number;
  /** What those orders add up to, US dollars, exact. */
  readonly lifetimeValue: string;
  /** Leads that are not won. */
  readonly openLeads: number;
  /** What those leads may be worth together, US dollars, exact. */
  readonly openValue: string;
  readonly calls: number;
  /** Answers that were copied to be sent. */
  readonly repliesUsed: number;
  readonly emailsPersonalized: number;
  /** The latest call, reply, personalised email or contact noted on a lead; null for never. */
  readonly lastContactAt: Date | null;
}

const METRICS = `
  select orders, "lifetimeValue", "openLeads", "openValue", calls, "repliesUsed", "emailsPersonalized",
    greatest(noted, called, answered, written) as "lastContactAt"
  from unnest($1::text[]) with ordinality as requested(id, position)
  cross join lateral (
    select count(*)::int as orders, coalesce(sum(total_price), 0)::numeric(14, 2)::text as "lifetimeValue"
    from shopify_orders where customer_id = requested.id and status not in ('cancelled', 'refunded')
      and ($2::text[] is null or exists (select from customers where customers.id = requested.id and owner_id = any($2)))
  ) as bought
  cross join lateral (
    select count(*) filter (where stage <> 'won' and lost_at is null)::int as "openLeads", max(last_contact_at) as noted,
      coalesce(sum(value) filter (where stage <> 'won' and lost_at is null), 0)::numeric(14, 2)::text as "openValue"
    from leads where customer_id = requested.id and ($3::text[] is null or owner_id = any($3))
  ) as deals
  cross join lateral (
    select count(*)::int as calls, max(created_at) as called
    from transcriptions where customer_id = requested.id and ($4::text[] is null or rep_id = any($4))
  ) as talks
  cross join lateral (
    select count(*)::int as "repliesUsed", max(used_at) as answered from ai_responses where customer_id = requested.id and used
      and ($5::text[] is null or user_id = any($5))
  ) as replies
  cross join lateral (
    select count(*)::int as "emailsPersonalized", max(at) as written from events where customer_id = requested.id and kind = 'email.personalized'
      and ($6::text[] is null or owner_id = any($6))
  ) as emails
  order by position`;

/** The numbers of several customers in one question, in the order of their ids. Only rows in the reader’s scope count. */
export async function customerMetrics(
  pool: Pick<Pool, 'query'>,
  access: Access,
  ids: readonly string[],
): Promise<readonly CustomerMetrics[]> {
  const scopes = (['order', 'lead', 'transcription', 'aiResponse', 'customer'] as const).map((noun) => ownersOf(access.rows(noun)));
  const { rows } = await pool.query<CustomerMetrics>({ name: 'customer-metrics', text: METRICS, values: [ids, ...scopes] });
  return rows;
}
