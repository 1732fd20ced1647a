import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { z } from 'zod';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { Clock } from '#server/clock.ts';
import { isInScope, NO_ACCESS, type RowScope, scopeKey } from '../access/access.ts';
import type { EventType } from '../domain-events.ts';
import { lead } from '../entities/lead.ts';
import { epochOf, SELECT_HEAD_CURSOR, seqOf } from '../event-cursor.ts';
import { createSqlBuilder, rowVisibility, whereClause } from '../query/sql-builder.ts';
import { singleFlightByKey } from '../single-flight-by-key.ts';
import type { Reader } from '../viewer.ts';
import type { ColumnTotals } from './queries.ts';

/** The kinds of events that can change how many leads a column has, or their value. */
const KINDS = [
  'lead.created',
  'lead.moved',
  'lead.updated',
  'leads.imported',
  'leads.import_undone',
] as const satisfies readonly EventType[];

/** Beyond so many events since the last count, counting again is quicker. */
const MAX_EVENTS = 1_000;

/** Milliseconds until all leads are counted again, so that rows changed in the database by hand are seen. */
const RECOUNT_AFTER_MS = 60_000;

// One statement, so one snapshot: the counted leads, and exactly the events that are in them. An event that is committed and
// has no number yet is named by its id, since its number will be higher than the head.
const countStatement = (mayRead: string) => `
  select (${SELECT_HEAD_CURSOR}) as head,
    array(select id::text from events where seq is null and kind = any($1::text[])) as pending,
    coalesce((
      select json_agg(columns) from (
        select stage, count(*)::int as count, coalesce(sum(value), 0)::numeric(14, 2)::text as value from leads ${mayRead} group by stage
      ) as columns
    ), '[]') as columns`;

// With its limit in the order of `seq`, the first part reads the end of an index, never the whole log.
const SINCE = `
  select (${SELECT_HEAD_CURSOR}) as head, coalesce((
    select json_agg(event) from (
      (select id::text, kind, owner_id as "ownerId", data, false as pending from events where seq > $2 and kind = any($1::text[]) order by seq limit ${MAX_EVENTS + 1})
      union all
      (select id::text, kind, owner_id, data, true from events where seq is null and kind = any($1::text[]))
    ) as event
  ), '[]') as events`;

const Column = z.object({ stage: z.enum(LEAD_STAGES), count: z.number(), value: z.string() });
const Counted = z.object({ head: z.string().transform(BigInt), pending: z.array(z.string()), columns: z.array(Column) });
const Stage = z.enum(LEAD_STAGES);
const Value = z.string().nullable();
const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead.created'), data: z.object({ stage: Stage, value: Value }) }),
  z.object({ kind: z.literal('lead.moved'), data: z.object({ from: Stage, to: Stage, value: Value }) }),
  z.object({ kind: z.literal('lead.updated'), data: z.object({ changed: z.array(z.string()), ownerBefore: z.string().nullish() }) }),
]);
const LoggedEvent = z.object({ id: z.string(), kind: z.string(), ownerId: z.string().nullable(), data: z.unknown(), pending: z.boolean() });
const Since = z.object({ head: z.string().transform(BigInt), events: z.array(LoggedEvent) });

/** Somebody with the leads they may read as it is now: totals are kept for those who may read the same. */
function leadsOf({ id, access }: Reader): Reader {
  const scope = access.rows('lead');
  return { id, access: { ...NO_ACCESS, rows: () => scope } };
}

/** Those who read the same leads have the same totals. */
const keyOf = ({ access }: Reader): string => scopeKey(access.rows('lead'));

type Totals = ReadonlyMap<LeadStage, { readonly count: number; readonly cents: bigint }>;

/** What the columns came to in one snapshot of the database. */
interface Snapshot {
  readonly totals: Totals;
  /** Every event up to this cursor is counted. */
  readonly head: bigint;
  /** Events without a number that are counted, too, by id. */
  readonly pending: ReadonlySet<string>;
  /** When the leads themselves were counted, in milliseconds. */
  readonly countedAt: number;
}

