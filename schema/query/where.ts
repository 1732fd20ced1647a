import {
  type AnyEntity,
  ENTITIES,
  ENTITY_NAMES,
  type EntityName,
  fieldsThat,
  LISTED_ENTITIES,
  toManyOf,
} from '#domain/entities/entities.ts';
import { WHERE_LIMITS } from '#domain/query/compile-where.ts';
import type { Direction, NullsPosition } from '#domain/query/order.ts';
import { builder } from '../builder.ts';
import { conditionOf } from './conditions.ts';
import { inputsOf } from './input-refs.ts';

// The inputs every entity has for its lists, made of its description.

const manyRefs = new Map<EntityName, ReturnType<typeof implementMany>>();

/** What must hold for the rows of a entity that belong to something. */
function manyOf(name: EntityName) {
  const known = manyRefs.get(name) ?? implementMany(name);
  manyRefs.set(name, known);
  return known;
}

const implementMany = (name: EntityName) => {
  const { where } = inputsOf(name);
  const { type, plural } = ENTITIES[name];
  return builder.inputRef<object>(`Many${type}Where`).implement({
    description: `What must hold for the ${plural} that belong to something.`,
    fields: (t) => ({
      some: t.field({ type: where, description: 'There is one like this; `{}` for any at all.' }),
      none: t.field({ type: where, description: 'There is none like this; `{}` for none at all.' }),
      every: t.field({ type: where, description: 'All are like this; also where there are none.' }),
    }),
  });
};

function implementWhere(name: EntityName, entity: AnyEntity): void {
  const { where } = inputsOf(name);
  where.implement({
    description: `Which ${entity.plural} are meant: all of what is said must hold, and what is left out does not matter. At most ${WHERE_LIMITS.depth} levels deep, with at most ${WHERE_LIMITS.conditions} comparisons.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(entity.columns)
          .filter(([, { capabilities }]) => capabilities.filter)
          .map(([column, described]) => [column, t.field({ type: conditionOf(described), description: described.description })]),
      ),
      ...Object.fromEntries(
        Object.entries(entity.toOne).map(([relation, { entity: other, description }]) => [
          relation,
          t.field({ type: inputsOf(other).where, description: `${description} There is one, and it is like this.` }),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(toManyOf(entity)).map(([relation, { entity: other, description }]) => [
          relation,
          t.field({ type: manyOf(other), description }),
        ]),
      ),
      ...(entity.search && { matches: t.string({ description: entity.search.description }) }),
      and: t.field({ type: [where], description: 'All of these hold.' }),
      or: t.field({ type: [where], description: 'At least one of these holds.' }),
      not: t.field({ type: where, description: 'This does not hold.' }),
    }),
  });
}

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which way a list goes.',
  values: {
    ASC: { description: 'The smallest, earliest or first of the alphabet first.' },
    DESC: { description: 'The largest, latest or last of the alphabet first.' },
  } satisfies Record<Direction, { description: string }>,
});

export const NullsOrder = builder.enumType('NullsOrder', {
  description: 'Where rows without a value stand.',
  values: { FIRST: { description: 'Before the others.' }, LAST: { description: 'After the others.' } } satisfies Record<
    NullsPosition,
    { description: string }
  >,
});

function implementOrder(name: EntityName, entity: AnyEntity): void {
  const { order } = inputsOf(name);
  const Field = builder.enumType(`${entity.type}OrderField`, {
    description: `What ${entity.plural} may be ordered by.`,
    values: Object.fromEntries(fieldsThat('order', entity).map(({ name: field, description }) => [field, { value: field, description }])),
  });
  order.implement({
    description: `One part of an order of ${entity.plural}. Rows that are alike in all parts come newest first.`,
    fields: (t) => ({
      field: t.field({ type: Field, required: true, description: 'What they are ordered by.' }),
      direction: t.field({ type: OrderDirection, defaultValue: 'ASC', description: 'Which way.' }),
      nulls: t.field({ type: NullsOrder, defaultValue: 'LAST', description: 'Where rows without a value stand.' }),
    }),
  });
}

for (const name of ENTITY_NAMES) implementWhere(name, ENTITIES[name]);
for (const name of LISTED_ENTITIES) implementOrder(name, ENTITIES[name]);
