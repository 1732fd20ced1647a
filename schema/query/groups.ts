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

/** What a group query costs, whatever numbers it asks for; customers, leads and people in its keys come on top. */
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

/** Every number an operation asks of the groups, so that one statement answers all. */
const wanted = (fields: readonly Selected[]): readonly Aggregate[] =>
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
    where: t.field({ type: where, description: 'Only of the rows of the group that fit; left out: of all.' }),
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
    `How many different values ${entity.plural} have.`,
  );
  const numbers = (group: Group, of: AggregateName, given: object | null | undefined) => ({ group, of, where: given ?? null });
  const shared = { args: ofRows, complexity: INCLUDED } as const;

  const Row = builder.objectRef<Group>(`${entity.type}Group`).implement({
    description: `${entity.plural.charAt(0).toUpperCase()}${entity.plural.slice(1)} that have something in common.`,
    fields: (t) => ({
      key: t.field({ type: Key, complexity: INCLUDED, description: 'What they have in common.', resolve: (group) => group }),
      count: t.int({
        ...shared,
        description: 'How many there are; with `where`, how many of them fit it.',
        resolve: (group, args) => numberIn(group.value({ of: 'COUNT', field: null, where: args.where ?? null })) ?? 0,
      }),
      share: t.float({
        args: builder.args((arg) => ({ where: arg.field({ type: where, required: true, description: 'What they are to fit.' }) })),
        complexity: INCLUDED,
        nullable: true,
        description: 'How many of them fit, 0 to 1; null of no rows at all.',
        resolve: (group, args) => numberIn(group.value({ of: 'SHARE', field: null, where: args.where })),
      }),
      ...(Sums && {
        sum: t.field({ ...shared, type: Sums, description: 'Sums.', resolve: (group, args) => numbers(group, 'SUM', args.where) }),
        avg: t.field({ ...shared, type: Sums, description: 'Averages.', resolve: (group, args) => numbers(group, 'AVG', args.where) }),
      }),
      min: t.field({
        ...shared,
        type: Extremes,
        description: 'Smallest or earliest values.',
        resolve: (group, args) => numbers(group, 'MIN', args.where),
      }),
      max: t.field({
        ...shared,
        type: Extremes,
        description: 'Largest or latest values.',
        resolve: (group, args) => numbers(group, 'MAX', args.where),
      }),
      countDistinct: t.field({
        ...shared,
        type: DistinctCounts,
        description: 'How many different values there are.',
        resolve: (group, args) => numbers(group, 'COUNT_DISTINCT', args.where),
      }),
    }),
  });

  const Page = builder.objectRef<Groups>(`${entity.type}Groups`).implement({
    description: `Groups of ${entity.plural}.`,
    fields: (t) => ({
      nodes: t.field({ type: [Row], complexity: INCLUDED, description: 'The groups, in their order.', resolve: ({ rows }) => [...rows] }),
      hasMore: t.exposeBoolean('hasMore', { complexity: INCLUDED, description: 'Whether there are more groups than `first`.' }),
    }),
  });

  builder.queryField(`${name}Groups`, (t) =>
    t.field({
      type: Page,
      description: `${entity.plural.charAt(0).toUpperCase()}${entity.plural.slice(1)} put together by what they have in common, with the numbers of each group. Costs ${GROUP_COST} points, and what it asks of the rows in its keys, once a group.`,
      args: {
        by: t.arg({
          type: [groupBy],
          required: true,
          description: `What makes a group, at most ${GROUP_LIMITS.fields} fields; an empty list makes one group of everything.`,
        }),
        where: t.arg({ type: where, description: 'Which rows are put together; left out: all.' }),
        having: t.arg({ type: having, description: 'Which groups are meant; left out: all.' }),
        orderBy: t.arg({
          type: [groupOrder],
          description: `What comes first, at most ${GROUP_LIMITS.orders} parts; left out: by the key, in the order of \`by\`.`,
        }),
        first: t.arg.int({
          defaultValue: GROUP_LIMITS.standard,
          description: `How many groups, at most ${GROUP_LIMITS.most.toLocaleString('en-US')}.`,
        }),
      },
      complexity: ({ first }) => ({
        field: GROUP_COST,
        multiplier: Math.min(Math.max(first ?? GROUP_LIMITS.standard, 0), GROUP_LIMITS.most),
      }),
      resolve: (_root, question, { services, viewer }, info) =>
        services.analyst.groups(viewer, name, { ...question, aggregates: wanted(selected(info)) }),
    }),
  );
}

for (const name of LISTED_ENTITIES) implementGroups(name);
