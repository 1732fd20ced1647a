import { type DocumentNode, getIntrospectionQuery, Kind } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import * as generated from '#web/gql/graphql.ts';
import { anonymousLimits, documentErrors, documentLimitsOf } from './limits.ts';
import { isPublicDocument } from './public-operations.ts';

const env = {
  GRAPHQL_DEPTH_LIMIT: '8',
  GRAPHQL_ROOT_FIELD_LIMIT: '5',
  GRAPHQL_ALIAS_LIMIT: '6',
  GRAPHQL_DIRECTIVE_LIMIT: '7',
  GRAPHQL_TOKEN_LIMIT: '500',
};

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp({ env });
  headers = bearer((await createToken(await app.signUp('ada'))).secret);
});
afterAll(() => app.close());

const times = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at)).join(' ');
const nested = (levels: number): string => (levels === 1 ? 'id' : `customer { ${nested(levels - 1)} }`);

/** Documents that exceed each limit by one, with the words of the error. */
const TOO_LARGE = [
  [`{ lead(id: "x") { customer { leads { nodes { ${nested(5)} } } } } }`, 'levels', 9, 8],
  [`{ ${times(6, (at) => `${at === 0 ? '' : `a${at}:`} leads { totalCount }`)} }`, 'root fields', 6, 5],
  [`{ leads { ${times(7, (at) => `a${at}: totalCount`)} } }`, 'aliases', 7, 6],
  [`{ leads { totalCount ${times(8, () => '@include(if: true)')} } }`, 'directives', 8, 7],
] as const;

it.each(TOO_LARGE)('%s is rejected on every transport for exceeding a limit', async (query, what, count, limit) => {
  const message = `This document has ${count} ${what}; ${limit} are allowed. Split it into several operations.`;
  await refusedEverywhere(query, message);
});

it('a document with too many tokens is rejected on every transport', async () => {
  const message = 'This document has more than 500 tokens. Use variables for long lists, or split it into several operations.';
  await refusedEverywhere(`{ ${'workspace { companyName } '.repeat(130)} }`, message);
});

const LEAD_IDS = (count: number) => `leads { ${times(count, () => 'nodes { id }')} }`;

it.each([
  ['under repeated parents', `{ ${times(3, () => LEAD_IDS(7))} }`, 'nodes', 21],
  ['in fragments', `{ ${times(3, (at) => `...F${at}`)} } ${times(3, (at) => `fragment F${at} on Query { ${LEAD_IDS(7)} }`)}`, 'nodes', 21],
  ['in a fragment that nothing spreads', `{ workspace { companyName } } fragment F on Lead { ${times(21, () => 'id')} }`, 'id', 21],
])('a field that is repeated %s is counted at its position in the response, on every endpoint', async (_where, query, field, count) => {
  await refusedEverywhere(
    query,
    `This document selects \`${field}\` ${count} times in the same place; 20 times are allowed. Select it once.`,
  );
});

it('a field may be repeated 20 times at one position', async () => {
  const query = `{ ${times(2, () => LEAD_IDS(10))} }`;
  expect((await app.anonymous().rest.post('/graphql', { query }, headers)).body).toMatchObject({ data: { leads: { nodes: [] } } });
});

it('a fragment that is spread within itself is refused, however it would multiply', async () => {
  const query =
    '{ leads { nodes { ...F } } } fragment F on Lead { a: customer { leads { nodes { ...F } } } customer { leads { nodes { ...F } } } }';
  const { body } = await app.anonymous().rest.post('/graphql', { query }, headers);
  expect(body).toMatchObject({ errors: Array(2).fill({ message: 'Cannot spread fragment "F" within itself.' }) });
});

