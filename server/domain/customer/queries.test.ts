import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SERVER } from '#domain/viewer.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { ENTITIES } from '../entities/entities.ts';
import { encodeCursor } from '../query/keyset.ts';
import { pageStatement } from '../query/lists.ts';
import { SIMILAR_STATEMENT } from './queries.ts';

const MANY = 20_000;

// Invented people in every combination, and one of each kind of rare one, all with numbers written in five ways.
const INSERT_CUSTOMERS = `
  insert into customers (id, name, email, phone, company, created_at, updated_at)
  select 'c' || lpad(n::text, 6, '0'), first || ' ' || last, lower(first) || n || '@' || lower(last) || '.example',
    case n % 5 when 0 then '(' || area || ') 555-' || line when 1 then area || '-555-' || line when 2 then '+1 ' || area || ' 555 ' || line
      when 3 then area || '.555.' || line end,
    trade || ' & Partners', timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-11-20'
  from (
    select n, (array['Elena', 'Samuel', 'Jonah', 'Margaret', 'Tobias', 'Cynthia', 'Renee'])[1 + n % 7] as first,
      (array['Marsh', 'Okafor', 'Pike', 'Cole', 'Renner', 'Abara', 'Castillo', 'Nygaard', 'Vogel', 'Ferreira', 'Liu'])[1 + n % 11] as last,
      (array['Architects', 'Dental', 'Software', 'Brewing', 'Coworking'])[1 + n % 13 % 5] as trade,
      200 + n * 13 % 700 as area, lpad((n * 37 % 10000)::text, 4, '0') as line
    from generate_series(1, ${MANY}) as n
  ) as customer_rows`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.container.db.pool.query(INSERT_CUSTOMERS);
  await app.container.db.pool.query(`update customers set name = 'Zebulon Quixote' where id = 'c000777'`);
  await app.container.db.pool.query('vacuum analyze customers');
}, 60_000);
afterAll(() => app.close());

const Plan = z.array(z.object({ 'QUERY PLAN': z.string() }));
const planOf = async (text: string, values: readonly unknown[]) => {
  const { rows } = await app.container.db.pool.query(`explain ${text}`, [...values]);
  return Plan.parse(rows)
    .map((row) => row['QUERY PLAN'])
    .join('\n');
};

const MIDDLE = encodeCursor('customer by id-', ['c010000']);
const PAGES = [{ first: 30 }, { first: 30, after: MIDDLE }, { last: 30, before: MIDDLE }];
const CONTEXT = { viewer: SERVER, now: new Date() };

describe('searching among twenty thousand', () => {
  it.each([
    '',
    'example',
    'elena',
    'zebulon',
    'nobody at all',
    'elena marsh',
    'e',
    'z',
    'zq',
    'el m',
    '(213) 555-0037',
    '+1 213 555 0037',
    '2135550037',
    '0037',
    '37',
    '100%',
    'c++',
  ])('for %j never reads the whole table', async (term) => {
    for (const page of PAGES) {
      const { text, values } = pageStatement(ENTITIES.customer, { filter: { matches: term } }, {}, page, CONTEXT);
      expect(await planOf(text, values), `${term} ${JSON.stringify(page)}`).not.toContain('Seq Scan');
    }
  });

  it('finds the same rows as a filter by hand over the whole list', async () => {
    const { pool } = app.container.db;
    const { customers } = app.container.services.analyst;
    const find = async (term: string) => customers.first(SERVER, { filter: { matches: term } }, 10_000);
    const count = async (term: string) => (await customers.page(SERVER, { filter: { matches: term } }, { first: 1 })).total();
    const everyone = await find('').then((newer) => newer.length);
    expect(everyone).toBe(10_000);
    expect(await count('')).toBe(MANY);
    expect(await count('elena marsh')).toBe(Math.floor(MANY / 77));
    expect((await find('quixote z')).map(({ id }) => id)).toEqual(['c000777']);
    const { rows } = await pool.query<{ id: string }>(
      `select id from customers where regexp_replace(phone, '\\D', '', 'g') like '%2135550037%' order by id desc`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const term of ['(213) 555-0037', '+1 213 555 0037', '213.555.0037'])
      expect((await find(term)).map(({ id }) => ({ id }))).toEqual(rows);
  });
});

describe('looking for who has an address or a number already', () => {
  it('never reads the whole table', async () => {
    for (const [email, phone] of [
      ['elena7@vogel.example', '213 555 0037'],
      ['elena7@vogel.example', null],
      [null, '213 555 0037'],
    ]) {
      expect(await planOf(SIMILAR_STATEMENT, [email, phone, null, 5, null])).not.toContain('Seq Scan');
    }
  });
});
