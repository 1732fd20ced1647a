import { NOUNS } from '#domain/nouns/all.ts';
import type { NounName } from '#domain/nouns/noun.ts';
import type { Page } from '#domain/page.ts';
import type { ListQuestion } from '#domain/query/lists.ts';
import { MOST_ORDERS } from '#domain/query/order.ts';
import { builder } from '../builder.ts';
import { asConnection } from '../connection.ts';
import { INPUTS } from './refs.ts';

/** What every list of a noun takes besides its page: which rows, in which order. */
export const askedOf = (noun: NounName) =>
  builder.args((t) => ({
    where: t.field({ type: INPUTS[noun].where, description: `Which ${NOUNS[noun].plural} are meant; combined with the other arguments.` }),
    orderBy: t.field({
      type: [INPUTS[noun].order],
      description: `What comes first, at most ${MOST_ORDERS} fields; left out: the usual order. A cursor holds only in the order it is of.`,
    }),
  }));

/** A list as a connection: as it always was, unless more was asked of it. */
export const listed = async <Row>(
  { where, orderBy }: Pick<ListQuestion, 'where' | 'orderBy'>,
  usual: () => Promise<Page<Row>>,
  asked: (question: ListQuestion) => Promise<Page<Row>>,
) => asConnection(await (where || orderBy ? asked({ where, orderBy }) : usual()));
