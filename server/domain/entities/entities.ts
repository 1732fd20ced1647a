import { aiResponse } from './ai-response.ts';
import { coachingInsight, coachingSession, performanceMetric } from './coaching.ts';
import { type Column, nullable } from './column-types.ts';
import { customer } from './customer.ts';
import { emailTemplate } from './email-template.ts';
import type { EntitySchema, ToMany } from './entity-schema.ts';
import { event } from './event.ts';
import { interactionFlow } from './interaction-flow.ts';
import { lead } from './lead.ts';
import { liveCall } from './live-call.ts';
import { order } from './order.ts';
import { task } from './task.ts';
import { trainingItem } from './training-item.ts';
import { transcription } from './transcription.ts';
import { user } from './user.ts';

/** The registry: every entity by its name. */
export const ENTITIES = {
  lead,
  customer,
  transcription,
  order,
  aiResponse,
  emailTemplate,
  trainingItem,
  coachingSession,
  coachingInsight,
  liveCall,
  performanceMetric,
  interactionFlow,
  task,
  event,
  user,
} as const;

export type EntityName = keyof typeof ENTITIES;

/** An entity, whatever its rows are. */
export interface AnyEntity extends Omit<EntitySchema<never>, 'fields'> {
  readonly fields: readonly string[];
}

const isEntityName = (name: string): name is EntityName => Object.hasOwn(ENTITIES, name);
export const ENTITY_NAMES: readonly EntityName[] = Object.keys(ENTITIES).filter(isEntityName);

export const entityOf = (name: EntityName): AnyEntity => ENTITIES[name];

/** The entities that have lists of their own. Users are only what others are filtered and grouped by. */
export const LISTED_ENTITIES: readonly EntityName[] = ENTITY_NAMES.filter((name) => name !== 'user');

const TO_MANY: ReadonlyMap<string, Readonly<Record<string, ToMany>>> = new Map(
  ENTITY_NAMES.map((target) => {
    const lists = ENTITY_NAMES.flatMap((entity) =>
      Object.values(entityOf(entity).toOne).flatMap(({ entity: to, from: foreignKey, inverse }) =>
        to === target && inverse ? [[inverse.name, { entity, foreignKey, description: inverse.description }] as const] : [],
      ),
    );
    return [target, Object.fromEntries(lists)];
  }),
);

/** The lists that belong to a row of an entity, by their names: the `toOne` relations of others, the other way round. */
export const toManyOf = ({ name }: Pick<AnyEntity, 'name'>): Readonly<Record<string, ToMany>> => TO_MANY.get(name) ?? {};

/** A field that clients name: a column of the entity itself, or of the one row of another that it belongs to. */
export interface Field {
  /** How it is named: `company`, `customerCompany`. */
  readonly name: string;
  /** The relation it is reached by; null for the entity's own. */
  readonly relation: string | null;
  readonly columnKey: string;
  readonly column: Column;
  readonly description: string;
}

/** A sentence within another: its first letter small, unless it begins with a word of its own, and without its full stop. */
const inside = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');

/** The fields of an entity with an ability: its own columns first, then those of its to-one relations. */
export function fieldsThat(ability: 'order' | 'group', entity: AnyEntity): readonly Field[] {
  const own = Object.entries(entity.columns).map(([name, column]) => ({
    name,
    relation: null,
    columnKey: name,
    column,
    description: column.description,
  }));
  const related = Object.entries(entity.toOne).flatMap(([relation, { entity: other, description }]) => {
    const target = entityOf(other);
    return (
      Object.entries(target.columns)
        // The other's id is already a column here.
        .filter(([name]) => name !== target.primaryKey)
        .map(([name, column]) => ({
          name: `${relation}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          relation,
          columnKey: name,
          // Where there is no such row, there is no value either.
          column: nullable(column),
          description: `Of the \`${relation}\` (${inside(description)}): ${inside(column.description)}.`,
        }))
    );
  });
  // A group for each row is a list.
  const alone = (field: Field) => ability === 'group' && field.relation === null && field.columnKey === entity.primaryKey;
  return [...own, ...related].filter((field) => field.column.capabilities[ability] && !alone(field));
}
