import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Column, ColumnKind } from '#domain/entities/column-types.ts';
import { ENTITIES, ENTITY_NAMES, type EntityName, fieldsThat, toManyOf } from '#domain/entities/entities.ts';
import { AGGREGATES, measurable } from '#domain/query/aggregates.ts';
import { COMPARATORS, type Comparator } from '#domain/query/comparisons.ts';
import { seedDemoData } from '#prisma/seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.container;
  await seedDemoData({ config: app.config, db, now: app.clock.now() });
  ada = await app.signUp('ada');
  const { id: userId } = await db.prisma.user.findUniqueOrThrow({ where: { username: 'ada' } });
  await db.prisma.performanceMetric.updateMany({ data: { userId } });
  await db.prisma.task.createMany({
    data: ['a', 'b', 'c', 'd', 'e'].map((id) => {
      const at = app.clock.now();
      return { id, title: `Task ${id}`, ownerId: userId, dueAt: at, dueBy: at, createdAt: at, updatedAt: at };
    }),
  });
  await db.prisma.liveCall.createMany({
    data: ['a', 'b', 'c', 'd', 'e'].map((id, attention) => ({ id, callId: id, userId, attention, createdAt: app.clock.now() })),
  });
}, 60_000);
afterAll(() => app.close());

/** The root list of a noun; coaching has none of these. */
const LISTS: Partial<Record<EntityName, string>> = {
  lead: 'leads',
  customer: 'customers',
  transcription: 'transcriptions',
  order: 'orders',
  aiResponse: 'aiResponses',
  emailTemplate: 'emailTemplates',
  trainingItem: 'trainingItems',
  liveCall: 'liveCalls',
  performanceMetric: 'performanceMetrics',
  interactionFlow: 'interactionFlows',
  task: 'tasks',
  event: 'events',
};

async function execute(query: string): Promise<Record<string, Record<string, never>>> {
  const { data, errors } = await ada.graph(`{ ${query} }`);
  expect(errors ?? [], query).toEqual([]);
  return Object(data);
}

const VALUES: Readonly<Record<Exclude<ColumnKind, 'enum'>, string>> = {
  id: '"x"',
  text: '"a"',
  longText: '"a"',
  openEnum: '"a"',
  money: '"10.50"',
  decimal: '"-0.5"',
  int: '3',
  float: '0.5',
  boolean: 'true',
  timestamp: '"2026-11-01T00:00:00.000Z"',
  sequence: '1',
};

function comparison({ kind, enumType }: Column, comparator: Comparator): string {
  if (comparator === 'isNull') return 'isNull: false';
  if (comparator === 'within') return 'within: "last 90 days", timeZone: "Asia/Tokyo"';
  const value = kind === 'enum' ? (enumType?.values[0] ?? '') : VALUES[kind];
  return comparator === 'in' || comparator === 'notIn' ? `${comparator}: [${value}, ${value}]` : `${comparator}: ${value}`;
}

describe.each(ENTITY_NAMES.filter((name) => LISTS[name]).map((name) => [name, ENTITIES[name], LISTS[name] ?? ''] as const))(
  'the list of each %s',
  (_name, noun, list) => {
    const inRow = noun.primaryKey === 'id' ? 'id' : noun.primaryKey;

    it('can be ordered by every field of its order input', async () => {
      for (const { name: field } of fieldsThat('order', noun)) {
        const page = (request: string) =>
          execute(
            `${list}(orderBy: { field: ${field}, direction: DESC, nulls: FIRST }, ${request}) { nodes { ${inRow} } pageInfo { endCursor } }`,
          );
        const fivePage = Object(await page('first: 5'))[list];
        const one = Object(await page('first: 2'))[list];
        const two = Object(await page(`first: 3, after: "${one.pageInfo.endCursor}"`))[list];
        expect([...one.nodes, ...two.nodes], field).toEqual(fivePage.nodes);
        expect(fivePage.nodes, field).toHaveLength(5);
      }
    });

    it('is filtered by every comparison of every field, and by every relation: what fits and what does not are all', async () => {
      const { totalCount } = Object(await execute(`${list}(first: 0) { totalCount }`))[list];
      const halves = [
        ...Object.entries(noun.columns).flatMap(([field, column]) =>
          (column.capabilities.filter ? COMPARATORS[column.kind] : []).map(
            (comparator) => `{ ${field}: { ${comparison(column, comparator)} } }`,
          ),
        ),
        ...Object.keys(noun.toOne).map((relation) => `{ ${relation}: {} }`),
        ...Object.keys(toManyOf(noun)).map((relation) => `{ ${relation}: { some: {} } }`),
      ];
      const counted = (alias: string, where: string) => `${alias}: ${list}(first: 0, where: ${where}) { totalCount }`;
      for (let from = 0; from < halves.length; from += 10) {
        const some = halves.slice(from, from + 10);
        const counts = Object(
          await execute(some.map((half, at) => `${counted(`yes${at}`, half)} ${counted(`no${at}`, `{ not: ${half} }`)}`).join(' ')),
        );
        for (const [at, half] of some.entries())
          expect(counts[`yes${at}`].totalCount + counts[`no${at}`].totalCount, half).toBe(totalCount);
      }
    });
  },
);

describe.each(ENTITY_NAMES.filter((name) => name !== 'user').map((name) => [name, ENTITIES[name]] as const))(
  'the groups of each %s',
  (name, noun) => {
    it('are made by every field they say', async () => {
      const everything = Object(await execute(`${name}Groups(by: []) { nodes { count } }`))[`${name}Groups`].nodes[0].count;
      for (const { name: field, column } of fieldsThat('group', noun)) {
        const bucket = column.kind === 'timestamp' ? ', bucket: QUARTER, timeZone: "Europe/Berlin"' : '';
        const groups = Object(
          await execute(`${name}Groups(by: { field: ${field}${bucket} }, first: 1000) { nodes { key { ${field} } count } }`),
        )[`${name}Groups`];
        const counts: readonly number[] = groups.nodes.map(({ count }: { count: number }) => count);
        expect(
          counts.reduce((sum, each) => sum + each, 0),
          field,
        ).toBe(everything);
        expect(new Set(groups.nodes.map(({ key }: { key: Record<string, unknown> }) => key[field])).size, field).toBe(counts.length);
      }
    });

    it('have every number they say, and are ordered by each', async () => {
      const NAMES = { SUM: 'sum', AVG: 'avg', MIN: 'min', MAX: 'max', COUNT_DISTINCT: 'countDistinct' } as const;
      for (const of of AGGREGATES) {
        if (of === 'COUNT' || of === 'SHARE') continue;
        const fields = measurable(of, noun).map(([field]) => field);
        for (const field of fields) {
          await execute(
            `${name}Groups(by: [], orderBy: { aggregate: ${of}, field: ${field} }, having: { count: { gte: 0 } }) { nodes { ${NAMES[of]}(where: {}) { ${fields.join(' ')} } } }`,
          );
        }
      }
    });
  },
);
