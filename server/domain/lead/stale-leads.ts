import type { ServiceDeps } from '../deps.ts';
import type { JobOutcome } from '../jobs/queue.ts';

/** Days without contact after which a lead that is neither won nor lost is stale. */
export const STALE_DAYS = 14;
/** So many are noticed at a time, the longest quiet first: nobody reads a hundred notifications. */
const AT_ONCE = 20;
const DAY = 86_400_000;

// A spell of quiet begins with the last contact, or with the lead; it is noticed once.
const QUIET = `
  with quiet as (
    select id, customer_id, owner_id, greatest(last_contact_at, created_at) as since from leads
    where stage <> 'won' and lost_at is null and greatest(last_contact_at, created_at) < $1
  )
  select id, customer_id as "customerId", owner_id as "ownerId", since from quiet
  where not exists (
    select 1 from events where subject_type = 'lead' and subject_id = quiet.id and kind = 'lead.went_quiet'
      and (data ->> 'since')::timestamptz = quiet.since)
  order by since, id limit ${AT_ONCE}`;

export type StaleLeads = ReturnType<typeof createStaleLeads>;

/** Leads nobody spoke to for long. */
export const createStaleLeads = ({ db, log, clock }: ServiceDeps) => ({
  /** Publishes the leads that became stale, each once a period. */
  notice: async (): Promise<JobOutcome> => {
    const now = clock.now();
    const { rows } = await db.pool.query<{ id: string; customerId: string | null; ownerId: string | null; since: Date }>(QUIET, [
      new Date(now.getTime() - STALE_DAYS * DAY),
    ]);
    if (rows.length > 0)
      await db.transaction(async (tx) => {
        for (const { id, customerId, ownerId, since } of rows) {
          const data = { since: since.toISOString() };
          await log.append(tx, {
            kind: 'lead.went_quiet',
            subject: { type: 'lead', id },
            actorId: null,
            customerId,
            ownerId,
            data,
            at: now,
          });
        }
      });
    return { done: rows.length };
  },
});
