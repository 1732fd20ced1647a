import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const UNAUTHENTICATED = { message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } };
const LEADS = 'query ($where: LeadWhere) { leads(where: $where) { nodes { id } } }';
const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
const errorsOf = (body: unknown): ReadonlyArray<{ message: string; extensions: { code: string } }> => Object(body).errors;
const stream = { accept: 'text/event-stream' };

/** The errors of an operation at every endpoint. */
async function refusals(query: string, variables: Record<string, unknown>) {
  const { rest } = ada;
  const socket = await connectSocket(app.url, { cookie: ada.cookie() });
  socket.execute('it', query, variables);
  await expect.poll(() => socket.of('it')).not.toEqual([]);
  const [message] = socket.of('it');
  socket.leave();
  const overSocket = message && 'payload' in message ? (Array.isArray(message.payload) ? message.payload : message.payload?.errors) : null;
  return [
    errorsOf((await rest.post('/graphql', { query, variables })).body),
    errorsOf(Object((await rest.post('/graphql', [{ query, variables }])).body)[0]),
    overSocket,
  ];
}

describe('invalid variables', () => {
  it.each([
    ['unknown keys', { where: unknownKeys(9_000) }, 'Field "k0" is not defined by type "LeadWhere".'],
    ['wrong values', { where: { id: { in: Array.from({ length: 9_000 }, () => ({})) } } }, 'got invalid value {} at "where.id.in[0]"'],
    ['a long text in an enum', { where: { stage: { eq: 'x'.repeat(100_000) } } }, 'Variable "$where" got invalid value "xxx'],
    ['many levels', { where: JSON.parse(`${'{"not":'.repeat(80)}{}${'}'.repeat(80)}`) }, 'nested more than 64 levels deep'],
  ])('are refused with one short error at every endpoint: %s', async (_what, variables, message) => {
    for (const errors of await refusals(LEADS, variables)) {
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions?.code).toMatch(/^(BAD_USER_INPUT|OPERATION_TOO_LARGE)$/);
      expect(errors?.[0]?.message.length).toBeLessThanOrEqual(500);
    }
    expect(JSON.stringify(await refusals(LEADS, variables))).toContain(message.slice(0, 20).replaceAll('"', '\\"'));
  });

  it('are not even read if the client is not signed in', async () => {
    const { body } = await app.anonymous().rest.post('/graphql', { query: LEADS, variables: { where: unknownKeys(1_000) } });
    expect(errorsOf(body)).toEqual([UNAUTHENTICATED]);
  });

  it('refuse a query whose cost they would hide', async () => {
    const query = `query ($f: LeadOrderField = name) {
      bad: leads(orderBy: [{ field: $f }]) { nodes { id } }
      deep: leads(first: 100) { nodes { customer { leads(first: 100) { nodes { id name } } } } }
    }`;
    for (const errors of await refusals(query, { f: null }))
      expect(errors).toMatchObject([{ message: expect.stringContaining('orderBy'), extensions: { code: 'BAD_USER_INPUT' } }]);
    const answer = await ada.rest.post('/graphql', { query, variables: { f: null } });
    expect(answer.body).not.toHaveProperty('data');
    expect(errorsOf((await ada.rest.post('/graphql', { query })).body)).toMatchObject([{ extensions: { code: 'OPERATION_TOO_LARGE' } }]);
  });
});

