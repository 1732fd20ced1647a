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

// The filter and sort inputs of every entity, generated from its columns.

const manyRefs = new Map<EntityName, ReturnType<typeof implementMany>>();

/** The input that filters by the related rows of a to-many relation. */
function manyOf(name: EntityName) {
  const known = manyRefs.get(name) ?? implementMany(name);
  manyRefs.set(name, known);
  return known;
}

const implementMany = (name: EntityName) => {
  const { where } = inputsOf(name);
  const { type, plural } = ENTITIES[name];
  return builder.inputRef<object>(`Many${type}Where`).implement({
    description: `Filters by related ${plural}.`,
    fields: (t) => ({
      some: t.field({ type: where, description: 'At least one related row matches; `{}` for any row.' }),
      none: t.field({ type: where, description: 'No related row matches; `{}` for no related rows.' }),
      every: t.field({ type: where, description: 'All related rows match, or there are none.' }),
    }),
  });
};

function implementWhere(name: EntityName, entity: AnyEntity): void {
  const { where } = inputsOf(name);
  where.implement({
    description: `Filters ${entity.plural}. All conditions must match; omitted ones are ignored. At most ${WHERE_LIMITS.depth} levels deep, with at most ${WHERE_LIMITS.conditions} comparisons.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(entity.columns)
          .filter(([, { capabilities }]) => capabilities.filter)
          .map(([column, described]) => [column, t.field({ type: conditionOf(described), description: described.description })]),
      ),
      ...Object.fromEntries(
        Object.entries(entity.toOne).map(([relation, { entity: other, description }]) => [
          relation,
          t.field({ type: inputsOf(other).where, description: `${description} Exists and matches.` }),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(toManyOf(entity)).map(([relation, { entity: other, description }]) => [
          relation,
          t.field({ type: manyOf(other), description }),
        ]),
      ),
      ...(entity.search && { matches: t.string({ description: entity.search.description }) }),
      and: t.field({ type: [where], description: 'All of these match.' }),
      or: t.field({ type: [where], description: 'At least one of these matches.' }),
      not: t.field({ type: where, description: 'This does not match.' }),
    }),
  });
}

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'The sort direction.',
  values: {
    ASC: { description: 'Ascending: smallest, earliest or alphabetically first value first.' },
    DESC: { description: 'Descending: largest, latest or alphabetically last value first.' },
  } satisfies Record<Direction, { description: string }>,
});

export const NullsOrder = builder.enumType('NullsOrder', {
  description: 'Where rows without a value are sorted.',
  values: { FIRST: { description: 'Before all other rows.' }, LAST: { description: 'After all other rows.' } } satisfies Record<
    NullsPosition,
    { description: string }
  >,
});

function implementOrder(name: EntityName, entity: AnyEntity): void {
  const { order } = inputsOf(name);
  const Field = builder.enumType(`${entity.type}OrderField`, {
    description: `Fields that ${entity.plural} can be sorted by.`,
    values: Object.fromEntries(fieldsThat('order', entity).map(({ name: field, description }) => [field, { value: field, description }])),
  });
  order.implement({
    description: `One sort key of ${entity.plural}. Rows that are equal in all sort keys are sorted newest first.`,
    fields: (t) => ({
      field: t.field({ type: Field, required: true, description: 'The field to sort by.' }),
      direction: t.field({ type: OrderDirection, defaultValue: 'ASC', description: 'Ascending or descending.' }),
      nulls: t.field({ type: NullsOrder, defaultValue: 'LAST', description: 'Where rows without a value are sorted.' }),
    }),
  });
}

for (const name of ENTITY_NAMES) implementWhere(name, ENTITIES[name]);
for (const name of LISTED_ENTITIES) implementOrder(name, ENTITIES[name]);
