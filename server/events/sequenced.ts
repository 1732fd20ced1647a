import type { SequencedEvent } from '#domain/domain-events.ts';

/** The columns of `events` as a `SequencedEvent`. */
export const EVENT_COLUMNS = `seq, kind, subject_type as "subjectType", subject_id as "subjectId",
  actor_id as "actorId", customer_id as "customerId", data, at`;

export interface EventRow extends Omit<SequencedEvent, 'seq'> {
  /** A bigint arrives as text. */
  readonly seq: string;
}

/** Reads a row of `EVENT_COLUMNS`. */
export const fromRow = (row: EventRow): SequencedEvent => ({ ...row, seq: BigInt(row.seq) });
