import type { Pool } from 'pg';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { ADVISORY_LOCKS } from '#server/database/advisory-lock.ts';
import { ownersOf, type RowScope, scopeKey } from '../access/access.ts';
import { singleFlight } from '../single-flight.ts';
import { singleFlightByKey } from '../single-flight-by-key.ts';
import type { Reader } from '../viewer.ts';
import type { ColumnTotals } from './queries.ts';

// Triggers write what each statement changes of the leads into `lead_stage_totals`, in its transaction. Nobody updates a row of
// another, so moves do not wait for each other; a sum of the rows is exact in every snapshot.
const SUMS = (condition: string) => `
  select stage, sum(leads)::int as count, sum(value)::numeric(16, 2)::text as value, count(*)::int as rows
  from lead_stage_totals ${condition} group by stage`;

/** Beyond so many rows in one read they are merged into one for each owner and stage. */
const MAX_ROWS = 2_000;

// One statement, so that a read sees the rows or their sums. Of several instances one does it.
const MERGE = `
  with turn as materialized (select pg_try_advisory_xact_lock(hashtext('${ADVISORY_LOCKS.leadTotals}')) as mine),
  taken as (delete from lead_stage_totals where (select mine from turn) returning owner_id, stage, leads, value)
  insert into lead_stage_totals (owner_id, stage, leads, value)
  select owner_id, stage, sum(leads), sum(value) from taken group by owner_id, stage having sum(leads) <> 0 or sum(value) <> 0`;

interface StageSum extends ColumnTotals {
  /** How many rows were added up. */
  readonly rows: number;
}

/** Merges the changes of leads that were counted since the last time. */
export async function mergeColumnTotals(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(MERGE);
}

/** The count and sum of each column of the leads somebody may read, exactly as the database has them now, without reading the leads. */
export function createColumnTotals(pool: Pick<Pool, 'query'>): (reader: Reader) => Promise<readonly ColumnTotals[]> {
  const merge = singleFlight(() => mergeColumnTotals(pool));
  const ofScope = singleFlightByKey(scopeKey, async (scope: RowScope) => {
    const owners = ownersOf(scope);
    const { rows } = await pool.query<StageSum>(
      owners === null
        ? { name: 'lead-totals', text: SUMS('') }
        : { name: 'lead-totals-of', text: SUMS('where owner_id = any($1)'), values: [owners] },
    );
    // Where it fails, the next read does it.
    if (rows.reduce((sum, each) => sum + each.rows, 0) > MAX_ROWS) merge().catch(() => undefined);
    const sums = new Map<LeadStage, StageSum>(rows.map((row) => [row.stage, row]));
    return LEAD_STAGES.map((stage) => ({ stage, count: sums.get(stage)?.count ?? 0, value: sums.get(stage)?.value ?? '0.00' }));
  });
  return ({ access }) => ofScope(access.rows('lead'));
}
