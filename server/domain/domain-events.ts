import { type ENTITIES, ENTITY_NAMES, type EntityName, entityOf } from './entities/entities.ts';
import { type EntityEvent, type EntityEventData, type EntityEvents, snake } from './entities/entity-schema.ts';
import { AUDIENCES, type EventData, PERSONAL_EVENT_TYPES } from './event-data.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** The events that the entities declare: `customer.updated`. */
type EntityEventType = {
  [Name in EntityName]: (typeof ENTITIES)[Name] extends EntityEvents<infer Event extends EntityEvent> ? `${Snake<Name>}.${Event}` : never;
}[EntityName];

/** All event types, in the past tense, with the data of each. */
export type DomainEvents = EventData & {
  [Type in EntityEventType]: Type extends `${string}.${infer Event extends EntityEvent}` ? EntityEventData[Event] : never;
};

export type EventType = keyof DomainEvents;

const ENTITY_EVENT_TYPES: readonly string[] = ENTITY_NAMES.flatMap((name) =>
  (entityOf(name).events ?? []).map((event) => `${snake(name)}.${event}`),
);

const isEventType = (kind: string): kind is EventType => kind in AUDIENCES || ENTITY_EVENT_TYPES.includes(kind);

export const EVENT_TYPES: readonly EventType[] = [...Object.keys(AUDIENCES), ...ENTITY_EVENT_TYPES].filter(isEventType);

const PERSONAL: ReadonlySet<string> = new Set(PERSONAL_EVENT_TYPES);

/** Whether only the person who did it may see the event. */
export const isPersonal = (kind: EventType): boolean => PERSONAL.has(kind);

/** A fact about to be written. */
export interface DomainEvent<Kind extends EventType = EventType> {
  readonly kind: Kind;
  readonly subject: { readonly type: string; readonly id: string };
  /** Who did it; for a personal fact, whom it concerns. */
  readonly actorId: string | null;
  /** The customer whose story it belongs to. */
  readonly customerId?: string | null;
  /** Who owns the subject after it; null for nobody, and where the subject has no owner. */
  readonly ownerId?: string | null;
  readonly data: DomainEvents[Kind];
  readonly at: Date;
}

/** A committed event with its number in the order of delivery. */
export interface SequencedEvent {
  readonly seq: bigint;
  /** The position for clients: `seq` with the epoch of the log. */
  readonly cursor: bigint;
  readonly kind: EventType;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly actorId: string | null;
  readonly customerId: string | null;
  /** Who owns the subject now: whoever may not see their rows is not told. */
  readonly ownerId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}
