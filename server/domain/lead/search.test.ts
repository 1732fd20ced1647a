import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SERVER } from '#domain/viewer.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { leadFilter } from './service.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  await bulkSeed(app.container.db, { customers: 5_000, leads: 20_000, calls: 0, orders: 5_000 });
  await app.container.db.pool.query(`update leads set email = 'José.' || id || '@example.com' where id < 'l0000010'`);
  await app.container.db.pool.query('vacuum analyze leads, customers, shopify_orders');
}, 60_000);
afterAll(() => app.close());

const Found = z.object({
  errors: z.undefined(),
  data: z.record(z.string(), z.object({ totalCount: z.number(), nodes: z.array(z.object({ id: z.string() })) })),
});
const find = async (query: string, term: string) =>
  Found.parse({ errors: undefined, ...(await ada.graph(`query ($term: String) { ${query} }`, { term })) }).data;

describe('one search term finds the same rows through every list', () => {
  it.each(['muller', 'MÜLLER', 'élodie 12', 'jose.l', 'Muller & Co', '100%', '_', 'é'])('leads: %j', async (term) => {
    const rows = 'first: 20) { totalCount nodes { id } }';
    const { plain, ordered, where } = await find(
      `plain: leads(filter: { search: $term }, ${rows} ordered: leads(filter: { search: $term }, orderBy: { field: id, direction: DESC }, ${rows}
      where: leads(where: { or: [{ name: { contains: $term } }, { company: { contains: $term } }, { email: { contains: $term } }] }, ${rows}`,
      term,
    );
    expect(ordered).toEqual(plain);
    expect(where).toEqual(plain);
  });

  it.each(['zoe muller', 'Zoë', 'cafe zurich', 'lukasz', 'ż', 'or', '100%'])('customers: %j', async (term) => {
    const rows = 'first: 20) { totalCount nodes { id } }';
    const { plain, ordered } = await find(
      `plain: customers(search: $term, ${rows} ordered: customers(search: $term, orderBy: { field: id, direction: DESC }, ${rows}`,
      term,
    );
    expect(plain?.totalCount).toBeGreaterThan(0);
    expect(ordered).toEqual(plain);
  });

  it.each(['#12', '４２', '100%'])('orders: %j', async (term) => {
    const rows = 'first: 20) { totalCount nodes { id } }';
    const { plain, ordered } = await find(
      `plain: orders(search: $term, ${rows} ordered: orders(search: $term, orderBy: [{ field: createdAt, direction: DESC }, { field: id, direction: DESC }], ${rows}`,
      term,
    );
    expect(ordered).toEqual(plain);
  });

  it('accents and case do not matter', async () => {
    const counts = await Promise.all(
      ['muller inc', 'Müller INC', 'mùller inc'].map(
        async (term) => (await find('leads(filter: { search: $term }) { totalCount nodes { id } }', term)).leads?.totalCount,
      ),
    );
    expect(new Set(counts)).toEqual(new Set([expect.any(Number)]));
    expect(counts[0]).toBeGreaterThan(0);
    expect(
      (await app.container.services.analyst.leads.page(SERVER, { filter: leadFilter({ search: 'jose.l' }) }, { first: 100 })).rows,
    ).toHaveLength(9);
  });

  it('a page continues from a cursor of the list without a filter', async () => {
    const { rows, cursor } = await app.container.services.analyst.leads.page(SERVER, { filter: leadFilter({}) }, { first: 2 });
    const after = rows[1] && cursor(rows[1]);
    const next = await app.container.services.analyst.leads.page(SERVER, { filter: leadFilter({ search: '0' }) }, { first: 1, after });
    expect(next.rows[0]?.id).toBe('l0019990');
  });

  it('a term of more than 200 characters is rejected by both', async () => {
    for (const more of ['', ', orderBy: { field: name }'])
      expect(
        await ada.graph(`query ($term: String) { leads(filter: { search: $term }${more}) { totalCount } }`, { term: 'x'.repeat(201) }),
      ).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
  });
});

describe('a rare term is found through an index', () => {
  const planOf = async (sql: string) =>
    z
      .array(z.object({ 'QUERY PLAN': z.string() }))
      .parse((await app.container.db.pool.query(`explain ${sql}`)).rows)
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  const contains = (columns: readonly string[]) =>
    columns.map((column) => `folded(${column}) like '%' || folded_pattern('Quixoté') || '%'`).join(' or ');

  it.each([
    ['leads', ['name', 'company', 'email'], ['leads_name_folded', 'leads_company_folded', 'leads_email_folded']],
    ['customers', ['email'], ['customers_email_folded']],
    ['shopify_orders', ['order_number', 'shopify_order_id'], ['shopify_orders_number_folded', 'shopify_orders_shopify_id_folded']],
  ])('of %s', async (table, columns, indexes) => {
    const plan = await planOf(`select id from ${table} where ${contains(columns)} order by id desc limit 21`);
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
