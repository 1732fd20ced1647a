import type { EventType } from '#domain/domain-events.ts';

/** A committed fact with its place in the order of delivery. */
export interface SequencedEvent {
  readonly seq: bigint;
  readonly kind: EventType;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly actorId: string | null;
  readonly customerId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** The columns of `events` as a `SequencedEvent`. */
export const EVENT_COLUMNS = `seq, kind, subject_type as "subjectType", subject_id as "subjectId",
  actor_id as "actorId", customer_id as "customerId", data, at`;

interface EventRow extends Omit<SequencedEvent, 'seq'> {
  /** A bigint arrives as text. */
  readonly seq: string;
}

/** Reads a row of `EVENT_COLUMNS`. */
export const toSequencedEvent = (row: EventRow): SequencedEvent => ({ ...row, seq: BigInt(row.seq) });
export type { EventRow };
