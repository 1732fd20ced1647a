import { ENTITIES } from '#domain/entities/entities.ts';
import type { EntityName } from '#domain/entities/entity-schema.ts';
import type { GroupBy, GroupOrder } from '#domain/query/groups.ts';
import type { OrderBy } from '#domain/query/order.ts';
import { builder } from '../builder.ts';

// The inputs of each noun by name only: modules may use them before they are implemented, which needs the modules' enums.

const inputsOf = (name: EntityName) => {
  const { type } = ENTITIES[name];
  return {
    where: builder.inputRef<object>(`${type}Where`),
    order: builder.inputRef<OrderBy>(`${type}Order`),
    groupBy: builder.inputRef<GroupBy>(`${type}GroupBy`),
    groupOrder: builder.inputRef<GroupOrder>(`${type}GroupOrder`),
    having: builder.inputRef<object>(`${type}GroupHaving`),
  };
};

export const INPUTS = {
  lead: inputsOf('lead'),
  customer: inputsOf('customer'),
  transcription: inputsOf('transcription'),
  order: inputsOf('order'),
  aiResponse: inputsOf('aiResponse'),
  emailTemplate: inputsOf('emailTemplate'),
  trainingItem: inputsOf('trainingItem'),
  coachingSession: inputsOf('coachingSession'),
  coachingInsight: inputsOf('coachingInsight'),
  liveCall: inputsOf('liveCall'),
  performanceMetric: inputsOf('performanceMetric'),
  interactionFlow: inputsOf('interactionFlow'),
  event: inputsOf('event'),
  user: inputsOf('user'),
} as const satisfies Record<EntityName, ReturnType<typeof inputsOf>>;
