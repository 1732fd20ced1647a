import type { Pool } from 'pg';
import type { LeadStage } from '#contract/lead.ts';
import { type Lead, Prisma } from '#prisma/generated/client.ts';
import { credentialOf } from '#server/request-origin.ts';
import { type Access, ownersOf, type RowScope } from '../access/access.ts';
import type { Precondition } from '../editable-row.ts';
import { selectFields } from '../entities/entity-schema.ts';
import { lead } from '../entities/lead.ts';

// Hand-written SQL for what the board reads and does most. Rows come out exactly as Prisma gives them.

const COLUMNS = selectFields(lead);

interface LeadRow extends Omit<Lead, 'value'> {
  /** A numeric arrives as text, exact. */
  readonly value: string | null;
}

const toLead = (row: LeadRow): Lead => ({ ...row, value: row.value === null ? null : new Prisma.Decimal(row.value) });

// One statement moves the lead and writes the fact, so both happen or neither. A lead that is already there
// stays as it is and nothing is published; so does one that is lost.
const MOVE = `
  with before as (
    select * from leads where id = $1 for no key update
  ), moved as (
    update leads set stage = $2::"LeadStage", stage_changed_at = change.at, updated_at = change.at
    from before, lateral (select greatest($3::timestamptz, before.updated_at + interval '1 millisecond') as at) as change
    where leads.id = before.id and before.stage <> $2::"LeadStage" and before.lost_at is null and ($5::timestamptz[] is null or before.updated_at = any($5))
      and ($6::text[] is null or before.owner_id = any($6))
    returning leads.*
  ), told as (
    insert into events (kind, subject_type, subject_id, actor_id, customer_id, owner_id, credential_id, address, data, at)
    select 'lead.moved', 'lead', before.id, $4, before.customer_id, before.owner_id, $7, $8, jsonb_build_object('from', before.stage, 'to', moved.stage, 'value', moved.value::text), moved.updated_at
    from before join moved using (id)
  )
  select ${COLUMNS}, true as changed from moved
  union all
  select ${COLUMNS}, false from before where not exists (select 1 from moved)`;

/**
 * Moves a lead and writes the fact. Null when there is no such lead; `changed` is false when it was there already, is lost, or is not
 * a version the precondition accepts. The time is `at`, but at least a millisecond after the lead's last change.
 */
export async function moveLead(
  pool: Pick<Pool, 'query'>,
  move: {
    readonly id: string;
    readonly stage: LeadStage;
    readonly at: Date;
    readonly actorId: string;
    readonly precondition?: Precondition;
    /** The leads that may be moved: others stay. */
    readonly mayChange: RowScope;
  },
): Promise<{ lead: Lead; changed: boolean } | null> {
  const { credentialId, address } = credentialOf(move.actorId);
  const { rows } = await pool.query<LeadRow & { changed: boolean }>({
    name: 'lead-move',
    text: MOVE,
    values: [
      ...[move.id, move.stage, move.at, move.actorId, move.precondition?.ifUpdatedAt ?? null, ownersOf(move.mayChange)],
      ...[credentialId, address],
    ],
  });
  const row = rows[0];
  if (!row) return null;
  const { changed, ...lead } = row;
  return { lead: toLead(lead), changed };
}

export interface ColumnTotals {
  readonly stage: LeadStage;
  readonly count: number;
  /** US dollars, exact. */
  readonly value: string;
}

const METRICS = `
  select requested.id, numbers.* from unnest($1::text[]) as requested(id) cross join lateral (
    with whose as (select id, customer_id from leads where id = requested.id),
    bought as (
      select count(*)::int as orders, sum(total_price)::numeric(14, 2)::text as revenue, (sum(total_price) / nullif(count(*), 0))::numeric(14, 2)::text as "avgDealSize",
        coalesce(sum(total_price) filter (where created_at > $2::timestamptz - interval '30 days'), 0) as recent,
        coalesce(sum(total_price) filter (where created_at <= $2::timestamptz - interval '30 days' and created_at > $2::timestamptz - interval '60 days'), 0) as earlier
      from shopify_orders where customer_id = (select customer_id from whose) and status not in ('cancelled', 'refunded')
        and ($3::text[] is null or exists (select from customers where customers.id = customer_id and owner_id = any($3)))
    ),
    deals as (
      select count(*)::int as all, count(*) filter (where stage = 'won')::int as won from leads where customer_id = (select customer_id from whose)
        and ($4::text[] is null or owner_id = any($4))
    )
    select case when orders > 0 then orders end as orders, revenue, "avgDealSize",
      case when earlier > 0 then round((recent - earlier) * 100 / earlier, 1)::float8 end as "monthlyGrowth",
      case when deals.all > 0 then round(deals.won * 100.0 / deals.all, 1)::float8 end as "conversionRate",
      (select count(*)::int from ai_responses where used and (lead_id = requested.id or customer_id = (select customer_id from whose))
        and ($5::text[] is null or user_id = any($5))) as "emailsSent",
      (select count(*)::int from transcriptions where (lead_id = requested.id or customer_id = (select customer_id from whose))
        and ($6::text[] is null or rep_id = any($6))) as "callsMade"
    from bought, deals
  ) as numbers`;

export interface LeadMetrics {
  readonly orders: number | null;
  readonly revenue: string | null;
  readonly avgDealSize: string | null;
  /** Percent: orders of the last 30 days against those of the 30 days before. */
  readonly monthlyGrowth: number | null;
  /** Percent of the customer's leads that were won. */
  readonly conversionRate: number | null;
  readonly emailsSent: number;
  readonly callsMade: number;
}

const NO_METRICS: LeadMetrics = {
  orders: null,
  revenue: null,
  avgDealSize: null,
  monthlyGrowth: null,
  conversionRate: null,
  emailsSent: 0,
  callsMade: 0,
};

/** The numbers of the cards' tooltips, in the order of the ids: those of a lead, and of its customer where one is linked. Only rows in the reader’s scope count. */
export async function leadMetrics(
  pool: Pick<Pool, 'query'>,
  access: Access,
  ids: readonly string[],
  now: Date,
): Promise<readonly LeadMetrics[]> {
  const scopes = (['order', 'lead', 'aiResponse', 'transcription'] as const).map((noun) => ownersOf(access.rows(noun)));
  const { rows } = await pool.query<LeadMetrics & { id: string }>({ name: 'lead-metrics', text: METRICS, values: [ids, now, ...scopes] });
  const found = new Map(rows.map(({ id, ...numbers }) => [id, numbers]));
  return ids.map((id) => found.get(id) ?? NO_METRICS);
}