/** Snapshots that are kept: one for each set of rows that people may read. The one used longest ago is dropped. */
const MAX_SNAPSHOTS = 500;

/**
 * The count and sum of each column of the leads somebody may read, always as the database has them now. `count` counts all of them.
 * `current` takes the last count and adds what the events since say, so that it costs as much as there are new events, not as there
 * are leads; it counts again where an event does not say enough: after an import, or a change of a lead's value or owner.
 */
export function createColumnTotals({ pool, clock }: { readonly pool: Pick<Pool, 'query'>; readonly clock: Clock }) {
  const snapshots = new LRUCache<string, Snapshot>({ max: MAX_SNAPSHOTS });

  const count = async (reader: Reader): Promise<readonly ColumnTotals[]> => {
    const countedAt = clock.now().getTime();
    const builder = createSqlBuilder({ viewer: reader, now: clock.now() });
    builder.values.push(KINDS);
    const conditions = rowVisibility(lead, lead.table, builder);
    const text = countStatement(whereClause(conditions));
    const { rows } = await pool.query({ ...(conditions.length === 0 && { name: 'lead-totals' }), text, values: builder.values });
    const { head, pending, columns } = Counted.parse(rows[0]);
    const totals = new Map(columns.map(({ stage, count, value }) => [stage, { count, cents: toCents(value) }]));
    snapshots.set(keyOf(reader), { totals, head, pending: new Set(pending), countedAt });
    return listed(totals);
  };

  const current = async (reader: Reader): Promise<readonly ColumnTotals[]> => {
    const base = snapshots.get(keyOf(reader));
    if (!base || clock.now().getTime() - base.countedAt >= RECOUNT_AFTER_MS) return count(reader);
    const { rows } = await pool.query({ name: 'lead-totals-since', text: SINCE, values: [KINDS, seqOf(base.head).toString()] });
    const { head, events } = Since.parse(rows[0]);
    const added =
      events.length > MAX_EVENTS || epochOf(head) !== epochOf(base.head)
        ? null
        : addChanges(
            base.totals,
            events.filter(({ id }) => !base.pending.has(id)),
            reader.access.rows('lead'),
          );
    if (!added) return count(reader);
    const pending = new Set(events.filter((event) => event.pending).map(({ id }) => id));
    snapshots.set(keyOf(reader), { ...base, totals: added, head, pending });
    return listed(added);
  };

  const [countOnce, currentOnce] = [singleFlightByKey(keyOf, count), singleFlightByKey(keyOf, current)];
  return { count: (reader: Reader) => countOnce(leadsOf(reader)), current: (reader: Reader) => currentOnce(leadsOf(reader)) };
}

/** The totals after these events; null where one of them does not say enough. */
function addChanges(totals: Totals, events: readonly z.infer<typeof LoggedEvent>[], scope: RowScope): Totals | null {
  const sums = new Map(totals);
  const add = (stage: LeadStage, leads: 1 | -1, value: string | null) => {
    const { count, cents } = sums.get(stage) ?? { count: 0, cents: 0n };
    sums.set(stage, { count: count + leads, cents: cents + BigInt(leads) * toCents(value ?? '0') });
  };
  for (const event of events) {
    const { data: change } = Change.safeParse(event);
    if (!change) return null;
    if (change.kind === 'lead.updated') {
      const { changed, ownerBefore = null } = change.data;
      const matters = isInScope(scope, event.ownerId) || isInScope(scope, ownerBefore);
      if (matters && (changed.includes('value') || changed.includes('ownerId'))) return null;
    } else if (!isInScope(scope, event.ownerId)) {
      // Somebody else's.
    } else if (change.kind === 'lead.created') {
      add(change.data.stage, 1, change.data.value);
    } else {
      add(change.data.from, -1, change.data.value);
      add(change.data.to, 1, change.data.value);
    }
  }
  return sums;
}

/** All six columns, left to right. */
const listed = (totals: Totals): readonly ColumnTotals[] =>
  LEAD_STAGES.map((stage) => {
    const { count, cents } = totals.get(stage) ?? { count: 0, cents: 0n };
    return { stage, count, value: fromCents(cents) };
  });
