import { ENTITIES, type EntityName } from '#domain/entities/entities.ts';
import type { GroupBy, GroupOrder } from '#domain/query/groups.ts';
import type { OrderBy } from '#domain/query/order.ts';
import { builder } from '../builder.ts';

// The inputs of each entity by name only: modules may use them before they are implemented, which needs the modules' enums.

const createInputs = (name: EntityName) => {
  const { type } = ENTITIES[name];
  return {
    where: builder.inputRef<object>(`${type}Where`),
    order: builder.inputRef<OrderBy>(`${type}Order`),
    groupBy: builder.inputRef<GroupBy>(`${type}GroupBy`),
    groupOrder: builder.inputRef<GroupOrder>(`${type}GroupOrder`),
    having: builder.inputRef<object>(`${type}GroupHaving`),
  };
};

const created = new Map<EntityName, ReturnType<typeof createInputs>>();

/** The inputs that filter, order and group an entity. */
export function inputsOf(name: EntityName) {
  const inputs = created.get(name) ?? createInputs(name);
  created.set(name, inputs);
  return inputs;
}
