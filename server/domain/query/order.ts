import type { Column } from '../entities/column-types.ts';
import { type AnyEntity, fieldsThat } from '../entities/entities.ts';
import { invalidInput, quoted } from './invalid-input.ts';
import type { FromClause } from './sql-builder.ts';

/** One part of a requested order. */
export interface OrderBy {
  readonly field: string;
  readonly direction?: Direction | null;
  readonly nulls?: NullsPosition | null;
}

export type Direction = 'ASC' | 'DESC';
export type NullsPosition = 'FIRST' | 'LAST';

/** How many fields an order may name. */
export const MAX_ORDERS = 5;

/** One part of an order in a statement. */
export interface OrderPart {
  readonly name: string;
  readonly sql: string;
  readonly column: Column;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** The order of a list: the requested one, or the default. It ends with the unique column, so that it is total. */
export function orderOf(entity: AnyEntity, orderBy: readonly OrderBy[] | null | undefined, from: FromClause): readonly OrderPart[] {
  const requested = orderBy ?? [];
  if (requested.length > MAX_ORDERS)
    invalidInput('orderBy', `\`orderBy\` names ${requested.length} fields; at most ${MAX_ORDERS} are allowed.`);
  const fields = requested.length > 0 ? fieldsThat('order', entity) : [];
  const parts = requested.map(({ field: name, direction, nulls }): OrderPart => {
    const field =
      fields.find((each) => each.name === name) ?? invalidInput('orderBy', `\`orderBy\` does not know the field ${quoted(name)}.`);
    return {
      name,
      sql: from.column(field.relation, field.columnKey).sql,
      column: field.column,
      descending: direction === 'DESC',
      nullsFirst: nulls === 'FIRST',
    };
  });
  const defaults = [...(requested.length === 0 && entity.defaultSort ? [entity.defaultSort] : []), entity.primaryKey].map(
    (name): OrderPart => ({ name, ...from.column(null, name), descending: true, nullsFirst: false }),
  );
  // What comes after the unique column changes nothing.
  const unique = parts.findIndex(({ name }) => name === entity.primaryKey);
  return unique >= 0 ? parts.slice(0, unique + 1) : [...parts, ...defaults];
}

/** The same order from its other end. */
export const reversed = (parts: readonly OrderPart[]): readonly OrderPart[] =>
  parts.map((part) => ({ ...part, descending: !part.descending, nullsFirst: !part.nullsFirst }));

/** What follows `order by`. Columns that are never null say nothing of nulls: their index would not fit. */
export const toSql = (parts: readonly OrderPart[]): string =>
  parts
    .map(({ sql, column, descending, nullsFirst }) => {
      const nulls = column.nullable ? ` nulls ${nullsFirst ? 'first' : 'last'}` : '';
      return `${sql}${descending ? ' desc' : ''}${nulls}`;
    })
    .join(', ');

/** The name of a list in this order, for its cursors. */
export const listKey = (entity: AnyEntity, parts: readonly OrderPart[]): string =>
  `${entity.name} by ${parts.map(({ name, descending, nullsFirst }) => `${name}${descending ? '-' : '+'}${nullsFirst ? '^' : ''}`).join(' ')}`;
