import { type AnyNoun, fieldsThat } from '../nouns/all.ts';
import type { Column } from '../nouns/kinds.ts';
import type { Sources } from './draft.ts';
import { quoted, refuse } from './refuse.ts';

/** One part of the order a client asks for. */
export interface OrderBy {
  readonly field: string;
  readonly direction?: Direction | null;
  readonly nulls?: NullsPlace | null;
}

export type Direction = 'ASC' | 'DESC';
export type NullsPlace = 'FIRST' | 'LAST';

/** How many fields an order may name. */
export const MOST_ORDERS = 5;

/** One part of an order in a statement. */
export interface OrderPart {
  readonly name: string;
  readonly sql: string;
  readonly column: Column;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** The order of a list: what was asked for, or the usual one; the unique column last, so that no two rows stand in the same place. */
export function orderOf(noun: AnyNoun, orderBy: readonly OrderBy[] | null | undefined, from: Sources): readonly OrderPart[] {
  const asked = orderBy ?? [];
  if (asked.length > MOST_ORDERS) refuse('orderBy', `\`orderBy\` names ${asked.length} fields; at most ${MOST_ORDERS} are allowed.`);
  const fields = fieldsThat('order', noun);
  const parts = asked.map(({ field: name, direction, nulls }): OrderPart => {
    const field = fields.find((each) => each.name === name) ?? refuse('orderBy', `\`orderBy\` does not know the field ${quoted(name)}.`);
    return {
      name,
      sql: from.column(field.relation, field.columnKey).sql,
      column: field.column,
      descending: direction === 'DESC',
      nullsFirst: nulls === 'FIRST',
    };
  });
  const usual = [...(asked.length === 0 && noun.newest ? [noun.newest] : []), noun.key].map(
    (name): OrderPart => ({ name, ...from.column(null, name), descending: true, nullsFirst: false }),
  );
  // What comes after the unique column changes nothing.
  const unique = parts.findIndex(({ name }) => name === noun.key);
  return unique >= 0 ? parts.slice(0, unique + 1) : [...parts, ...usual];
}

/** The same order from its other end. */
export const turned = (parts: readonly OrderPart[]): readonly OrderPart[] =>
  parts.map((part) => ({ ...part, descending: !part.descending, nullsFirst: !part.nullsFirst }));

/** `order by …`, without the words. Where a column is never empty nothing is said of nulls: its index would not fit. */
export const written = (parts: readonly OrderPart[]): string =>
  parts
    .map(({ sql, column, descending, nullsFirst }) => {
      const nulls = column.nullable ? ` nulls ${nullsFirst ? 'first' : 'last'}` : '';
      return `${sql}${descending ? ' desc' : ''}${nulls}`;
    })
    .join(', ');

/** The name of a list in this order, for its cursors. */
export const named = (noun: AnyNoun, parts: readonly OrderPart[]): string =>
  `${noun.name} by ${parts.map(({ name, descending, nullsFirst }) => `${name}${descending ? '-' : '+'}${nullsFirst ? '^' : ''}`).join(' ')}`;
