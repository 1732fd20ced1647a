import type { Pool } from 'pg';
import { z } from 'zod';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { Clock } from '#server/clock.ts';
import type { EventType } from '../domain-events.ts';
import { singleFlight } from '../single-flight.ts';
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
const COUNT = `
  select (select seq from event_head where id = 1)::text as head,
    array(select id::text from events where seq is null and kind = any($1::text[])) as pending,
    coalesce((
      select json_agg(columns) from (
        select stage, count(*)::int as count, coalesce(sum(value), 0)::numeric(14, 2)::text as value from leads group by stage
      ) as columns
    ), '[]') as columns`;

// With its limit in the order of `seq`, the first part reads the end of an index, never the whole log.
const SINCE = `
  select (select seq from event_head where id = 1)::text as head, coalesce((
    select json_agg(event) from (
      (select id::text, kind, data, false as pending from events where seq > $2 and kind = any($1::text[]) order by seq limit ${MAX_EVENTS + 1})
      union all
      (select id::text, kind, data, true from events where seq is null and kind = any($1::text[]))
    ) as event
  ), '[]') as events`;

const Column = z.object({ stage: z.enum(LEAD_STAGES), count: z.number(), value: z.string() });
const Counted = z.object({ head: z.string().transform(BigInt), pending: z.array(z.string()), columns: z.array(Column) });
const Stage = z.enum(LEAD_STAGES);
const Value = z.string().nullable();
const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead.created'), data: z.object({ stage: Stage, value: Value }) }),
  z.object({ kind: z.literal('lead.moved'), data: z.object({ from: Stage, to: Stage, value: Value }) }),
  z.object({ kind: z.literal('lead.updated'), data: z.object({ changed: z.array(z.string()) }) }),
]);
const LoggedEvent = z.object({ id: z.string(), kind: z.string(), data: z.unknown(), pending: z.boolean() });
const Since = z.object({ head: z.string().transform(BigInt), events: z.array(LoggedEvent) });

type Totals = ReadonlyMap<LeadStage, { readonly count: number; readonly cents: bigint }>;

/** What the columns came to in one snapshot of the database. */
interface Snapshot {
  readonly totals: Totals;
  /** Every event up to here is counted. */
  readonly head: bigint;
  /** Events without a number that are counted, too, by id. */
  readonly pending: ReadonlySet<string>;
  /** When the leads themselves were counted, in milliseconds. */
  readonly countedAt: number;
}

/**
 * The count and sum of each column, always as the database has them now. `count` counts all leads. `current` takes the last
 * count and adds what the events since say, so that it costs as much as there are new events, not as there are leads; it counts
 * again where an event does not say enough: after an import, or a change of a lead's value.
 */
export function createColumnTotals({ pool, clock }: { readonly pool: Pick<Pool, 'query'>; readonly clock: Clock }) {
  let latest: Snapshot | null = null;

  const count = async (): Promise<readonly ColumnTotals[]> => {
    const countedAt = clock.now().getTime();
    const { rows } = await pool.query({ name: 'lead-totals', text: COUNT, values: [KINDS] });
    const { head, pending, columns } = Counted.parse(rows[0]);
    const totals = new Map(columns.map(({ stage, count, value }) => [stage, { count, cents: toCents(value) }]));
    latest = { totals, head, pending: new Set(pending), countedAt };
    return listed(totals);
  };

  const current = async (): Promise<readonly ColumnTotals[]> => {
    const base = latest;
    if (!base || clock.now().getTime() - base.countedAt >= RECOUNT_AFTER_MS) return count();
    const { rows } = await pool.query({ name: 'lead-totals-since', text: SINCE, values: [KINDS, base.head.toString()] });
    const { head, events } = Since.parse(rows[0]);
    const added =
      events.length > MAX_EVENTS
        ? null
        : addChanges(
            base.totals,
            events.filter(({ id }) => !base.pending.has(id)),
          );
    if (!added) return count();
    latest = { ...base, totals: added, head, pending: new Set(events.filter(({ pending }) => pending).map(({ id }) => id)) };
    return listed(added);
  };

  return { count: singleFlight(count), current: singleFlight(current) };
}

/** The totals after these events; null where one of them does not say enough. */
function addChanges(totals: Totals, events: readonly z.infer<typeof LoggedEvent>[]): Totals | null {
  const sums = new Map(totals);
  const add = (stage: LeadStage, leads: 1 | -1, value: string | null) => {
    const { count, cents } = sums.get(stage) ?? { count: 0, cents: 0n };
    sums.set(stage, { count: count + leads, cents: cents + BigInt(leads) * toCents(value ?? '0') });
  };
  for (const event of events) {
    const { data: change } = Change.safeParse(event);
    if (!change) return null;
    if (change.kind === 'lead.updated') {
      if (change.data.changed.includes('value')) return null;
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
