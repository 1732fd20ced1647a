import type { DomainEvent, EventType, SequencedEvent } from '#domain/domain-events.ts';
import { toCursor } from '#domain/event-cursor.ts';
import type { Tx } from '#server/database/client.ts';
import { credentialOf } from '#server/request-origin.ts';

/** Appends domain events, in the transaction of the change they describe: an event exists exactly when that commits. */
export interface EventLog {
  append<Kind extends EventType>(tx: Tx, event: DomainEvent<Kind>): Promise<void>;
  /** Several at once, in this order. */
  appendAll<Kind extends EventType>(tx: Tx, events: readonly DomainEvent<Kind>[]): Promise<void>;
}

export const eventLog: EventLog = {
  append: async (tx, event) => {
    await tx.event.create({ data: toRow(event), select: { id: true } });
  },
  appendAll: async (tx, events) => {
    await tx.event.createMany({ data: events.map(toRow) });
  },
};

const toRow = (event: DomainEvent) => ({
  kind: event.kind,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  actorId: event.actorId,
  customerId: event.customerId ?? null,
  ownerId: event.ownerId ?? null,
  ...credentialOf(event.actorId),
  data: { ...event.data },
  at: event.at,
});

/** The columns of `events` as a `SequencedEvent`. */
export const EVENT_COLUMNS = `seq, (select epoch from event_head where event_head.id = 1) as epoch, kind, subject_type as "subjectType", subject_id as "subjectId",
  actor_id as "actorId", customer_id as "customerId", owner_id as "ownerId", data, at`;

export interface EventRow extends Omit<SequencedEvent, 'seq' | 'cursor'> {
  /** A bigint arrives as text. */
  readonly seq: string;
  readonly epoch: string;
}

/** Reads a row of `EVENT_COLUMNS`. */
export const toSequencedEvent = ({ epoch, ...row }: EventRow): SequencedEvent => {
  const seq = BigInt(row.seq);
  return { ...row, seq, cursor: toCursor(BigInt(epoch), seq) };
};