it('the product’s own operations are within the limits, with and without a signed-in user', () => {
  const limits = documentLimitsOf(readConfig({}));
  const own = Object.values(generated).filter(isDocument);
  const open = own.filter(isPublicDocument);
  expect(own.length).toBeGreaterThan(100);
  expect(open.length).toBeGreaterThanOrEqual(4);
  expect(own.flatMap((document) => documentErrors(document, limits))).toEqual([]);
  expect(open.flatMap((document) => documentErrors(document, anonymousLimits(limits)))).toEqual([]);
});

/** A document with an operation; the generated file has those of fragments alone, too. */
const isDocument = (value: unknown): value is DocumentNode => {
  const { kind, definitions } = Object(value);
  return kind === Kind.DOCUMENT && definitions.some((each: { kind: string }) => each.kind === Kind.OPERATION_DEFINITION);
};

describe('a client that is not signed in', () => {
  const execute = async (query: string) => (await app.anonymous().rest.post('/graphql', { query })).body;

  it('may send 100 fields, and each 4 times at one position', async () => {
    const workspaces = (count: number) =>
      `{ ${times(5, (at) => `a${at}: workspace { ...F }`)} } fragment F on Workspace { ${times(count, (at) => `... { ...F${at} }`)} } ${times(count, (at) => `fragment F${at} on Workspace { companyName }`)}`;
    expect(await execute('{ session { user { id } } workspace { companyName } }')).toMatchObject({ data: { workspace: {} } });
    expect(await execute(`{ ${times(4, () => 'workspace { companyName }')} }`)).toMatchObject({ data: { workspace: {} } });
    const refusal = (message: string) => ({ errors: [{ message, extensions: { code: 'OPERATION_TOO_LARGE' } }] });
    expect(await execute(`{ ${times(2, () => `session { ${times(3, () => 'user { id }')} }`)} }`)).toMatchObject(
      refusal('This document selects `user` 6 times in the same place; 4 times are allowed. Select it once.'),
    );
    expect(await execute(workspaces(20))).toMatchObject(
      refusal('This document has 105 fields; 100 are allowed. Split it into several operations.'),
    );
  });
});

it('an invalid document costs 10 points at every endpoint; without points it is not looked at', async () => {
  const spending = await createTestApp({ env: { GRAPHQL_COST_PER_MINUTE: '1000', GRAPHQL_COST_LIMIT: '1000' } });
  const as = bearer((await createToken(await spending.signUp('beth'))).secret);
  const LARGE = '{ leads(first: 96) { nodes { id name value stage email phone company notes source createdAt } } }';
  const invalid = { query: '{ weather }' };
  const send = (body: unknown) => spending.anonymous().rest.post('/graphql', body, as);
  const cost = (requested: number, remaining: number) => ({ extensions: { cost: expect.objectContaining({ requested, remaining }) } });

  const first = await send(invalid);
  expect(first.body).toMatchObject(cost(10, 990));
  expect(first.headers.get('callboard-cost')).toBe('10');
  const batch = await send([invalid]);
  expect(batch.body).toMatchObject([cost(10, 980)]);
  expect(batch.headers.get('callboard-cost')).toBe('10');
  const socket = await connectSocket(spending.url, { params: as });
  socket.execute('it', invalid.query);
  await expect.poll(() => socket.errors('it')).toHaveLength(1);
  expect((await send({ query: '{ workspace { companyName } }' })).body).toMatchObject(cost(2, 968));
  expect((await send({ query: LARGE })).body).toMatchObject(cost(961, 7));
  expect((await send(invalid)).body).toMatchObject(cost(10, 0));

  const spent = {
    message: expect.stringMatching(/^None of the 1000 points per minute are left\. Retry in \d+ s\.$/),
    extensions: { code: 'RATE_LIMITED' },
  };
  const last = await send(invalid);
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(last.body).toMatchObject({ errors: [spent], ...cost(0, 0) });
  expect((await send([invalid])).body).toMatchObject([{ errors: [spent] }]);
  socket.execute('again', invalid.query);
  await expect.poll(() => socket.errors('again')).toMatchObject([spent]);
  socket.leave();
  await spending.close();
});

