import type { Pool } from 'pg';
import { type Access, ownersOf } from '../access/access.ts';
import { nounOfEvent } from '../access/event-scope.ts';
import { createPage, type Page, type PageRequest, readRequest } from '../page.ts';
import { decodeCursor, encodeCursor, keysetValue } from '../query/keyset.ts';

type Queryable = Pick<Pool, 'query'>;

/** The events that are part of a customer's timeline, and so are never removed. Calls, orders and flows are read from their own tables. */
export const TIMELINE_EVENT_KINDS = [
  'customer.created',
  'customer.updated',
  'lead.created',
  'lead.moved',
  'reply.generated',
  'reply.used',
  'email.personalized',
] as const;

export type TimelineKind = (typeof TIMELINE_EVENT_KINDS)[number] | 'call' | 'order' | 'flow';

/** One thing that happened with a customer. */
export interface TimelineEntry {
  /** Unique in the timeline, and the order among entries of the same time. */
  readonly id: string;
  readonly at: Date;
  readonly kind: TimelineKind;
  /** Who did it; null for what came from outside. */
  readonly actorId: string | null;
  /** The id of what it is about: the lead, reply, call, order, flow or email template. */
  readonly subjectId: string;
  /** The few values that are its own, such as from and to. */
  readonly data: Readonly<Record<string, unknown>>;
}

// When a stage was reached, as the flow's list of stages has it; null for what is no moment.
const REACHED = `case when step->>'timestamp' ~ '^\\d{4}-\\d\\d-\\d\\dT' then date_trunc('milliseconds', (jsonb_path_query_first_tz(
  to_jsonb(replace(step->>'timestamp', 'Z', '+00:00')), '$.datetime()', silent => true) #>> '{}')::timestamptz) end`;

/** The nouns of the entries, each of which follows the rule of its own subject. Their owners are the parameters after the customer. */
const NOUNS = ['customer', 'lead', 'aiResponse', 'transcription', 'order', 'interactionFlow'] as const;
type TimelineNoun = (typeof NOUNS)[number];
const TIMELINE_NOUNS = ['customer', 'lead', 'aiResponse'] as const satisfies readonly TimelineNoun[];
const ownersParameter = (noun: TimelineNoun) => `$${NOUNS.indexOf(noun) + 2}::text[]`;
const kindsOf = (noun: TimelineNoun) => TIMELINE_EVENT_KINDS.filter((kind) => nounOfEvent(kind) === noun);
/** The condition that a row belongs to one of the owners whose rows are read; with kinds, where the event is one of them. */
const inScopeSql = (noun: TimelineNoun, column: string, kinds: readonly string[] = []) =>
  `(${ownersParameter(noun)} is null or ${column} = any(${ownersParameter(noun)})${
    kinds.length > 0 ? ` or kind not in (${kinds.map((kind) => `'${kind}'`).join(', ')})` : ''
  })`;

/** Each source of the story: an id, the moment, and the rest of an entry. */
const SOURCES = [
  {
    id: `'e' || lpad(events.id::text, 19, '0')`,
    at: 'at',
    rest: 'kind, actor_id, subject_id, data',
    from: `events where customer_id = $1 and kind in (${TIMELINE_EVENT_KINDS.map((kind) => `'${kind}'`).join(', ')})
      and ${TIMELINE_NOUNS.map((noun) => inScopeSql(noun, 'owner_id', kindsOf(noun))).join(' and ')}`,
  },
  {
    id: `'c' || id`,
    at: 'created_at',
    rest: `'call', null, id, '{}'::jsonb`,
    from: `transcriptions where customer_id = $1 and ${inScopeSql('transcription', 'rep_id')}`,
  },
  {
    id: `'o' || id`,
    at: 'created_at',
    rest: `'order', null, id, '{}'::jsonb`,
    from: `shopify_orders where customer_id = $1
      and (${ownersParameter('order')} is null or exists (select from customers where customers.id = $1 and owner_id = any(${ownersParameter('order')})))`,
  },
  {
    id: `'f' || flow.id || lpad(number::text, 4, '0')`,
    at: REACHED,
    rest: `'flow', null, flow.id, jsonb_build_object('flowType', flow_type, 'stage', step->>'stage', 'first', number = 1)`,
    from: `customer_interaction_flows flow cross join jsonb_array_elements(case jsonb_typeof(stages) when 'array' then stages else '[]' end)
      with ordinality as steps(step, number) where customer_id = $1 and ${REACHED} is not null
      and ${inScopeSql('interactionFlow', 'owner_id')}`,
  },
] as const;

// Every source gives no more than the page may hold; only these are put in order together. "C" is the order of plain bytes,
// the same for the cursor and for the list whatever the database's language.
const page = (beyond: '<' | '>', direction: 'asc' | 'desc') => `
  select id, at, kind, actor_id as "actorId", subject_id as "subjectId", data from (
    ${SOURCES.map(
      ({ id, at, rest, from }) => `(
      select (${id}) collate "C" as id, ${at} as at, ${rest} from ${from}
        and ${at} ${beyond}= $8 and (${at} ${beyond} $8 or (${id}) collate "C" ${beyond} $9) order by 2 ${direction}, 1 ${direction} limit $10
    )`,
    ).join(' union all ')}
  ) as story(id, at, kind, actor_id, subject_id, data)
  order by at ${direction}, id ${direction} limit $10`;

const FORWARDS = page('<', 'desc');
const BACKWARDS = page('>', 'asc');

const COUNT = `select (${SOURCES.map(({ from }) => `(select count(*) from ${from})`).join(' + ')})::int as count`;

async function countTimeline(pool: Queryable, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({ name: 'customer-timeline-count', text: COUNT, values: [...values] });
  return rows[0]?.count ?? 0;
}

const ORDER = [{ kind: 'timestamp' }, { kind: 'id' }] as const;

/** What happened with a customer, newest first, as far as the subjects of the entries may be read. It is a union of tables and so no list of an entity (query/lists.ts). */
export async function readTimeline(
  pool: Queryable,
  access: Access,
  customerId: string,
  request: PageRequest,
): Promise<Page<TimelineEntry>> {
  const list = `timeline ${customerId}`;
  const scope = [customerId, ...NOUNS.map((noun) => ownersOf(access.rows(noun)))];
  const bounds = readRequest(request);
  const { size, cursor, backwards } = bounds;
  const [at, id] = cursor === null ? [] : decodeCursor([list], cursor, ORDER, backwards ? 'before' : 'after');
  const from = at && id ? [new Date(Number(at)), id] : [backwards ? '-infinity' : 'infinity', ''];
  const { rows } = await pool.query<TimelineEntry>({
    name: backwards ? 'customer-timeline-back' : 'customer-timeline',
    text: backwards ? BACKWARDS : FORWARDS,
    values: [...scope, ...from, size + 1],
  });
  const cursorOf = (entry: TimelineEntry) => encodeCursor(list, [keysetValue(entry.at), entry.id]);
  return createPage(rows, bounds, cursorOf, () => countTimeline(pool, scope));
}

/** The statement of a first page; for tests of its plan. */
export const TIMELINE_STATEMENT = FORWARDS;
