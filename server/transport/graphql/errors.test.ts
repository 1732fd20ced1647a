import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { connectSocket } from '#server/testing/live/socket.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';
import { ERROR_CODES } from '../errors.ts';

let app: TestApp;
let ada: Caller;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  headers = { ...bearer((await createToken(ada)).secret), 'content-type': 'application/json' };
});
afterAll(() => app.close());

const post = (body: string, more: Record<string, string> = {}) =>
  app.anonymous().rest.send('/graphql', { method: 'POST', headers: { ...headers, ...more }, body });
const execute = (query: string, variables?: unknown) => post(JSON.stringify({ query, variables }));

/** What is wrong with an operation, its error code, and its message. */
const COMPLAINTS = [
  ['{ leads( }', undefined, 'GRAPHQL_PARSE_FAILED', 'Syntax Error: Expected Name, found "}".'],
  ['{ weather }', undefined, 'GRAPHQL_VALIDATION_FAILED', 'Cannot query field "weather" on type "Query".'],
  ['{ leads { nodes { ...A } } } fragment A on Lead { ...A }', undefined, 'GRAPHQL_VALIDATION_FAILED', 'within itself'],
  [
    `{ ${'workspace { companyName } '.repeat(600)} }`,
    undefined,
    'OPERATION_TOO_LARGE',
    'This document has more than 2000 tokens. Use variables for long lists, or split it into several operations.',
  ],
  ['{ leads(first: 9999999999) { totalCount } }', undefined, 'BAD_USER_INPUT', '`first`: Int cannot represent'],
  ['{ leads(where: { value: { gte: "much" } }) { totalCount } }', undefined, 'BAD_USER_INPUT', '`where.value.gte`: Enter an exact number'],
  ['{ leads(where: { id: { in: ["a", null] } }) { totalCount } }', undefined, 'BAD_USER_INPUT', '`where.id.in[1]`: Expected value'],
  ['{ leads(where: { stage: { eq: lost } }) { totalCount } }', undefined, 'BAD_USER_INPUT', '`where.stage.eq`: Value "lost"'],
  ['query ($f: Int) { leads(first: $f) { totalCount } }', { f: 'x' }, 'BAD_USER_INPUT', 'Variable "$f" got invalid value "x"'],
  ['query ($f: LeadStage!) { leads(filter: { stage: $f }) { totalCount } }', {}, 'BAD_USER_INPUT', 'Variable "$f" of required type'],
] as const;

describe('a complaint', () => {
  it.each(COMPLAINTS.map(([query, variables, code, message]) => [message, query, variables, code] as const))(
    '“%s” has a code of the list, over HTTP, WebSocket and streams',
    async (message, query, variables, code) => {
      const complaint = [{ message: expect.stringContaining(message), extensions: { code } }];
      expect((await execute(query, variables)).body).toMatchObject({ errors: complaint });
      const socket = await connectSocket(app.url, { params: headers });
      socket.execute('it', query, variables ?? {});
      await expect.poll(() => socket.of('it')).not.toEqual([]);
      const { payload } = Object(socket.of('it')[0]);
      expect(payload.errors ?? payload).toMatchObject(complaint);
      socket.leave();
      // What follows nothing is answered as it is without a stream.
      const streamed = await post(JSON.stringify({ query, variables }), { accept: 'text/event-stream' });
      expect(JSON.stringify(streamed.body)).toContain(code);
    },
  );

  it.each([
    ['{}', 'Send a `query`.'],
    ['{"query":5}', 'Send a `query`.'],
    ['"{ workspace { companyName } }"', 'Send a JSON object with a `query`.'],
    ['{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"abc"}}}', 'Send a `query`.'],
    ['{"query":"{ workspace { companyName } }","variables":[1]}', '`variables` must be a JSON object.'],
    ['{"query":"{ workspace { companyName } }","variables":"{"}', '`variables` must be a JSON object.'],
    ['{"query":"{ workspace { companyName } }","extensions":"{"}', '`extensions` must be a JSON object.'],
    ['{"query":"{ workspace { companyName } }","color":1}', 'color'],
    ['{"query":"query A { workspace { companyName } }","operationName":"B"}', 'operation'],
    ['{', 'The body is not valid JSON.'],
  ])('about the request %s is a sentence with a code of the list', async (body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining(message), extensions: { code: 'BAD_USER_INPUT' } }] },
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/SyntaxError|originalError|BAD_REQUEST/);
  });

  it('about the query string has the same form', async () => {
    const query = encodeURIComponent('{ workspace { companyName } }');
    for (const [search, message] of [
      [`query=${query}&variables={`, '`variables` must be a JSON object.'],
      [`query=${query}&extensions={`, '`extensions` must be a JSON object.'],
      ['', 'Send a `query`.'],
      [`query=${encodeURIComponent('mutation { revokeApiToken(id: "x") { __typename } }')}`, 'mutation'],
    ]) {
      const { body } = await app.anonymous().rest.get(`/graphql?${search}`, headers);
      expect(body, search).toMatchObject({
        errors: [{ message: expect.stringContaining(message ?? ''), extensions: { code: 'BAD_USER_INPUT' } }],
      });
    }
  });

  it('is made once, however often there is cause', async () => {
    const { body } = await execute(`{ ${Array.from({ length: 40 }, (_, at) => `a${at}: workspace { companyName }`).join(' ')} }`);
    const messages: readonly string[] = Object(body).errors.map(({ message }: { message: string }) => message);
    expect(messages.toSorted()).toEqual([
      'This document has 40 aliases; 20 are allowed. Split it into several operations.',
      'This document has 40 root fields; 20 are allowed. Split it into several operations.',
    ]);
    expect(Object.keys(ERROR_CODES)).toContain('OPERATION_TOO_LARGE');
  });
});

describe('a complaint over WebSocket, or before a stream begins', () => {
  it('has its code and nothing of HTTP', async () => {
    const eve = await app.signUp('eve');
    const query = 'subscription { nothing }';
    const expected = [{ message: expect.any(String), locations: expect.any(Array), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }];
    expect(await eve.subscribe(query).ended).toEqual(expected);
    const { body } = await eve.rest.post('/graphql', { query }, { accept: 'text/event-stream' });
    expect(body).toEqual({ errors: expected });
  });
});

describe('a moment', () => {
  const since = (at: string) => execute('query ($at: DateTime) { leads(where: { createdAt: { gte: $at } }) { totalCount } }', { at });

  it.each(['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00+01:00', '2026-11-20T09:30Z', '2026-11-20', '2024-02-29'])('is %s', async (at) =>
    expect((await since(at)).body).toMatchObject({ data: { leads: { totalCount: 0 } } }),
  );

  it.each([
    '2026-02-30',
    '2026-02-29T00:00:00Z',
    '2026-13-01',
    '2026-04-31T10:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T09:30:00',
    'Nov 20',
    '+099999-01-01T00:00:00Z',
  ])('is never %s: nothing is made of what does not exist, or is not clear', async (at) => {
    const message = expect.stringMatching(/^Variable "\$at" got invalid value ".+"; Enter a valid time.*2026-11-20T09:30:00/);
    expect((await since(at)).body).toMatchObject({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
  });
});
