import { aiResponse } from './ai-response.ts';
import { coachingInsight, coachingSession, performanceMetric } from './coaching.ts';
import { type Column, optional } from './column-types.ts';
import { customer } from './customer.ts';
import { emailTemplate } from './email-template.ts';
import type { EntityName, EntitySchema } from './entity-schema.ts';
import { event } from './event.ts';
import { interactionFlow } from './interaction-flow.ts';
import { lead } from './lead.ts';
import { liveCall } from './live-call.ts';
import { order } from './order.ts';
import { trainingItem } from './training-item.ts';
import { transcription } from './transcription.ts';
import { user } from './user.ts';

/** A noun as everything that does not read its rows sees it. */
export type AnyEntity = Omit<EntitySchema<never>, 'fields'>;

/** Every described noun by its name. */
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
  event,
  user,
} as const satisfies Record<EntityName, AnyEntity>;

export const entityOf = (name: EntityName): AnyEntity => ENTITIES[name];

/** A column one may name: of the noun itself, or of the one row of another noun that belongs to it. */
export interface Field {
  /** How it is named: `company`, `customerCompany`. */
  readonly name: string;
  /** The relation it is reached by; null for the noun's own. */
  readonly relation: string | null;
  readonly columnKey: string;
  readonly column: Column;
  readonly about: string;
}

/** A sentence within another: its first letter small, unless it begins with a word of its own, and without its full stop. */
const inside = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');

/** The fields of a noun with an ability: its own columns first, then those of its to-one relations. */
export function fieldsThat(ability: 'order' | 'group', noun: AnyEntity): readonly Field[] {
  const own = Object.entries(noun.columns).map(([name, column]) => ({
    name,
    relation: null,
    columnKey: name,
    column,
    about: column.about,
  }));
  const theirs = Object.entries(noun.one).flatMap(([relation, { noun: other, description: about }]) => {
    const target = entityOf(other);
    return (
      Object.entries(target.columns)
        // The other's id is a column of ours already.
        .filter(([name]) => name !== target.key)
        .map(([name, column]) => ({
          name: `${relation}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          relation,
          columnKey: name,
          // Where there is no such row, there is no value either.
          column: optional(column),
          about: `Of the \`${relation}\` (${inside(about)}): ${inside(column.about)}.`,
        }))
    );
  });
  // A group for each row is a list.
  const alone = (field: Field) => ability === 'group' && field.relation === null && field.columnKey === noun.key;
  return [...own, ...theirs].filter((field) => field.column.may[ability] && !alone(field));
}
