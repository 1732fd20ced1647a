import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RowQuery } from '#server/database/row-query.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

// What becomes of compiled reads that fail. The first request of an operation is executed normally, the second is compiled.

let app: TestApp;
let ada: Caller;
const submitted = vi.spyOn(RowQuery.prototype, 'submit');

beforeAll(async () => {
  app = await createTestApp({ env: { RESPONSE_LIMIT_MB: '1', ANALYST_STATEMENT_TIMEOUT_MS: '300' } });
  ada = await app.signUp('ada');
  await app.container.db.pool.query(
    `insert into leads (id, name, notes, stage_changed_at, last_contact_at, created_at, updated_at)
     select 'l' || lpad(i::text, 3, '0'), 'Lead ' || i, repeat('x', case when i > 50 then 30000 else 0 end), now(),
       case when i = 1 then 'infinity'::timestamptz end, now(), now() from generate_series(1, 100) as i`,
  );
});
afterAll(() => app.close());
beforeEach(() => {
  submitted.mockClear();
});
// A minute's points are whole again.
afterEach(() => app.clock.advance(60_000));

const send = async (query: string, variables: object = {}) => {
  const { status, body, headers } = await ada.rest.post('/graphql', { query, variables });
  // Each error that is logged has its own number.
  const { extensions, ...result } = JSON.parse(JSON.stringify(body).replace(/\([0-9a-f-]{36}\)/, ''));
  return { status, result, cost: Number(headers.get('callboard-cost')), remaining: extensions.cost.remaining };
};

/** The response of a compiled read that equals the normal one, and was charged once. */
async function sendTwice(query: string) {
  submitted.mockClear();
  const normal = await send(query);
  expect(submitted).not.toHaveBeenCalled();
  const compiled = await send(query);
  expect(submitted).toHaveBeenCalled();
  expect([compiled.status, compiled.result]).toEqual([normal.status, normal.result]);
  expect(normal.remaining - compiled.remaining).toBe(compiled.cost);
  return compiled;
}

describe('a compiled read', () => {
  it('that would be larger than a response may be is refused', async () => {
    const { result } = await sendTwice('{ leads(first: 100) { nodes { id notes } } }');
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'RESPONSE_TOO_LARGE' } }] });
    const { result: smaller } = await sendTwice('{ leads(first: 3) { nodes { id notes } } }');
    expect(smaller).not.toHaveProperty('errors');
  });

  it('of a value that JSON has no form for is executed normally', async () => {
    const { result } = await sendTwice('{ lead(id: "l001") { name lastContactAt } }');
    expect(result).toMatchObject({
      data: { lead: { name: 'Lead 1', lastContactAt: null } },
      errors: [{ path: ['lead', 'lastContactAt'] }],
    });
  });

  it('that takes too long is not tried again', async () => {
    const client = await app.container.db.pool.connect();
    const query = '{ leads(first: 1, where: { name: { contains: "lead" } }) { nodes { id } } }';
    await send(query);
    submitted.mockClear();
    await client.query('begin; lock table leads in access exclusive mode');
    const began = performance.now();
    const { result } = await send(query);
    await client.query('rollback');
    client.release();
    expect(result).toMatchObject({ data: null, errors: [{ path: ['leads'], locations: [{ line: 1, column: 3 }] }] });
    expect(result.errors[0].extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(submitted).toHaveBeenCalledTimes(1);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await send(query)).result).not.toHaveProperty('errors');
  });

  it('on a connection that breaks is executed normally on another', async () => {
    const query = '{ leads(first: 2) { nodes { id name } } }';
    const { result } = await send(query);
    submitted.mockImplementationOnce((connection) => {
      connection.stream.destroy();
      return null;
    });
    expect((await send(query)).result).toEqual(result);
  });
});

it('simultaneous reads get their own rows, and connections keep a bounded number of statements', async () => {
  const query = 'query ($id: ID!) { lead(id: $id) { id name } }';
  const ids = Array.from({ length: 100 }, (_, index) => `l${String(index + 1).padStart(3, '0')}`);
  await send(query, { id: 'l001' });
  const answers = await Promise.all(ids.map((id) => send(query, { id })));
  expect(answers.map(({ result }) => result.data.lead.id)).toEqual(ids);
  for (let first = 1; first <= 100; first += 1) await send('query ($first: Int) { leads(first: $first) { nodes { id } } }', { first });
  expect(submitted.mock.calls.length).toBeGreaterThan(190);
  const { rows } = await app.container.db.pool.query(`select count(*)::int as count from pg_prepared_statements where name like 'read_%'`);
  expect(rows[0].count).toBeGreaterThan(10);
  expect(rows[0].count).toBeLessThanOrEqual(64);
});