async function refusedEverywhere(query: string, message: string): Promise<void> {
  const complaint = expect.objectContaining({ message, extensions: { code: 'OPERATION_TOO_LARGE' } });
  const { body } = await app.anonymous().rest.post('/graphql', { query }, headers);
  expect(Object(body).errors).toContainEqual(complaint);
  const several = await app.anonymous().rest.post('/graphql', [{ query }], headers);
  expect(Object(several.body)[0].errors).toContainEqual(complaint);
  const streamed = await app.anonymous().rest.post('/graphql', { query }, { ...headers, accept: 'text/event-stream' });
  expect(JSON.stringify(streamed.body)).toContain(message);
  const socket = await connectSocket(app.url, { params: headers });
  socket.execute('it', query, {});
  await expect.poll(() => socket.of('it')).not.toEqual([]);
  expect(socket.errors('it')).toContainEqual(complaint);
  socket.leave();
}

describe('introspection', () => {
  let defaults: TestApp;
  let token: Record<string, string>;
  beforeAll(async () => {
    defaults = await createTestApp();
    token = bearer((await createToken(await defaults.signUp('ada'))).secret);
  });
  afterAll(() => defaults.close());

  const execute = async (query: string) => Object((await defaults.anonymous().rest.post('/graphql', { query }, token)).body);

  it.each([
    ['as GraphiQL and most tools send it', getIntrospectionQuery()],
    [
      'with everything a tool can ask for',
      getIntrospectionQuery({
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
  ])('passes all limits for 1,000 points: %s', async (_how, query) => {
    const { data, errors, extensions } = await execute(query);
    expect(errors).toBeUndefined();
    expect(data.__schema.types.length).toBeGreaterThan(100);
    expect(extensions.cost.requested).toBe(1_000);
  });

  it('of a type costs 10 points, wherever its fragment is spread', async () => {
    const query =
      '{ ...Two c: __type(name: "Lead") { name } } fragment Two on Query { a: __type(name: "Lead") { name } __type(name: "Order") { name } }';
    const { data, extensions } = await execute(query);
    expect(data).toEqual({ a: { name: 'Lead' }, __type: { name: 'Order' }, c: { name: 'Lead' } });
    expect(extensions.cost.requested).toBe(30);
  });

  it.each([
    [
      `{ ${times(19, (at) => `a${at}: __schema { types { name } }`)} }`,
      'This operation selects `__schema` 19 times; 1 is allowed. Select it once.',
    ],
    [
      '{ ...S ...S } fragment S on Query { __schema { queryType { name } } }',
      'This operation selects `__schema` 2 times; 1 is allowed. Select it once.',
    ],
    [
      `{ ${times(6, (at) => `a${at}: __type(name: "Lead") { name }`)} }`,
      'This operation selects `__type` 6 times; 5 are allowed. Select fewer types.',
    ],
    [
      `{ __schema { types { ${times(19, (at) => `a${at}: fields { name }`)} } } }`,
      'Aliases are not allowed inside `__schema` and `__type`. Select each field once.',
    ],
    [
      `{ __schema { types { ...T } } } fragment T on __Type { a: fields { name } }`,
      'Aliases are not allowed inside `__schema` and `__type`. Select each field once.',
    ],
  ])('is refused when it selects more: %s', async (query, message) => {
    const refusal = { message, extensions: { code: 'OPERATION_TOO_LARGE' } };
    expect(await execute(query)).toMatchObject({ errors: [refusal] });
    const batch = await defaults.anonymous().rest.post('/graphql', [{ query }], token);
    expect(batch.body).toMatchObject([{ errors: [refusal] }]);
    const socket = await connectSocket(defaults.url, { params: token });
    socket.execute('it', query);
    await expect.poll(() => socket.errors('it')).toMatchObject([refusal]);
    socket.leave();
  });
});
