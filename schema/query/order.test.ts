import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  await bulkSeed(app.container.db, { customers: 10, leads: 47, calls: 40, orders: 20 });
});
afterAll(() => app.close());

const bySql = async (order: string, condition = 'true'): Promise<readonly string[]> => {
  const { rows } = await app.container.db.pool.query<{ id: string }>(
    `select x.id from leads x left join customers c on c.id = x.customer_id where ${condition} order by ${order}`,
  );
  return rows.map(({ id }) => id);
};

interface Connection {
  readonly nodes: ReadonlyArray<{ readonly id: string }>;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
}

async function page(orderBy: string, request: string, where = '{}'): Promise<Connection> {
  const list = `leads(orderBy: ${orderBy}, where: ${where}, ${request})`;
  const { data, errors } = await ada.graph(`{ ${list} { nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`);
  expect(errors ?? []).toEqual([]);
  return Object(data).leads;
}

/** Goes through a whole list, page by page. */
async function walk(orderBy: string, size: number, backwards: boolean, where?: string): Promise<readonly string[]> {
  const pages: string[][] = [];
  for (let cursor: string | null = null; ; ) {
    const from: string = cursor === null ? '' : `, ${backwards ? 'before' : 'after'}: "${cursor}"`;
    const { nodes, pageInfo }: Connection = await page(orderBy, `${backwards ? 'last' : 'first'}: ${size}${from}`, where);
    pages.push(nodes.map(({ id }) => id));
    expect(backwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null);
    if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return (backwards ? pages.toReversed() : pages).flat();
    expect(nodes).toHaveLength(size);
    cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor;
  }
}

const ORDERS = [
  ['[]', 'x.id desc'],
  ['{ field: name }', 'x.name, x.id desc'],
  ['{ field: value, direction: DESC }', 'x.value desc nulls last, x.id desc'],
  ['{ field: value, nulls: FIRST }', 'x.value nulls first, x.id desc'],
  ['{ field: lastContactAt, direction: DESC, nulls: FIRST }', 'x.last_contact_at desc nulls first, x.id desc'],
  ['[{ field: stage }, { field: createdAt, direction: DESC }]', 'x.stage, x.created_at desc, x.id desc'],
  ['[{ field: source, direction: DESC }, { field: value }]', 'x.source desc, x.value nulls last, x.id desc'],
  ['{ field: customerCompany }', 'c.company nulls last, x.id desc'],
  [
    '[{ field: customerName, direction: DESC, nulls: FIRST }, { field: stage, direction: DESC }, { field: id }]',
    'c.name desc nulls first, x.stage desc, x.id',
  ],
] as const;

