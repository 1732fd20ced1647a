import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueryService } from '#domain/query/service.ts';
import { SERVER } from '#domain/viewer.ts';
import { openDatabase } from '#server/database/client.ts';
import { connect } from '#server/database/connect.ts';
import { createLogger } from '#server/logger.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createErrorPresenter } from '#server/transport/graphql/errors.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const nested = (depth: number): object => (depth === 0 ? { stage: { eq: 'won' } } : { not: nested(depth - 1) });
const LEADS = 'query ($where: LeadWhere) { leads(where: $where) { totalCount } }';

const refused = async (query: string, variables: object, message: string) => {
  const { data, errors } = await ada.graph(query, { ...variables });
  expect(data ?? null, query).toBeNull();
  expect(errors, query).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
};

describe('a filter', () => {
  it('may be six levels deep', async () => {
    expect((await ada.graph(LEADS, { where: nested(5) })).data).toEqual({ leads: { totalCount: 0 } });
    const relations =
      '{ customer: { leads: { some: { transcriptions: { every: { customer: { orders: { some: { status: { eq: "paid" } } } } } } } } } }';
    expect((await ada.graph(`{ leads(where: ${relations}) { totalCount } }`)).data).toEqual({ leads: { totalCount: 0 } });
  });

  it.each([6, 50])('is refused with %i levels more', async (more) => {
    const message = `\`where\` is nested ${more + 1} levels deep; at most 6 are allowed. Split the query, or flatten it with \`and\` and \`or\`.`;
    await refused(LEADS, { where: nested(more) }, message);
    await refused('query ($where: LeadWhere) { leadGroups(by: [], where: $where) { hasMore } }', { where: nested(more) }, message);
    await refused('query ($where: LeadWhere) { leadGroups(by: []) { nodes { count(where: $where) } } }', { where: nested(more) }, message);
  });

  it('is rejected when it is nested too deeply, without harm to the server', async () => {
    const text = `{"query":${JSON.stringify(LEADS)},"variables":{"where":${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}}}`;
    const { status, body } = await ada.rest.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect([status, body]).toMatchObject([
      200,
      {
        errors: [
          {
            message: 'The variables are nested more than 64 levels deep. Send them with fewer levels.',
            extensions: { code: 'OPERATION_TOO_LARGE' },
          },
        ],
      },
    ]);
    expect((await ada.graph(LEADS, { where: {} })).data).toEqual({ leads: { totalCount: 0 } });
  });

  it('makes a hundred comparisons, with a thousand values each', async () => {
    const many = (count: number) => ({ or: Array.from({ length: count }, (_, at) => ({ name: { eq: `${at}` } })) });
    expect((await ada.graph(LEADS, { where: many(100) })).data).toEqual({ leads: { totalCount: 0 } });
    await refused(
      LEADS,
      { where: many(101) },
      '`where` makes 101 comparisons; at most 100 are allowed. Use `in` for many values of one field.',
    );
    const listed = (count: number) => ({ customer: { name: { in: Array.from({ length: count }, (_, at) => `${at}`) } } });
    expect((await ada.graph(LEADS, { where: listed(1_000) })).data).toEqual({ leads: { totalCount: 0 } });
    await refused(LEADS, { where: listed(1_001) }, '`where.customer.name.in` lists 1,001 values; at most 1,000 are allowed.');
  });

  it.each([
    'last fortnight',
    '',
    'this',
    'last 0 days',
    'last 1001 days',
    'last 5 minutes ago',
    'this 3 days',
    'next minute',
    "last 1 day'; drop table leads",
  ])('does not understand the time %j', async (within) => {
    const error = `\`within\` does not understand ${JSON.stringify(within)}. Say "today", "yesterday", "this month", "last quarter", "last 30 days" or "next 2 weeks"; at most 1,000.`;
    await refused(LEADS, { where: { createdAt: { within } } }, error);
  });

  it.each(['Mars/Olympus', '+02:00', 'GMT+2', '', "UTC'; --", '../etc/passwd', 'x'.repeat(5_000)])(
    'does not know the zone %j',
    async (timeZone) => {
      const shown = JSON.stringify(timeZone.length > 60 ? `${timeZone.slice(0, 60)}…` : timeZone);
      const message = `\`timeZone\` does not know the time zone ${shown}. Name one as IANA does, such as "Europe/Berlin" or "UTC".`;
      await refused(LEADS, { where: { createdAt: { within: 'today', timeZone } } }, message);
      const groups = 'query ($timeZone: String) { leadGroups(by: [{ field: createdAt, bucket: DAY, timeZone: $timeZone }]) { hasMore } }';
      await refused(groups, { timeZone }, message);
    },
  );

  it.each([
    ['{ leads(where: { colour: { eq: "red" } }) { totalCount } }', 'Field "colour" is not defined by type "LeadWhere".'],
    ['{ leads(where: { value: { gt: "much" } }) { totalCount } }', '`where.value.gt`: Enter an exact number, such as "1250.00" or "-0.5"'],
    ['{ leads(where: { stage: { eq: lost } }) { totalCount } }', 'Value "lost" does not exist in "LeadStage" enum.'],
    ['{ leads(orderBy: { field: notes }) { totalCount } }', 'Value "notes" does not exist in "LeadOrderField" enum'],
    ['{ leads(where: { name: { contains: "a\\u0000" } }) { totalCount } }', 'Text cannot contain NUL characters.'],
  ])('%s is refused', async (query, message) => {
    const { errors } = await ada.graph(query);
    expect(errors?.[0]?.message).toContain(message);
  });
});

