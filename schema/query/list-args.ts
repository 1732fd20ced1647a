import { ENTITIES, type EntityName } from '#domain/entities/entities.ts';
import type { Page } from '#domain/page.ts';
import type { ListQuery } from '#domain/query/lists.ts';
import { MAX_ORDERS } from '#domain/query/order.ts';
import { builder } from '../builder.ts';
import { asConnection } from '../connection.ts';
import { inputsOf } from './input-refs.ts';

/** What every list of a entity takes besides its page: which rows, in which order. */
export const listArgs = (entity: EntityName) =>
  builder.args((t) => ({
    where: t.field({
      type: inputsOf(entity).where,
      description: `Which ${ENTITIES[entity].plural} are meant; combined with the other arguments.`,
    }),
    orderBy: t.field({
      type: [inputsOf(entity).order],
      description: `What comes first, at most ${MAX_ORDERS} fields; left out: the usual order. A cursor holds only in the order it is of.`,
    }),
  }));

/** A list as a connection: as it always was, unless more was asked of it. */
export const resolveList = async <Row>(
  { where, orderBy }: Pick<ListQuery, 'where' | 'orderBy'>,
  usual: () => Promise<Page<Row>>,
  asked: (question: ListQuery) => Promise<Page<Row>>,
) => asConnection(await (where || orderBy ? asked({ where, orderBy }) : usual()));
