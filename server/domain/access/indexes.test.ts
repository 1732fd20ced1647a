import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Reader, SERVER } from '#domain/viewer.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { TEST_NOW } from '#server/testing/test-app.ts';
import { createColumnTotals } from '../lead/column-totals.ts';
import type { ListQuery } from '../query/lists.ts';
import { createQueryService, type QueryService } from '../query/service.ts';
import type { RowScope } from './access.ts';

const Statement = z.object({ text: z.string(), values: z.array(z.unknown()) });
const MANY = 20_000;
const PEOPLE = 200;

// 20,000 rows of each noun belong to 200 people.
let app: TestDatabase;
let db: Database;
let pool: Database['pool'];
let analyst: QueryService;
let statements: z.output<typeof Statement>[] = [];
beforeAll(async () => {
  app = await createTestDatabase();
  db = openDatabase({ url: app.url, poolSize: 2, statementTimeout: 60_000 });
  await bulkSeed(db, { customers: MANY, leads: MANY, calls: MANY, orders: MANY });
  await db.pool.query(
    `insert into users (id, username, email, password_hash, created_at, updated_at)
     select 'person' || n, 'person' || n, 'person' || n || '@example.com', '', now(), now() from generate_series(0, ${PEOPLE - 1}) n`,
  );
  for (const [table, column] of [
    ['leads', 'owner_id'],
    ['customers', 'owner_id'],
    ['transcriptions', 'rep_id'],
  ])
    await db.pool.query(`update ${table} set ${column} = 'person' || abs(hashtext(id)) % ${PEOPLE}`);
  await db.pool.query('vacuum analyze');
  pool = new Proxy(db.pool, {
    get: (target, key) => {
      if (key !== 'query') return Reflect.get(target, key);
      return (statement: unknown) => {
        statements.push(Statement.parse(statement));
        return Reflect.apply(target.query, target, [statement]);
      };
    },
  });
  analyst = createQueryService({ db: { pool }, clock: { now: () => TEST_NOW } });
}, 120_000);
afterAll(async () => {
  await db.close();
  await app.drop();
});

/** Somebody who reads the rows of this many people alone. */
function readerOf(people: number): Reader {
  const owners = new Set(Array.from({ length: people }, (_, number) => `person${number}`));
  const scope: RowScope = { kind: 'owners', owners };
  return { id: 'person0', access: { key: `${people}`, team: owners, rows: () => scope } };
}

/** How the database answers what is asked, from the plans of the product’s own statements. */
async function planOf(ask: () => Promise<unknown>): Promise<string> {
  statements = [];
  await ask();
  const plans = [];
  for (const { text, values } of statements) {
    const { rows } = await db.pool.query({ text: `explain ${text}`, values });
    plans.push(...rows.map((row) => Object.values(row).join()));
  }
  return plans.join('\n');
}

describe('of twenty thousand rows, those of one person', () => {
  it.each([
    ['leads', 'leads_owner_id_id_idx'],
    ['customers', 'customers_owner_id_id_idx'],
    ['transcriptions', 'transcriptions_rep_id'],
  ] as const)('the newest %s are read from the index of their owner', async (list, index) => {
    const plan = await planOf(() => analyst[list].page(readerOf(1), {}, { first: 50 }));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  it('a column of the board is read from an index in its order', async () => {
    const query: ListQuery = { where: { stage: { eq: 'quoted' } }, orderBy: [{ field: 'stageChangedAt', direction: 'DESC' }] };
    const plan = await planOf(() => analyst.leads.page(readerOf(1), query, { first: 50 }));
    expect(plan).toContain('leads_owner_id_stage_stage_changed_at_id_idx');
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('counts, sums and groups read no other lead', async () => {
    const reader = readerOf(1);
    const totals = createColumnTotals(pool);
    expect(await planOf(() => totals(reader))).not.toMatch(/on leads/);
    const groups = {
      by: [{ field: 'stage' }],
      aggregates: [{ of: 'COUNT', field: null, where: null }],
    } as const;
    expect(await planOf(() => analyst.groups(reader, 'lead', groups))).not.toMatch(/Seq Scan on leads/);
  });

  it('orders are found through the customers', async () => {
    const plan = await planOf(() => analyst.orders.page(readerOf(1), {}, { first: 50 }));
    expect(plan).not.toMatch(/Seq Scan on (shopify_orders|customers)/);
  });
});

describe('of twenty thousand rows, those of a team of ten', () => {
  it.each(['leads', 'customers', 'transcriptions'] as const)('%s are read from an index', async (list) => {
    expect(await planOf(() => analyst[list].page(readerOf(10), {}, { first: 50 }))).not.toContain('Seq Scan');
  });
});

it('the newest orders of a customer are read in the order of an index', async () => {
  const { rows } = await db.pool.query<{ id: string }>('select customer_id as id from shopify_orders order by id limit 1');
  const query: ListQuery = { where: { customerId: { eq: rows[0]?.id } }, orderBy: [{ field: 'createdAt', direction: 'DESC' }] };
  const plan = await planOf(() => analyst.orders.page(SERVER, query, { first: 4 }));
  expect(plan).toContain('shopify_orders_customer_id_created_at_id_idx');
  expect(plan).not.toContain('Sort');
});
