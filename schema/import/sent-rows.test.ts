import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { eventsOf, idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { withLockedRow } from '#server/testing/with-locked-row.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

type Rows = readonly Record<string, unknown>[];

const FIELDS = `__typename ... on SentRows { import { id state total created updated problemCount } rows { number outcome id problem } } ... on Failure { message }`;
const CUSTOMERS = `mutation($rows: [ImportCustomerRow!]!, $by: CustomerKey) { it: importCustomers(rows: $rows, upsertBy: $by) { ${FIELDS} } }`;
const LEADS = `mutation($rows: [ImportLeadRow!]!, $by: LeadKey) { it: importLeads(rows: $rows, upsertBy: $by) { ${FIELDS} } }`;

const send = async (mutation: string, rows: Rows, by?: string) => {
  const { data, errors } = await ada.graph(mutation, { rows, by });
  expect(errors).toBeUndefined();
  return Object(data).it;
};
const outcomes = (result: { rows: readonly Record<string, unknown>[] }) => result.rows.map(({ outcome, problem }) => problem ?? outcome);
const add = async (fields: Record<string, unknown>) => idOf((await ada.rest.post('/api/customers', fields)).body);
const customer = (id: string) => app.container.db.prisma.customer.findUnique({ where: { id } });

describe('rows that are sent', () => {
  it('are imported with a result for each, published once, and undone', async () => {
    const beth = await add({ name: 'Beth', email: 'beth@example.com', company: 'Acme' });
    const amy = await add({ name: 'Amy', email: 'amy@example.com' });
    const result = await send(CUSTOMERS, [
      { name: "'=Jo", email: 'jo@example.com', company: null },
      { name: 'Beth March', email: 'BETH@example.com', company: '' },
      { name: 'Amy', email: 'amy@example.com' },
      { name: 'Meg', email: 'meg@' },
      { name: 'Jo again', email: 'JO@example.com' },
      { name: ' ' },
    ]);
    const [jo] = result.rows;
    expect(result.rows).toEqual([
      { number: 1, outcome: 'created', id: expect.any(String), problem: null },
      { number: 2, outcome: 'updated', id: beth, problem: null },
      { number: 3, outcome: 'unchanged', id: amy, problem: null },
      { number: 4, outcome: 'skipped', id: null, problem: 'Email: Invalid email' },
      { number: 5, outcome: 'skipped', id: null, problem: 'Same customer as row 1.' },
      { number: 6, outcome: 'skipped', id: null, problem: 'Name: Name is required' },
    ]);
    expect(result.import).toMatchObject({ state: 'done', total: 6, created: 1, updated: 1, problemCount: 3 });
    // Values sent by a program are literal: no apostrophe is removed.
    expect(await customer(jo.id)).toMatchObject({ name: "'=Jo", email: 'jo@example.com' });
    expect(await customer(beth)).toMatchObject({ name: 'Beth March', company: 'Acme' });
    const facts = await eventsOf(app.container.db, result.import.id);
    expect(facts.map(({ kind, data }) => [kind, data])).toEqual([['customers.imported', { count: 2 }]]);
    await importer(ada).undo(result.import.id);
    expect([await customer(jo.id), (await customer(beth))?.name]).toEqual([null, 'Beth']);
  });

  it('are matched by the key that the request names', async () => {
    const shop = await add({ name: 'Shop', email: 'twin@example.com', phone: '555 0100 77', shopifyCustomerId: '500' });
    const rows = (fields: Record<string, unknown>) => [{ name: 'Twin', ...fields }];
    expect((await send(CUSTOMERS, rows({ email: 'else@example.com', phone: '5550100-77' }), 'phone')).rows).toMatchObject([{ id: shop }]);
    expect((await send(CUSTOMERS, rows({ email: 'ELSE@example.com' }), 'email')).rows).toMatchObject([{ id: shop, outcome: 'updated' }]);
    expect((await send(CUSTOMERS, rows({ shopifyCustomerId: '500' }), 'shopifyCustomerId')).rows).toMatchObject([
      { id: shop, outcome: 'unchanged' },
    ]);
    expect(
      outcomes(
        await send(
          CUSTOMERS,
          [
            { name: 'No address' },
            { name: 'Another', email: 'another@example.com', shopifyCustomerId: '500' },
            { name: 'First', email: 'first@example.com', shopifyCustomerId: '501' },
            { name: 'Second', email: 'second@example.com', shopifyCustomerId: '501' },
          ],
          'email',
        ),
      ),
    ).toEqual([
      'Email: Required, because it is the match key',
      'Shopify Customer ID: Already used by another customer',
      'created',
      'Same customer as row 3.',
    ]);
  });

  it('may be leads, whose stage keeps its day unless it changes', async () => {
    const lead = { name: 'Laurie', email: 'laurie@example.com', value: '1200.50', source: 'trade_show', stage: 'quoted' };
    const first = await send(LEADS, [lead, { ...lead, name: 'Hannah' }]);
    const [{ id }] = first.rows;
    const begun = app.clock.now();
    app.clock.advance(3_600_000);
    expect(outcomes(await send(LEADS, [{ ...lead, value: '99999999999' }]))).toEqual([
      'Value: Must be an amount from 0 to 99999999.99, such as 1,250.50',
    ]);
    expect((await send(LEADS, [{ ...lead, notes: 'Call' }], 'emailAndName')).rows).toMatchObject([{ id, outcome: 'updated' }]);
    const stored = await app.container.db.prisma.lead.findUniqueOrThrow({ where: { id } });
    expect({ ...stored, value: stored.value?.toFixed(2) }).toMatchObject({ ...lead, notes: 'Call', stageChangedAt: begun });
  });

  it('sent by several programs at the same time are added once', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ name: `Race ${at}`, email: `race${at}@example.com` }));
    const result = await Promise.all([send(CUSTOMERS, rows), send(CUSTOMERS, rows), send(CUSTOMERS, rows)]);
    expect(result.map(({ import: { created } }) => created).toSorted()).toEqual([0, 0, 50]);
  });

  it('are created when the matching record is deleted at the same moment', async () => {
    const deletedId = await add({ name: 'Gone', email: 'gone@example.com' });
    const sent = await withLockedRow(app.container.db, ['delete from customers where id = $1', deletedId], () =>
      send(CUSTOMERS, [{ name: 'Gone again', email: 'gone@example.com' }]),
    );
    const [row] = sent.rows;
    expect(row).toMatchObject({ outcome: 'created', problem: null });
    expect(await customer(row.id)).toMatchObject({ name: 'Gone again' });
  });

  it('are stored all or not at all', async () => {
    const { pool, prisma } = app.container.db;
    await pool.query(`create function refuse_it() returns trigger language plpgsql as $$ begin raise unique_violation; end $$`);
    await pool.query(
      `create trigger refuse_it before insert on customers for each row when (new.name = 'Refused') execute function refuse_it()`,
    );
    const before = [await prisma.customer.count(), await prisma.import.count(), await prisma.event.count()];
    const result = await send(CUSTOMERS, [{ name: 'Fine' }, { name: 'Refused' }]);
    expect(result).toEqual({
      __typename: 'Conflict',
      message: 'Someone else saved one of these rows at the same time. Nothing was saved. Send them again.',
    });
    expect([await prisma.customer.count(), await prisma.import.count(), await prisma.event.count()]).toEqual(before);
    await pool.query('drop trigger refuse_it on customers; drop function refuse_it()');
  });
});