describe('the body of a client that is not signed in', () => {
  const large = { username: 'ada', password: 'x'.repeat(20_000) };
  const refusal = {
    message: 'The body is larger than 16 kB. Sign in to send larger bodies.',
    code: 'OPERATION_TOO_LARGE',
  };

  it('may have 16 kB, over REST and GraphQL, with or without a declared size', async () => {
    const stranger = app.anonymous();
    const rest = await stranger.rest.post('/api/auth/login', large);
    expect([rest.status, rest.body]).toEqual([413, refusal]);
    const graph = await stranger.rest.post('/graphql', { query: '{ session { expiresAt } }', variables: large });
    expect([graph.status, errorsOf(graph.body)]).toEqual([413, [{ message: refusal.message, extensions: { code: refusal.code } }]]);
    const body = new Blob([JSON.stringify(large)]).stream();
    const headers = { 'content-type': 'application/json' };
    const chunked = await stranger.rest.send('/api/auth/login', { method: 'POST', headers, body, ...{ duplex: 'half' } });
    expect([chunked.status, chunked.body]).toEqual([413, refusal]);
    expect((await stranger.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' })).status).toBe(200);
    expect((await stranger.rest.post('/api/leads', { name: 'x'.repeat(20_000) })).status).toBe(400);
  });

  it('is no larger with a session or a token that does not hold', async () => {
    const forged = await app.anonymous().rest.post('/api/auth/login', large, { cookie: 'callboard_session=forged' });
    expect(forged.status).toBe(413);
    expect((await app.anonymous().rest.post('/graphql', { query: LEADS, variables: large }, bearer('cb_forged'))).status).toBe(401);
  });
});

describe('a document', () => {
  it('is bounded by its length before it is parsed', async () => {
    const [error] = errorsOf((await ada.rest.post('/graphql', { query: `{ leads { totalCount } } #${'x'.repeat(64 * 1024)}` })).body);
    expect(error).toMatchObject({
      message: 'This document is longer than 64 kB. Use variables for long values, or split it into several operations.',
      extensions: { code: 'OPERATION_TOO_LARGE' },
    });
  });

  it('has as many tokens as words, signs and comments together', async () => {
    const [error] = errorsOf((await ada.rest.post('/graphql', { query: `{ leads { totalCount } }\n${'#\n'.repeat(2_000)}` })).body);
    expect(error?.message).toMatch(/^This document has more than 2000 tokens/);
  });

  it('may not select the same field over and over: two rules of validation compare each with each', async () => {
    const times = (count: number) => `{ session { ${'expiresAt '.repeat(count)} } }`;
    const refusals = [
      [ada, 490, 'This document selects `expiresAt` 490 times in the same place; 20 times are allowed. Select it once.'],
      [app.anonymous(), 490, 'This document has 491 fields; 100 are allowed. Split it into several operations.'],
      [app.anonymous(), 5, 'This document selects `expiresAt` 5 times in the same place; 4 times are allowed. Select it once.'],
    ] as const;
    for (const [caller, count, message] of refusals) {
      const [error, ...more] = errorsOf((await caller.rest.post('/graphql', { query: times(count) })).body);
      expect(more).toEqual([]);
      expect(error?.message).toBe(message);
    }
    expect((await ada.graph(times(20))).errors).toBeUndefined();
    const spread = `{ session { ...A ...B } } fragment A on Session { ${'expiresAt '.repeat(11)} } fragment B on Session { ${'expiresAt '.repeat(11)} }`;
    expect((await ada.graph(spread)).errors?.[0]?.message).toContain('selects `expiresAt` 22 times');
  });

  it('has a limit on its fields, those of fragments wherever they are spread', async () => {
    const chain = Array.from({ length: 9 }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`).join(' ');
    const query = `{ ...F0 } ${chain} fragment F9 on Query { a: workspace { demo } b: workspace { demo } }`;
    const messages = errorsOf((await ada.rest.post('/graphql', { query })).body).map(({ message }) => message);
    expect(messages).toContain('This document has 2048 fields; 1000 are allowed. Split it into several operations.');
  });

  it('with an error has its location, also when it is sent again', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(errorsOf((await ada.rest.post('/graphql', { query: '{ leads { totalCont } }' })).body)).toMatchObject([
        { message: expect.stringContaining('Did you mean "totalCount"'), locations: [{ line: 1, column: 11 }] },
      ]);
      expect(errorsOf((await ada.rest.post('/graphql', { query: '{ leads { ' })).body)).toMatchObject([
        { locations: [{ line: 1, column: 11 }] },
      ]);
    }
    const where = 'query ($first: Int) { leads(first: $first) { totalCount } }';
    for (let time = 0; time < 2; time += 1)
      expect(errorsOf((await ada.rest.post('/graphql', { query: where, variables: { first: 'x' } })).body)).toMatchObject([
        { locations: [{ line: 1, column: 8 }] },
      ]);
  });
});

describe('a token that may only read', () => {
  it('may not have a reply written, since that stores it and calls the model', async () => {
    const headers = bearer((await createToken(ada)).secret);
    const inFragment = 'fragment Writing on Subscription { reply: replyWriting(input: { customerRequest: "Hello" }) { __typename } }';
    for (const query of [
      'subscription { replyWriting(input: { customerRequest: "Hello" }) { __typename } }',
      `subscription { ...Writing } ${inFragment}`,
    ]) {
      const { status, body } = await app.anonymous().rest.post('/graphql', { query }, { ...headers, ...stream });
      expect([status, errorsOf(body)]).toMatchObject([403, [{ extensions: { code: 'FORBIDDEN' } }]]);
      const socket = await connectSocket(app.url, { params: headers });
      socket.execute('it', query, {});
      await expect.poll(() => socket.errors('it')).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      socket.leave();
    }
    expect(await app.container.db.prisma.aiResponse.count()).toBe(0);
  });
});
