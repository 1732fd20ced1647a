import { type AnyEntity, ENTITIES, type EntityName, fieldsThat } from '#domain/entities/entities.ts';
import { AGGREGATES, type AggregateName, kindOf, measurable } from '#domain/query/aggregates.ts';
import { BUCKETS, type Bucket } from '#domain/query/date-buckets.ts';
import { builder } from '../builder.ts';
import { conditionOf } from './conditions.ts';
import { inputsOf } from './input-refs.ts';
import { NullsOrder, OrderDirection } from './where.ts';

/** How the key of a bucket reads, for descriptions. */
export const BUCKET_READS = {
  HOUR: 'An hour; its key reads `2026-11-20T09:00+01:00`, with the distance from UTC that tells the two hours of an autumn night apart.',
  DAY: 'A day; its key reads `2026-11-20`.',
  WEEK: 'A week of ISO 8601, from Monday; its key reads `2026-W47`.',
  MONTH: 'A month; its key reads `2026-11`.',
  QUARTER: 'A quarter; its key reads `2026-Q4`.',
  YEAR: 'A year; its key reads `2026`.',
} as const satisfies Record<Bucket, string>;

const DateBucket = builder.enumType('DateBucket', {
  description: 'The span of time moments are put together by.',
  values: Object.fromEntries(BUCKETS.map((bucket) => [bucket, { value: bucket, description: BUCKET_READS[bucket] }])),
});

const AGGREGATE_WORDS = {
  COUNT: 'How many rows.',
  SHARE: 'How many of the rows fit `where`, 0 to 1.',
  SUM: 'The sum of `field`.',
  AVG: 'The average of `field`.',
  MIN: 'The smallest or earliest `field`.',
  MAX: 'The largest or latest `field`.',
  COUNT_DISTINCT: 'How many different values `field` has.',
} as const satisfies Record<AggregateName, string>;

const GroupAggregate = builder.enumType('GroupAggregate', {
  description: 'A number of a group.',
  values: Object.fromEntries(AGGREGATES.map((name) => [name, { value: name, description: AGGREGATE_WORDS[name] }])),
});

/** The columns of a entity that some aggregate may be of. */
const measured = (entity: AnyEntity) => new Map(AGGREGATES.flatMap((of) => measurable(of, entity)));

/** An input with a condition for each column an aggregate may be of. */
const havingOf = (name: string, of: AggregateName, entity: AnyEntity, what: string) =>
  builder.inputRef<object>(name).implement({
    description: `What ${what} of a group must be.`,
    fields: (t) =>
      Object.fromEntries(
        measurable(of, entity).map(([field, column]) => [
          field,
          t.field({ type: conditionOf({ kind: kindOf(of, column) }), description: `Of: ${column.description}` }),
        ]),
      ),
  });

/** The inputs of a entity's groups, made of its description. */
export function implementGroupInputs(name: EntityName): void {
  const entity = ENTITIES[name];
  const { where, groupBy, groupOrder, having } = inputsOf(name);
  const Field = builder.enumType(`${entity.type}GroupField`, {
    description: `What ${entity.plural} may be put together by.`,
    values: Object.fromEntries(fieldsThat('group', entity).map(({ name: field, description }) => [field, { value: field, description }])),
  });
  const Measure = builder.enumType(`${entity.type}MeasureField`, {
    description: `What numbers of ${entity.plural} may be made of.`,
    values: Object.fromEntries([...measured(entity)].map(([field, { description }]) => [field, { value: field, description }])),
  });
  groupBy.implement({
    description: 'A field whose equal values make a group.',
    fields: (t) => ({
      field: t.field({ type: Field, required: true, description: 'The field.' }),
      bucket: t.field({ type: DateBucket, description: 'The span a moment is put into; moments need one, other fields take none.' }),
      timeZone: t.string({ description: 'Whose days and hours they are, as IANA names the zone: "Europe/Berlin". Left out: UTC.' }),
    }),
  });
  groupOrder.implement({
    description: 'One part of the order of groups: a field of the key, or a number.',
    fields: (t) => ({
      key: t.field({ type: Field, description: 'A field that is among those of `by`.' }),
      aggregate: t.field({ type: GroupAggregate, description: 'Or a number; it need not be asked for.' }),
      field: t.field({ type: Measure, description: 'What the number is of; COUNT and SHARE need none.' }),
      where: t.field({ type: where, description: 'Of which rows of the group the number is; left out: of all.' }),
      direction: t.field({ type: OrderDirection, defaultValue: 'ASC', description: 'Which way.' }),
      nulls: t.field({ type: NullsOrder, defaultValue: 'LAST', description: 'Where groups without a value stand.' }),
    }),
  });
  const added = measurable('SUM', entity).length > 0;
  const Sums = added ? havingOf(`${entity.type}NumbersHaving`, 'SUM', entity, 'a sum or an average') : null;
  const Extremes = havingOf(`${entity.type}ExtremesHaving`, 'MIN', entity, 'the smallest or largest value');
  const DistinctCounts = havingOf(`${entity.type}DistinctCountsHaving`, 'COUNT_DISTINCT', entity, 'the number of different values');
  having.implement({
    description: 'Which groups are meant, by their numbers: all of what is said must hold.',
    fields: (t) => ({
      count: t.field({ type: conditionOf({ kind: 'int' }), description: 'How many rows.' }),
      ...(Sums && {
        sum: t.field({ type: Sums, description: 'Sums.' }),
        avg: t.field({ type: Sums, description: 'Averages.' }),
      }),
      min: t.field({ type: Extremes, description: 'Smallest or earliest values.' }),
      max: t.field({ type: Extremes, description: 'Largest or latest values.' }),
      countDistinct: t.field({ type: DistinctCounts, description: 'Numbers of different values.' }),
    }),
  });
}
