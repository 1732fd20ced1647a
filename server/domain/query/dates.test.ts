import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SERVER } from '#domain/viewer.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { TEST_NOW } from '#server/testing/test-app.ts';
import type { ListQuery } from './lists.ts';
import { createQueryService, type QueryService } from './service.ts';

const RangeCase = z.object({ text: z.string(), values: z.array(z.unknown()) });
const MANY = 20_000;

let app: TestDatabase;
let db: Database;
let analyst: QueryService;
let statements: z.output<typeof RangeCase>[] = [];
beforeAll(async () => {
  app = await createTestDatabase();
  db = openDatabase({ url: app.url, poolSize: 2, statementTimeout: 60_000 });
  await bulkSeed(db, { customers: MANY, leads: MANY, calls: MANY, orders: MANY });
  await db.pool.query('analyze');
  const pool = new Proxy(db.pool, {
    get: (target, key) => {
      if (key !== 'query') return Reflect.get(target, key);
      return (statement: unknown) => {
        statements.push(RangeCase.parse(statement));
        return Reflect.apply(target.query, target, [statement]);
      };
    },
  });
  analyst = createQueryService({ db: { pool }, clock: { now: () => TEST_NOW } });
});
afterAll(async () => {
  await db.close();
  await app.drop();
});

const LISTS = ['leads', 'customers', 'transcriptions', 'orders'] as const;
type List = (typeof LISTS)[number];

/** How the database reads the first page of a list, from the plan of the product's own statement. */
async function planOf(list: List, query: ListQuery): Promise<string> {
  statements = [];
  await analyst[list].page(SERVER, query, { first: 20 });
  const [{ text, values }] = z.tuple([RangeCase]).parse(statements);
  const { rows } = await db.pool.query({ text: `explain ${text}`, values });
  return rows.map((row) => Object.values(row).join()).join('\n');
}

describe('a page of a long list reads no more than it shows', () => {
  it.each(LISTS)('in the order %s have by themselves', async (list) => {
    expect(await planOf(list, {})).toMatch(/Index Scan/);
    expect(await planOf(list, {})).not.toMatch(/Seq Scan|^\s*->\s+Sort/m);
  });

  it.each([
    ['leads', 'createdAt'],
    ['leads', 'updatedAt'],
    ['leads', 'stageChangedAt'],
    ['customers', 'createdAt'],
    ['customers', 'updatedAt'],
    ['transcriptions', 'createdAt'],
    ['orders', 'createdAt'],
    ['orders', 'updatedAt'],
  ] as const)('of %s by %s, newest first, all of them or those since a day', async (list, field) => {
    const orderBy = [{ field, direction: 'DESC' as const }];
    const { rows } = await db.pool.query(
      `select max(created_at) - interval '2 days' as day from ${list === 'orders' ? 'shopify_orders' : list}`,
    );
    for (const query of [{ orderBy }, { orderBy, where: { [field]: { gte: rows[0].day } } }])
      expect(await planOf(list, query)).not.toMatch(/Seq Scan/);
  });
});