describe('an order of leads', () => {
  it.each(ORDERS)('%s stays the same with pages of any size, forwards and backwards', async (orderBy, order) => {
    const all = await bySql(order);
    for (const size of [1, 4, 100]) {
      expect(await walk(orderBy, size, false)).toEqual(all);
      expect(await walk(orderBy, size, true)).toEqual(all);
    }
  });

  it('goes with any filter', async () => {
    const orderBy = '[{ field: customerName }, { field: value, direction: DESC }]';
    const where = '{ stage: { in: [won, leads, quoted] }, customer: {} }';
    const expected = await bySql(
      'c.name, x.value desc nulls last, x.id desc',
      `x.stage in ('won', 'leads', 'quoted') and c.id is not null`,
    );
    expect(await walk(orderBy, 3, false, where)).toEqual(expected);
    expect(await walk(orderBy, 3, true, where)).toEqual(expected);
  });

  it('goes by names of people in any case', async () => {
    for (const username of ['Bob', 'alice', 'Carol', 'BERT']) {
      const { prisma } = app.container.db;
      const person = await app.signUp(username);
      await person.graph('mutation { createLead(input: { name: "Theirs" }) { __typename } }');
      await prisma.lead.deleteMany({ where: { name: 'Theirs' } });
    }
    const request = (rest: string) =>
      `{ events(where: { kind: { eq: "lead.created" }, actor: { username: { ne: "ADA" } } }, orderBy: { field: actorUsername }, ${rest}) {
        nodes { actor { username } } pageInfo { endCursor }
      } }`;
    const names: string[] = [];
    await expect.poll(async () => Object((await ada.graph(request('first: 10'))).data).events.nodes.length).toBe(4);
    for (let after = ''; names.length < 4; ) {
      const { events } = Object((await ada.graph(request(`first: 1${after}`))).data);
      names.push(...events.nodes.map((node: { actor: { username: string } }) => node.actor.username));
      after = `, after: "${events.pageInfo.endCursor}"`;
    }
    expect(names).toEqual(['alice', 'BERT', 'Bob', 'Carol']);
  });

  it('stays correct while rows are added and removed', async () => {
    const { prisma } = app.container.db;
    const orderBy = '{ field: value, direction: DESC }';
    const before = await bySql('x.value desc nulls last, x.id desc');
    const first = await page(orderBy, 'first: 5');
    const [deleted] = await prisma.lead.findMany({ where: { id: before[4] } });
    await prisma.lead.deleteMany({ where: { id: before[4] } });
    const now = app.clock.now();
    const dates = { stageChangedAt: now, createdAt: now, updatedAt: now };
    await prisma.lead.create({ data: { id: 'the-most', name: 'Worth the most', value: '99999999.99', ...dates } });
    const rest = await page(orderBy, `first: 100, after: "${first.pageInfo.endCursor}"`);
    expect(rest.nodes.map(({ id }) => id)).toEqual(before.slice(5));
    const earlier = await page(orderBy, `last: 100, before: "${first.pageInfo.endCursor}"`);
    expect(earlier.nodes.map(({ id }) => id)).toEqual(['the-most', ...before.slice(0, 4)]);
    await prisma.lead.delete({ where: { id: 'the-most' } });
    if (deleted) await prisma.lead.create({ data: deleted });
  });

  it('refuses the cursors of others, and made-up ones', async () => {
    const byValue = (await page('{ field: value }', 'first: 1')).pageInfo.endCursor;
    const usual = Object((await ada.graph('{ leads(first: 1) { pageInfo { endCursor } } }')).data).leads.pageInfo.endCursor;
    const refusal = [
      { message: '`after` is no cursor of this list in this order. Begin again without it.', extensions: { code: 'BAD_USER_INPUT' } },
    ];
    const refused = async (list: string) => expect((await ada.graph(`{ ${list} { nodes { id } } }`)).errors, list).toMatchObject(refusal);
    await refused(`leads(orderBy: { field: value, direction: DESC }, after: "${byValue}")`);
    await refused(`leads(orderBy: { field: value, nulls: FIRST }, after: "${byValue}")`);
    await refused(`leads(orderBy: { field: name }, after: "${usual}")`);
    await refused(`orders(orderBy: { field: totalPrice }, after: "${byValue}")`);
    const forged = (...values: unknown[]) => Buffer.from(JSON.stringify(['lead by value+ id-', ...values])).toString('base64url');
    expect((await page('{ field: value }', `after: "${forged('5.00', 'l')}", first: 1`)).nodes).toHaveLength(1);
    for (const values of [['five', 'l'], ['5.00', null], [5, 'l'], ['5.00'], ['5.00', 'l', 'x'], ['5.00', 'a\u0000'], [{}, 'l']]) {
      await refused(`leads(orderBy: { field: value }, after: "${forged(...values)}")`);
    }
    expect((await ada.graph(`{ leads(after: "${byValue}") { nodes { id } } }`)).errors?.[0]?.message).toBe(
      '`after` is no cursor of this list in this order. Begin again without it.',
    );
  });

  it.each([
    ['first: -1', '`first` is -1; a page has 0 to 100 rows. Use `after` to load the next page.'],
    ['first: 101', '`first` is 101; a page has 0 to 100 rows. Use `after` to load the next page.'],
    ['first: 1, last: 1', 'Use either `first` or `last`, not both.'],
    ['first: 1, before: "x"', 'Use `first` with `after`, and `last` with `before`.'],
  ])('has pages as every list has them: %s', async (request, message) => {
    const { errors } = await ada.graph(`{ leads(orderBy: { field: value }, ${request}) { nodes { id } } }`);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('accepts no more fields than the limit', async () => {
    const six = Array.from({ length: 6 }, () => '{ field: name }').join(', ');
    const { errors } = await ada.graph(`{ leads(orderBy: [${six}]) { nodes { id } } }`);
    expect(errors?.[0]?.message).toBe('`orderBy` names 6 fields; at most 5 are allowed.');
  });
});

describe('a list inside a list', () => {
  const FOUR_DEEP = `{
    customers(first: 10) {
      nodes {
        leads(first: 3, orderBy: { field: value, direction: DESC }) {
          totalCount
          nodes {
            transcriptions(first: 2, where: { sentiment: { ne: "negative" } }) {
              nodes { customer { orders(first: 2) { nodes { id } } } }
            }
          }
        }
      }
    }
  }`;

  const statements = (query: string) => tablesRead(app.container.db, async () => expect((await ada.graph(query)).errors ?? []).toEqual([]));

  it('is read in one statement a level, however many rows there are', async () => {
    // The leads a second time for their counts; the callers by their ids.
    const levels = ['customers', 'leads', 'leads', 'transcriptions', 'customers', 'shopify_orders'];
    expect(await statements(FOUR_DEEP)).toEqual(levels);
    expect(await statements(FOUR_DEEP.replace('first: 10', 'first: 2'))).toEqual(levels);
  });

  it('has for each row what the row alone would have', async () => {
    const { data } = await ada.graph(`{
      customers(first: 10) {
        nodes { id leads(first: 3, orderBy: { field: value, direction: DESC }, where: { source: { ne: other } }) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } }
      }
    }`);
    const customers: ReadonlyArray<{ id: string; leads: Connection & { totalCount: number } }> = Object(data).customers.nodes;
    expect(customers).toHaveLength(10);
    for (const { id, leads } of customers) {
      const all = await bySql('x.value desc nulls last, x.id desc', `x.customer_id = '${id}' and x.source <> 'other'`);
      expect(leads.nodes.map((lead) => lead.id)).toEqual(all.slice(0, 3));
      expect([leads.totalCount, leads.pageInfo.hasNextPage]).toEqual([all.length, all.length > 3]);
      const rest = await ada.graph(`{ customer(id: "${id}") {
        leads(first: 100, after: "${leads.pageInfo.endCursor}", orderBy: { field: value, direction: DESC }, where: { source: { ne: other } }) { nodes { id } }
      } }`);
      if (leads.nodes.length > 0)
        expect(Object(rest.data).customer.leads.nodes.map((lead: { id: string }) => lead.id)).toEqual(all.slice(3));
    }
  });
});
