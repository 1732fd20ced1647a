import { type GraphQLObjectType, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoData } from '#prisma/seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { schema } from '../index.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp({ env: { GRAPHQL_COST_LIMIT: '1000000', GRAPHQL_PERSON_COST_PER_MINUTE: '100000000' } });
  const { db } = app.container;
  await seedDemoData({ config: app.config, db, now: app.clock.now() });
  ada = await app.signUp('ada');
  const { id: userId } = await db.prisma.user.findUniqueOrThrow({ where: { username: 'ada' } });
  for (const table of ['performanceMetric', 'coachingSession', 'coachingInsight'] as const)
    await Reflect.apply(Reflect.get(db.prisma[table], 'updateMany'), db.prisma[table], [{ data: { userId } }]);
  await db.prisma.lead.updateMany({ data: { customerId: (await db.prisma.customer.findFirstOrThrow()).id } });
  await db.prisma.liveCall.createMany({
    data: Array.from({ length: 10 }, (_, at) => ({
      id: `l${at}`,
      callId: `l${at}`,
      userId,
      inputMode: 'text',
      createdAt: app.clock.now(),
    })),
  });
}, 60_000);
afterAll(() => app.close());

const LISTS = [
  'leads',
  'customers',
  'transcriptions',
  'orders',
  'aiResponses',
  'emailTemplates',
  'trainingItems',
  'coachingSessions',
  'coachingInsights',
  'liveCalls',
  'performanceMetrics',
  'interactionFlows',
  'events',
] as const;

/** Searched for each row by itself, as their descriptions and prices say. */
const ALONE = ['timeline', 'suggestedCustomers', 'suggestedLeads'];

/** The type of a list's rows. */
function rowOf(list: string): GraphQLObjectType {
  const connection = getNamedType(schema.getQueryType()?.getFields()[list]?.type);
  const row = isObjectType(connection) ? getNamedType(connection.getFields().nodes?.type) : null;
  if (!isObjectType(row)) throw new Error(`${list} is no list`);
  return row;
}

/** A field with a minimal selection; null if it requires an argument. */
function selectionOf(type: GraphQLObjectType, name: string): string | null {
  const field = type.getFields()[name];
  if (!field || field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)) return null;
  const inside = getNamedType(field.type);
  if (isLeafType(inside)) return name;
  if (!isObjectType(inside)) return `${name} { __typename }`;
  if (inside.name.endsWith('Connection')) return `${name}(first: 2) { totalCount nodes { __typename } }`;
  const leaf = Object.values(inside.getFields()).find((each) => isLeafType(getNamedType(each.type)));
  return `${name} { ${leaf?.name ?? '__typename'} }`;
}

it('every entity with an id can be loaded by it, and private rows only by their owner', async () => {
  const grace = await app.signUp('grace');
  for (const list of LISTS.filter((name) => name !== 'events')) {
    const one = list.replace(/s$/, '');
    const { nodes } = Object((await ada.graph(`{ ${list}(first: 1) { nodes { id } } }`)).data)[list];
    const read = (who: Caller, id: string) => who.graph(`query ($id: ID!) { ${one}(id: $id) { id } }`, { id });
    expect((await read(ada, nodes[0].id)).data, one).toEqual({ [one]: nodes[0] });
    expect((await read(ada, 'nobody')).data, one).toEqual({ [one]: null });
    const own = /^(coaching|performance)/.test(list);
    expect((await read(grace, nodes[0].id)).data, one).toEqual({ [one]: own ? null : nodes[0] });
  }
});

describe.each(LISTS)('the rows of %s', (list) => {
  const row = rowOf(list);

  it.each(Object.keys(row.getFields()).flatMap((name) => (ALONE.includes(name) ? [] : (selectionOf(row, name) ?? []))))(
    'have %s in as many statements, however many they are',
    async (field) => {
      const statements = (first: number) =>
        tablesRead(app.container.db, async () => {
          const { data, errors } = await ada.graph(`{ ${list}(first: ${first}) { nodes { ${field} } } }`);
          expect(errors ?? []).toEqual([]);
          expect(Object(data)[list].nodes.length).toBeGreaterThanOrEqual(Math.min(first, 4));
        });
      await statements(8);
      const [few, many] = [Map.groupBy(await statements(2), String), Map.groupBy(await statements(8), String)];
      // Two rows may happen to need nothing of a table that eight do.
      for (const [table, { length }] of many) expect(length, table).toBeLessThanOrEqual(few.get(table)?.length ?? 1);
    },
  );
});
