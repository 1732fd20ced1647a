import { ENTITIES, type EntityName } from '#domain/entities/entities.ts';
import { MAX_ORDERS } from '#domain/query/order.ts';
import { builder } from '../builder.ts';
import { inputsOf } from './input-refs.ts';

/** The filter and sort arguments of every list of an entity. */
export const listArgs = (entity: EntityName) =>
  builder.args((t) => ({
    where: t.field({
      type: inputsOf(entity).where,
      description: `Filters ${ENTITIES[entity].plural}; combined with the other arguments.`,
    }),
    orderBy: t.field({
      type: [inputsOf(entity).order],
      description: `Sort keys, at most ${MAX_ORDERS}. Omit it for the default order. A cursor is valid only with the order it was returned for.`,
    }),
  }));
