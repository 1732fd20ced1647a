import type { EventType, SequencedEvent } from '#domain/domain-events.ts';
import type { EventTopic } from '#domain/event-subscription.ts';
import { EVENT_COLUMNS } from './event-log.ts';

/** Missed events that are read at once. */
export const PAGE = 500;

/** The events that a subscription is about: of some kinds, and of one subject or customer where it names one. */
export interface Topic {
  readonly kinds: readonly EventType[];
  readonly about?: EventTopic;
}

export const isOfTopic = ({ kinds, about }: Topic, event: SequencedEvent): boolean =>
  kinds.includes(event.kind) &&
  (!about ||
    ('customerId' in about
      ? event.customerId === about.customerId
      : event.subjectId === about.subjectId && event.subjectType === about.subjectType));

const IS_MISSED = 'events.seq > $1 and events.seq <= $2';

// Of each kind the index of kind and seq gives the next numbers, without the rows and whatever else lies in between.
const SEQS_OF_KINDS = `
  select page.seq from unnest($3::text[]) as wanted(kind) cross join lateral (
    select seq from events where events.kind = wanted.kind and ${IS_MISSED} order by events.seq limit $4
  ) as page`;

// `offset 0` leaves `found` alone to choose the index: a prepared plan takes any range of seq for a short one, and would read all of it.
const eventsOf = (found: string, filter: string): string =>
  `(select * from events where ${found} offset 0) as events where kind = any($3) and ${filter}`;

const IS_OF_SUBJECT = 'subject_type = $5 and subject_id = $6';
const IS_OF_CUSTOMER = 'customer_id = $5';
const ABOUT = {
  subject: eventsOf(IS_OF_SUBJECT, IS_MISSED),
  customer: eventsOf(IS_OF_CUSTOMER, IS_MISSED),
  'subject-nearby': eventsOf(IS_MISSED, IS_OF_SUBJECT),
  'customer-nearby': eventsOf(IS_MISSED, IS_OF_CUSTOMER),
} as const;
type By = 'kinds' | keyof typeof ABOUT;

/** With at most this many numbers in between they are read; with more, all events of the subject or customer, which are few. */
const NEARBY = 2_000n;

const selectPage = (by: By): string =>
  by === 'kinds'
    ? `select ${EVENT_COLUMNS} from events where seq = any(array(${SEQS_OF_KINDS} order by page.seq limit $4))`
    : `select ${EVENT_COLUMNS} from ${ABOUT[by]} order by seq limit $4`;

const selectSeqs = (by: By): string => (by === 'kinds' ? SEQS_OF_KINDS : `select seq from ${ABOUT[by]}`);

// Floor and page come from one snapshot: what a cleanup removes between two pages is noticed with the next page.
const selectMissed = (by: By): string => `
  with floor as (select coalesce(max(seq), 0) as floor from event_floors where kind = any($3))
  select floor.floor, page.* from floor left join lateral (${selectPage(by)}) as page on true order by page.seq`;

const countMissed = (by: By): string => `select count(*)::int as count from (${selectSeqs(by)} limit $4) as missed`;

export interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const query = (what: 'missed' | 'count', { kinds, about }: Topic, after: bigint, upTo: bigint, limit: number): Query => {
  const topic = !about ? 'kinds' : 'customerId' in about ? 'customer' : 'subject';
  const by: By = topic !== 'kinds' && upTo - after <= NEARBY ? `${topic}-nearby` : topic;
  const ids = !about ? [] : 'customerId' in about ? [about.customerId] : [about.subjectType, about.subjectId];
  return {
    name: `events-${what}-by-${by}`,
    text: what === 'missed' ? selectMissed(by) : countMissed(by),
    values: [String(after), String(upTo), kinds, limit, ...ids],
  };
};

/** Selects the next page of the events of a topic that are after one seq and not after another, each with the floor of its kinds. */
export const missedQuery = (topic: Topic, after: bigint, upTo: bigint): Query => query('missed', topic, after, upTo, PAGE);

/** Counts them, up to one more than the limit. */
export const missedCountQuery = (topic: Topic, after: bigint, upTo: bigint, limit: number): Query =>
  query('count', topic, after, upTo, limit + 1);
