import type { AnyEntity } from '#domain/entities/entities.ts';
import { type Aggregate, type AggregateName, kindOf, measurable } from '#domain/query/aggregates.ts';
import type { Group } from '#domain/query/groups.ts';
import { builder } from '../builder.ts';

/** The aggregates of a group that share a function and a filter. */
export interface Numbers extends Pick<Aggregate, 'of' | 'where'> {
  readonly group: Group;
}

/** Fields of a group cost nothing of their own: the cost of the group query covers them. */
export const INCLUDED = { field: 0, multiplier: 1 } as const;

export const textIn = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
export const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const dateIn = (value: unknown): Date | null => (value instanceof Date ? value : null);

/** An object with a field for each column that supports the aggregate. */
export const numbersOf = (name: string, of: AggregateName, entity: AnyEntity, description: string) =>
  builder.objectRef<Numbers>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        measurable(of, entity).map(([field, column]) => {
          const kind = kindOf(of, column);
          const read = ({ group, of: how, where }: Numbers) => group.value({ of: how, field, where });
          const shared = {
            nullable: true,
            complexity: INCLUDED,
            description: `Of the column: ${column.description}${of === 'COUNT_DISTINCT' ? '' : ' Null when no row has a value.'}`,
          } as const;
          if (kind === 'money' || kind === 'decimal')
            return [field, t.field({ ...shared, type: 'Decimal', resolve: (numbers) => textIn(read(numbers)) })];
          if (kind === 'timestamp') return [field, t.field({ ...shared, type: 'DateTime', resolve: (numbers) => dateIn(read(numbers)) })];
          if (kind === 'int') return [field, t.int({ ...shared, resolve: (numbers) => numberIn(read(numbers)) })];
          return [field, t.float({ ...shared, resolve: (numbers) => numberIn(read(numbers)) })];
        }),
      ),
  });
