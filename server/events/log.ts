import type { DomainEvent, EventType } from '#domain/domain-events.ts';
import type { Tx } from '#server/database/client.ts';

/** Writes facts down. A fact is part of the transaction it tells of: it is true exactly when that commits. */
export interface EventLog {
  append<Kind extends EventType>(tx: Tx, fact: DomainEvent<Kind>): Promise<void>;
  /** Many at once, in their order. */
  appendAll<Kind extends EventType>(tx: Tx, facts: readonly DomainEvent<Kind>[]): Promise<void>;
}

export const eventLog: EventLog = {
  append: async (tx, fact) => {
    await tx.event.create({ data: rowOf(fact), select: { id: true } });
  },
  appendAll: async (tx, facts) => {
    await tx.event.createMany({ data: facts.map(rowOf) });
  },
};

const rowOf = (fact: DomainEvent) => ({
  kind: fact.kind,
  subjectType: fact.subject.type,
  subjectId: fact.subject.id,
  actorId: fact.actorId,
  customerId: fact.customerId ?? null,
  data: { ...fact.data },
  at: fact.at,
});
