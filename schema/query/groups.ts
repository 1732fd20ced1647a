import { ENTITIES, type EntityName, LISTED_ENTITIES } from '#domain/entities/entities.ts';
import { type Aggregate, type AggregateName, measurable } from '#domain/query/aggregates.ts';
import { GROUP_LIMITS, type Group, type Groups } from '#domain/query/groups.ts';
import { isInput } from '#domain/query/invalid-input.ts';
import { builder } from '../builder.ts';
import { implementGroupInputs } from './group-inputs.ts';
import { keyOf } from './group-keys.ts';
import { INCLUDED, numberIn, numbersOf } from './group-values.ts';
import { inputsOf } from './input-refs.ts';
import { type Selected, selected } from './selection.ts';

/** The cost of a group query, whatever aggregates it selects; customers, leads and users in its keys are added. */
export const GROUP_COST = 100;

/** The numbers of a group, by their names in GraphQL. */
const NUMBERS = new Map<string, AggregateName>([
  ['count', 'COUNT'],
  ['share', 'SHARE'],
  ['sum', 'SUM'],
  ['avg', 'AVG'],
  ['min', 'MIN'],
  ['max', 'MAX'],
  ['countDistinct', 'COUNT_DISTINCT'],
]);

const whereIn = ({ where }: Readonly<Record<string, unknown>>): object | null => (isInput(where) ? where : null);

/** Every aggregate that an operation selects, so that one statement computes all. */
const aggregatesOf = (fields: readonly Selected[]): readonly Aggregate[] =>
  fields
    .filter(({ name }) => name === 'nodes')
    .flatMap(({ inside }) => inside)
    .flatMap(({ name, args, inside }): readonly Aggregate[] => {
      const of = NUMBERS.get(name);
      if (!of) return [];
      const where = whereIn(args);
      return of === 'COUNT' || of === 'SHARE'
        ? [{ of, field: null, where }]
        : inside.filter(isColumn).map(({ name: field }) => ({ of, field, where }));
    });

const isColumn = ({ name }: Selected): boolean => !name.startsWith('__');

function implementGroups(name: EntityName): void {
  const entity = ENTITIES[name];
  const { where, groupBy, groupOrder, having } = inputsOf(name);
  implementGroupInputs(name);
  const Key = keyOf(entity);
  const ofRows = builder.args((t) => ({
    where: t.field({ type: where, description: 'Count only matching rows of the group. Default: all rows.' }),
  }));
  const Sums =
    measurable('SUM', entity).length > 0
      ? numbersOf(`${entity.type}Numbers`, 'SUM', entity, `Sums or averages of ${entity.plural}.`)
      : null;
  const Extremes = numbersOf(`${entity.type}Extremes`, 'MIN', entity, `Smallest or largest values of ${entity.plural}.`);
  const DistinctCounts = numbersOf(
    `${entity.type}DistinctCounts`,
    'COUNT_DISTINCT',
    entity,
    `Numbers of distinct values of ${entity.plural}.`,
  );
  const numbers = (group: Group, of: AggregateName, condition: object | null | undefined) => ({ group, of, where: condition ?? null });
  const shared = { args: ofRows, complexity: INCLUDED } as const;

  const Row = builder.objectRef<Group>(`${entity.type}Group`).implement({
    description: `${entity.plural.charAt(0).toUpperCase()}${entity.plural.slice(1)} with the same group key.`,
    fields: (t) => ({
      key: t.field({ type: Key, complexity: INCLUDED, description: 'The values that the rows share.', resolve: (group) => group }),
      count: t.int({
        ...shared,
        description: 'Number of rows in the group; with `where`, of those that match.',
        resolve: (group, args) => numberIn(group.value({ of: 'COUNT', field: null, where: args.where ?? null })) ?? 0,
      }),
      share: t.float({
        args: builder.args((arg) => ({ where: arg.field({ type: where, required: true, description: 'The condition to match.' }) })),
        complexity: INCLUDED,
        nullable: true,
        description: 'Share of the rows that match `where`, 0 to 1; null for a group without rows.',
        resolve: (group, args) => numberIn(group.value({ of: 'SHARE', field: null, where: args.where })),
      }),
      ...(Sums && {
        sum: t.field({
          ...shared,
          type: Sums,
          description: 'Sums of the numeric fields.',
          resolve: (group, args) => numbers(group, 'SUM', args.where),
        }),
        avg: t.field({
          ...shared,
          type: Sums,
          description: 'Averages of the numeric fields.',
          resolve: (group, args) => numbers(group, 'AVG', args.where),
        }),
      }),
      min: t.field({
        ...shared,
        type: Extremes,
        description: 'Smallest or earliest value of each field.',
        resolve: (group, args) => numbers(group, 'MIN', args.where),
      }),
      max: t.field({
        ...shared,
        type: Extremes,
        description: 'Largest or latest value of each field.',
        resolve: (group, args) => numbers(group, 'MAX', args.where),
      }),
      countDistinct: t.field({
        ...shared,
        type: DistinctCounts,
        description: 'Number of distinct values of each field.',
        resolve: (group, args) => numbers(group, 'COUNT_DISTINCT', args.where),
      }),
    }),
  });

  const Page = builder.objectRef<Groups>(`${entity.type}Groups`).implement({
    description: `The groups of a query over ${entity.plural}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [Row],
        complexity: INCLUDED,
        description: 'The groups, in the requested order.',
        resolve: ({ rows }) => [...rows],
      }),
      hasMore: t.exposeBoolean('hasMore', { complexity: INCLUDED, description: 'Whether there are more groups than `first`.' }),
    }),
  });

  builder.queryField(`${name}Groups`, (t) =>
    t.field({
      type: Page,
      description: `${entity.plural.charAt(0).toUpperCase()}${entity.plural.slice(1)} grouped by one or more fields, with aggregates per group. Costs ${GROUP_COST} points, plus the selected fields of related rows once per group.`,
      args: {
        by: t.arg({
          type: [groupBy],
          required: true,
          description: `The fields to group by, at most ${GROUP_LIMITS.fields}. An empty list puts all rows in one group.`,
        }),
        where: t.arg({ type: where, description: 'Filters rows before grouping. Default: all rows.' }),
        having: t.arg({ type: having, description: 'Filters groups by their aggregates. Default: all groups.' }),
        orderBy: t.arg({
          type: [groupOrder],
          description: `Sort keys, at most ${GROUP_LIMITS.orders}. Default: the group key, in the order of \`by\`.`,
        }),
        first: t.arg.int({
          defaultValue: GROUP_LIMITS.standard,
          description: `Number of groups, at most ${GROUP_LIMITS.most.toLocaleString('en-US')}.`,
        }),
      },
      complexity: ({ first }) => ({
        field: GROUP_COST,
        multiplier: Math.min(Math.max(first ?? GROUP_LIMITS.standard, 0), GROUP_LIMITS.most),
      }),
      resolve: (_root, question, { services, viewer }, info) =>
        services.analyst.groups(viewer, name, { ...question, aggregates: aggregatesOf(selected(info)) }),
    }),
  );
}

for (const name of LISTED_ENTITIES) implementGroups(name);
