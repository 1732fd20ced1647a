import { type AnyEntity, ENTITIES, type EntityName, fieldsThat } from '#domain/entities/entities.ts';
import { AGGREGATES, type AggregateName, kindOf, measurable } from '#domain/query/aggregates.ts';
import { BUCKETS, type Bucket } from '#domain/query/date-buckets.ts';
import { builder } from '../builder.ts';
import { conditionOf } from './conditions.ts';
import { inputsOf } from './input-refs.ts';
import { NullsOrder, OrderDirection } from './where.ts';

/** The description of each bucket, with an example of its key. */
export const BUCKET_DESCRIPTIONS = {
  HOUR: 'An hour. Key: `2026-11-20T09:00+01:00`. The UTC offset distinguishes the two equal hours when daylight saving time ends.',
  DAY: 'A day. Key: `2026-11-20`.',
  WEEK: 'An ISO 8601 week, from Monday. Key: `2026-W47`.',
  MONTH: 'A month. Key: `2026-11`.',
  QUARTER: 'A quarter. Key: `2026-Q4`.',
  YEAR: 'A year. Key: `2026`.',
} as const satisfies Record<Bucket, string>;

const DateBucket = builder.enumType('DateBucket', {
  description: 'The length of time that timestamps are grouped by.',
  values: Object.fromEntries(BUCKETS.map((bucket) => [bucket, { value: bucket, description: BUCKET_DESCRIPTIONS[bucket] }])),
});

const AGGREGATE_DESCRIPTIONS = {
  COUNT: 'Number of rows in the group.',
  SHARE: 'Share of the rows that match `where`, 0 to 1.',
  SUM: 'The sum of `field`.',
  AVG: 'The average of `field`.',
  MIN: 'The smallest or earliest `field`.',
  MAX: 'The largest or latest `field`.',
  COUNT_DISTINCT: 'Number of distinct values of `field`.',
} as const satisfies Record<AggregateName, string>;

const GroupAggregate = builder.enumType('GroupAggregate', {
  description: 'An aggregate over the rows of a group.',
  values: Object.fromEntries(AGGREGATES.map((name) => [name, { value: name, description: AGGREGATE_DESCRIPTIONS[name] }])),
});

/** The columns of an entity that support an aggregate. */
const measured = (entity: AnyEntity) => new Map(AGGREGATES.flatMap((of) => measurable(of, entity)));

/** An input with a condition for each column that supports the aggregate. */
const havingOf = (name: string, of: AggregateName, entity: AnyEntity, what: string) =>
  builder.inputRef<object>(name).implement({
    description: `Conditions on ${what} of a group.`,
    fields: (t) =>
      Object.fromEntries(
        measurable(of, entity).map(([field, column]) => [
          field,
          t.field({
            type: conditionOf({ kind: kindOf(of, column) }),
            description: `Condition on this aggregate of the column: ${column.description}`,
          }),
        ]),
      ),
  });

/** The inputs of an entity's group query, generated from its columns. */
export function implementGroupInputs(name: EntityName): void {
  const entity = ENTITIES[name];
  const { where, groupBy, groupOrder, having } = inputsOf(name);
  const Field = builder.enumType(`${entity.type}GroupField`, {
    description: `Fields that ${entity.plural} can be grouped by.`,
    values: Object.fromEntries(fieldsThat('group', entity).map(({ name: field, description }) => [field, { value: field, description }])),
  });
  const Measure = builder.enumType(`${entity.type}MeasureField`, {
    description: `Fields of ${entity.plural} that can be aggregated.`,
    values: Object.fromEntries([...measured(entity)].map(([field, { description }]) => [field, { value: field, description }])),
  });
  groupBy.implement({
    description: 'A field to group by: rows with the same value form a group.',
    fields: (t) => ({
      field: t.field({ type: Field, required: true, description: 'The field to group by.' }),
      bucket: t.field({ type: DateBucket, description: 'The bucket size. Required for timestamps, not allowed for other fields.' }),
      timeZone: t.string({ description: 'IANA time zone of the buckets, such as `Europe/Berlin`. Default: UTC.' }),
    }),
  });
  groupOrder.implement({
    description: 'One sort key of groups: a field of the group key, or an aggregate.',
    fields: (t) => ({
      key: t.field({ type: Field, description: 'Sort by this field, which must be one of `by`.' }),
      aggregate: t.field({ type: GroupAggregate, description: 'Sort by this aggregate. It does not have to be selected.' }),
      field: t.field({ type: Measure, description: 'The field to aggregate. Not used by COUNT and SHARE.' }),
      where: t.field({ type: where, description: 'Aggregate only matching rows of the group. Default: all rows.' }),
      direction: t.field({ type: OrderDirection, defaultValue: 'ASC', description: 'Ascending or descending.' }),
      nulls: t.field({ type: NullsOrder, defaultValue: 'LAST', description: 'Where groups without a value are sorted.' }),
    }),
  });
  const added = measurable('SUM', entity).length > 0;
  const Sums = added ? havingOf(`${entity.type}NumbersHaving`, 'SUM', entity, 'a sum or an average') : null;
  const Extremes = havingOf(`${entity.type}ExtremesHaving`, 'MIN', entity, 'the smallest or largest value');
  const DistinctCounts = havingOf(`${entity.type}DistinctCountsHaving`, 'COUNT_DISTINCT', entity, 'the number of distinct values');
  having.implement({
    description: 'Filters groups by their aggregates. All conditions must match.',
    fields: (t) => ({
      count: t.field({ type: conditionOf({ kind: 'int' }), description: 'Number of rows in the group.' }),
      ...(Sums && {
        sum: t.field({ type: Sums, description: 'Conditions on sums.' }),
        avg: t.field({ type: Sums, description: 'Conditions on averages.' }),
      }),
      min: t.field({ type: Extremes, description: 'Conditions on smallest or earliest values.' }),
      max: t.field({ type: Extremes, description: 'Conditions on largest or latest values.' }),
      countDistinct: t.field({ type: DistinctCounts, description: 'Conditions on numbers of distinct values.' }),
    }),
  });
}
