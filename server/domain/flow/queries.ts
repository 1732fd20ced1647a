import type { Pool } from 'pg';
import { FLOW_TYPES, type FlowType, isStuck, stageStartedAt } from '#contract/flow.ts';
import type { Clock } from '#server/clock.ts';
import { inScope, ownersOf, type RowScope, scopeKey } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { singleFlightByKey } from '../single-flight-by-key.ts';
import type { Reader } from '../viewer.ts';
import { type Flow, readFlow } from './stored-flow.ts';

/** Loads once and gives everyone the same result for so many milliseconds; an error is not cached. */
export function memoizeFor<Answer>(milliseconds: number, clock: Clock, load: () => Promise<Answer>): () => Promise<Answer> {
  let cached: { readonly answer: Promise<Answer>; readonly until: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (cached && now < cached.until) return cached.answer;
    const answer = load();
    const mine = { answer, until: now + milliseconds };
    cached = mine;
    answer.catch(() => {
      if (cached === mine) cached = null;
    });
    return answer;
  };
}

type Queryable = Pick<Pool, 'query'>;

/** How many flows there are. */
export interface FlowSummary {
  readonly total: number;
  /** How many different customers have one. */
  readonly customers: number;
  /** All types, in their order. */
  readonly types: ReadonlyArray<{ readonly flowType: FlowType; readonly count: number }>;
}

const SUMMARY = `
  select flow_type as "flowType", count(*)::int as count, count(distinct customer_id)::int as customers
  from customer_interaction_flows where $1::text[] is null or owner_id = any($1) group by grouping sets ((flow_type), ())`;

/** The summary cards of the flows in a scope, in one question; the row without a type counts all. */
async function flowSummary(pool: Queryable, scope: RowScope): Promise<FlowSummary> {
  const { rows } = await pool.query<{ flowType: FlowType | null; count: number; customers: number }>({
    name: 'flow-summary',
    text: SUMMARY,
    values: [ownersOf(scope)],
  });
  const all = rows.find(({ flowType }) => flowType === null);
  const counts = new Map(rows.map(({ flowType, count }) => [flowType, count]));
  return {
    total: all?.count ?? 0,
    customers: all?.customers ?? 0,
    types: FLOW_TYPES.map((flowType) => ({ flowType, count: counts.get(flowType) ?? 0 })),
  };
}

/** How many finished stays a stage needs before we say what is usual there. */
const MIN_STAYS = 10;

/** So many flows, the newest, say what is usual: enough of them, and read in a second. */
const FLOWS_READ = 100_000;

// The stay that lasts is left out: the last one in the flow's present stage, as in contract/flow-course.ts. So is one of no
// length: a client that sends 0 does not know it.
const USUAL = `
  with stays as (
    select flow.flow_type, step.value ->> 'stage' as stage, step.value -> 'duration' as duration,
      step.position = max(step.position) filter (where step.value ->> 'stage' = flow.current_stage) over (partition by flow.id) as lasts
    from (
      select * from customer_interaction_flows where $1::text[] is null or owner_id = any($1) order by id desc limit ${FLOWS_READ}
    ) as flow
    cross join lateral jsonb_array_elements(case jsonb_typeof(flow.stages) when 'array' then flow.stages else '[]' end)
      with ordinality as step(value, position)
  )
  select flow_type as "flowType", stage, percentile_cont(0.9) within group (order by duration::float8) as usual
  from stays where jsonb_typeof(duration) = 'number' and duration <> '0' and lasts is not true
  group by flow_type, stage having count(*) >= ${MIN_STAYS}`;

/** Milliseconds within which nine in ten left a stage, by type and stage; only where enough is known. */
type UsualStays = (flowType: FlowType, stage: string) => number | null;

/** Reads every completed step of the flows in a scope: costly, so the result is cached for a while. */
async function usualStays(pool: Queryable, scope: RowScope): Promise<UsualStays> {
  const { rows } = await pool.query<{ flowType: FlowType; stage: string; usual: number }>({
    name: 'flow-usual',
    text: USUAL,
    values: [ownersOf(scope)],
  });
  const known = new Map(rows.map(({ flowType, stage, usual }) => [`${flowType} ${stage}`, usual]));
  return (flowType, stage) => known.get(`${flowType} ${stage}`) ?? null;
}

const NEWEST_CUSTOMERS = 100;

const SAMPLE_CUSTOMERS = `
  select customer.id from (
    select id from customers where $2::text[] is null or owner_id = any($2) order by id desc limit ${NEWEST_CUSTOMERS}
  ) as customer
  left join customer_interaction_flows as flow on flow.customer_id = customer.id
  group by customer.id order by count(flow.id), customer.id desc limit $1`;

/** Of the newest customers in a scope those with the fewest flows. */
export async function customersForSamples(pool: Queryable, scope: RowScope, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'flow-sample-customers',
    text: SAMPLE_CUSTOMERS,
    values: [count, ownersOf(scope)],
  });
  return rows.map(({ id }) => id);
}

/** Of how many scopes it is known what is usual. */
const SCOPES_KNOWN = 500;

/** What is usual changes slowly, and reading it costs: so many milliseconds one answer serves. */
const USUAL_FOR = 60_000;

/** What can be read of flows. */
export const flowReading = ({ db, clock }: ServiceDeps) => {
  /** Those of several ids that may be read, in any order; for batched reading. */
  const findMany = async (reader: Reader, ids: readonly string[]): Promise<Flow[]> =>
    inScope(
      await db.prisma.interactionFlow.findMany({ where: { id: { in: [...ids] } } }),
      reader.access.rows('interactionFlow'),
      ({ ownerId }) => ownerId,
    ).map(readFlow);
  const summaries = singleFlightByKey(scopeKey, (scope: RowScope) => flowSummary(db.pool, scope));
  return {
    ...flowPace({ db, clock }),

    /** The one with this id; null where there is none, or none that may be read. */
    find: async (reader: Reader, id: string): Promise<Flow | null> => (await findMany(reader, [id]))[0] ?? null,

    findMany,

    /** How many a reader may see; those who may see the same share one question. */
    summary: ({ access }: Reader): Promise<FlowSummary> => summaries(access.rows('interactionFlow')),
  };
};

function flowPace({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>) {
  // For each scope, of which the one that was not asked about for the longest time is forgotten.
  const known = new Map<string, () => Promise<UsualStays>>();
  const usual = ({ access }: Pick<Reader, 'access'>): Promise<UsualStays> => {
    const { key } = access;
    // As it is now: it is kept under this key, also when whoever asked may read more later.
    const scope = access.rows('interactionFlow');
    const read = known.get(key) ?? memoizeFor(USUAL_FOR, clock, () => usualStays(db.pool, scope));
    known.delete(key);
    known.set(key, read);
    const [oldest] = known.keys();
    if (known.size > SCOPES_KNOWN && oldest !== undefined) known.delete(oldest);
    return read();
  };
  /** Milliseconds within which nine in ten of the flows a reader may see left the stage this one is in; null while too few are known. */
  const usualStay = async (reader: Pick<Reader, 'access'>, { flowType, currentStage }: Flow): Promise<number | null> =>
    (await usual(reader))(flowType, currentStage);
  return {
    usualStay,
    /** Whether it has been there longer than that; null where nothing is usual yet, and for one that is complete. */
    isStuck: async (reader: Pick<Reader, 'access'>, flow: Flow): Promise<boolean | null> =>
      flow.completedAt ? null : isStuck(stageStartedAt(flow), await usualStay(reader, flow), clock.now()),
  };
}
