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

const RANGE = 'events.seq > $1 and events.seq <= $2';

// Of each kind the index of kind and seq gives the next numbers, without the rows and whatever else lies in between.
const SEQS_OF_KINDS = `
  select page.seq from unnest($3::text[]) as wanted(kind) cross join lateral (
    select seq from events where events.kind = wanted.kind and ${RANGE} order by events.seq limit $4
  ) as page`;

// `offset 0` keeps the order and the limit out of the choice of the index: one subject or customer has few events.
const seqsOf = (condition: string): string =>
  `select seq from (select seq from events where ${condition} and kind = any($3) and ${RANGE} offset 0) as page`;

const SEQS = {
  kinds: SEQS_OF_KINDS,
  subject: seqsOf('subject_type = $5 and subject_id = $6'),
  customer: seqsOf('customer_id = $5'),
} as const;

// Floor and page come from one snapshot: what a cleanup removes between two pages is noticed with the next page.
const selectMissed = (seqs: string): string => `
  with floor as (select coalesce(max(seq), 0) as floor from event_floors where kind = any($3)),
  missed as materialized (${seqs} order by seq limit $4)
  select floor.floor, page.* from floor left join lateral (
    select ${EVENT_COLUMNS} from events where seq = any(array(select seq from missed))
  ) as page on true order by page.seq`;

const countMissed = (seqs: string): string => `select count(*)::int as count from (${seqs} limit $4) as missed`;

interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const query = (what: 'missed' | 'count', { kinds, about }: Topic, after: bigint, upTo: bigint, limit: number): Query => {
  const by = !about ? 'kinds' : 'customerId' in about ? 'customer' : 'subject';
  const ids = !about ? [] : 'customerId' in about ? [about.customerId] : [about.subjectType, about.subjectId];
  return {
    name: `events-${what}-by-${by}`,
    text: what === 'missed' ? selectMissed(SEQS[by]) : countMissed(SEQS[by]),
    values: [String(after), String(upTo), kinds, limit, ...ids],
  };
};

/** Selects the next page of the events of a topic that are after one seq and not after another, each with the floor of its kinds. */
export const missedQuery = (topic: Topic, after: bigint, upTo: bigint): Query => query('missed', topic, after, upTo, PAGE);

/** Counts them, up to one more than the limit. */
export const missedCountQuery = (topic: Topic, after: bigint, upTo: bigint, limit: number): Query =>
  query('count', topic, after, upTo, limit + 1);