describe('groups', () => {
  it.each([
    ['by: { field: createdAt }', '`by` puts createdAt into buckets: say which `bucket`, such as MONTH.'],
    ['by: { field: stage, bucket: DAY }', '`bucket` is for moments; stage is none.'],
    ['by: [{ field: stage }, { field: stage }]', '`by` names stage twice.'],
    ['by: [{ field: stage }], first: 1001', '`first` is 1001; a response has 0 to 1,000 groups.'],
    ['by: [{ field: stage }], first: -1', '`first` is -1; a response has 0 to 1,000 groups.'],
    ['by: [{ field: stage }], orderBy: [{ key: source }]', '`orderBy` names source, which is not among the fields of `by`.'],
    ['by: [{ field: stage }], orderBy: [{}]', 'Each part of `orderBy` names a `key` or an `aggregate`.'],
    ['by: { field: stage, timeZone: "Europe/Berlin" }', '`timeZone` is for moments; stage is none.'],
    [
      'by: [{ field: stage }], orderBy: [{ key: stage, aggregate: COUNT }]',
      'A part of `orderBy` names a `key` or an `aggregate`, not both.',
    ],
    [
      'by: [{ field: stage }], orderBy: [{ key: stage, field: value }]',
      '`field` and `where` in `orderBy` go with an `aggregate`; a `key` takes neither.',
    ],
    ['by: [{ field: stage }], orderBy: [{ aggregate: SUM }]', 'SUM needs a `field`: value.'],
    ['by: [{ field: stage }], orderBy: [{ aggregate: SUM, field: createdAt }]', '`field`: SUM cannot be of "createdAt", only of value.'],
    [
      'by: [{ field: stage }], orderBy: [{ aggregate: COUNT, field: value }]',
      '`field`: COUNT is of rows and takes none. COUNT_DISTINCT counts values.',
    ],
    ['by: [{ field: stage }], orderBy: [{ aggregate: SHARE }]', 'SHARE needs a `where`: which of the rows are meant.'],
    [
      'by: [{ field: stage }, { field: source }, { field: email }, { field: phone }, { field: company }, { field: name }]',
      '`by` names 6 fields; at most 5 are allowed.',
    ],
  ])('%s is refused', (args, message) => refused(`{ leadGroups(${args}) { hasMore } }`, {}, message));

  it('cost a hundred points, whatever they count; the customers in their keys come on top', async () => {
    const small = await createTestApp({ env: { GRAPHQL_COST_LIMIT: '100' } });
    const grace = await small.signUp('grace');
    const numbers = 'nodes { key { stage } count won: share(where: { stage: { eq: won } }) sum { value } max { value createdAt } }';
    expect((await grace.graph(`{ leadGroups(by: [{ field: stage }], first: 1000) { hasMore ${numbers} } }`)).errors).toBeUndefined();
    const { errors } = await grace.graph('{ leadGroups(by: [{ field: customerId }], first: 30) { nodes { key { customer { name } } } } }');
    expect(errors?.[0]?.message).toMatch(/^This operation costs 160 points; 100 are allowed/);
    await small.close();
  });
});

it('returns an error when a query exceeds the time limit', async () => {
  const db = openDatabase({ url: app.databaseUrl, poolSize: 1, statementTimeout: 100 });
  const holder = await connect(app.databaseUrl, 'holder');
  await holder.query('begin; lock table leads in access exclusive mode');
  const analyst = createQueryService({ db, clock: app.clock });
  const message = 'The query timed out. Add a filter or request fewer rows.';
  await expect(analyst.leads.page(SERVER, { where: {} }, {})).rejects.toThrow(message);
  await expect(analyst.groups(SERVER, 'lead', { by: [], aggregates: [] })).rejects.toThrow(message);
  const present = createErrorPresenter(createLogger('silent'));
  const usual = await db.prisma.lead.findMany().catch(present);
  expect(usual).toMatchObject({ message, extensions: { code: 'OPERATION_TOO_LARGE' } });
  await holder.end();
  await db.close();
});
