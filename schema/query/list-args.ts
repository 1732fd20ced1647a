import { ENTITIES, type EntityName } from '#domain/entities/entities.ts';
import type { Page } from '#domain/page.ts';
import type { ListQuery } from '#domain/query/lists.ts';
import { MAX_ORDERS } from '#domain/query/order.ts';
import { builder } from '../builder.ts';
import { asConnection } from '../connection.ts';
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

/** A list as a connection: the default list, or a list query when `where` or `orderBy` is given. */
export const resolveList = async <Row>(
  { where, orderBy }: Pick<ListQuery, 'where' | 'orderBy'>,
  defaultList: () => Promise<Page<Row>>,
  queryList: (query: ListQuery) => Promise<Page<Row>>,
) => asConnection(await (where || orderBy ? queryList({ where, orderBy }) : defaultList()));