describe('a mutation', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Many ${at}`, email: `many${at}@example.com` }));

  it('takes a thousand rows, and costs a point a row, and one a row for each field of the answer', async () => {
    const { body } = await ada.rest.post('/graphql', { query: CUSTOMERS, variables: { rows: many(1_000) } });
    expect(Object(body).data.it.import).toMatchObject({ total: 1_000, created: 1_000 });
    expect(Object(body).extensions.cost.requested).toBe(7_000);
  });

  it.each([
    [0, 'A mutation accepts 1 to 1,000 rows, but 0 were sent.'],
    [1_001, 'A mutation accepts 1 to 1,000 rows, but 1,001 were sent.'],
  ])('of %i rows is refused', async (count, message) => {
    expect(await send(CUSTOMERS, many(count))).toEqual({ __typename: 'Invalid', message });
  });

  it('needs a token that may write', async () => {
    const request = { query: LEADS, variables: { rows: [{ name: 'By token' }] } };
    const sendAs = async (scope: 'read' | 'write') => {
      const { secret } = await createToken(ada, { scope });
      return Object((await app.anonymous().rest.post('/graphql', request, bearer(secret))).body);
    };
    expect((await sendAs('read')).errors[0].message).toBe('This API token may only read; a change needs a token of the scope `write`.');
    expect((await sendAs('write')).data.it.import.created).toBe(1);
    expect((await app.anonymous().graph(LEADS, { rows: [] })).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});
