import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

const COUNT = { query: '{ leads(first: 1) { totalCount } }' };
const MANY = { query: '{ leads(first: 100) { nodes { id name value stage } } }' };
const FOLLOW = { query: 'subscription { pipelineChanged { cursor } }' };
const add = (name: string) => ({
  query: 'mutation ($name: String!) { createLead(input: { name: $name }) { ... on Lead { name } } }',
  variables: { name },
});
const env = { GRAPHQL_COST_PER_MINUTE: '1000', GRAPHQL_COST_LIMIT: '900', GRAPHQL_BATCH_LIMIT: '4' };

let app: TestApp;
let ada: Caller;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp({ env });
  ada = await app.signUp('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  headers = bearer((await createToken(ada, { scope: 'write' })).secret);
  app.clock.advance(60_000);
  await app.container.db.prisma.lead.deleteMany();
});

const send = (operations: unknown, more: HeadersInit = {}, as = headers) =>
  app.anonymous().rest.post('/graphql', operations, { ...as, ...Object.fromEntries(new Headers(more)) });
const leads = () => app.container.db.prisma.lead.count();
const costs = (requested: number, remaining: number) => ({ cost: expect.objectContaining({ requested, remaining }) });
const refusal = (code: string, message: string) => ({
  errors: [{ message: expect.stringContaining(message), extensions: { code } }],
});

describe('several operations in one request', () => {
  it('run one after the other, each finding what the ones before it did, and are answered in their order with what each cost', async () => {
    const answer = await send([COUNT, add('Jo'), COUNT, add('Meg')]);
    expect([answer.status, answer.body]).toEqual([
      200,
      [
        { data: { leads: { totalCount: 0 } }, extensions: costs(2, 998) },
        { data: { createLead: { name: 'Jo' } }, extensions: costs(2, 996) },
        { data: { leads: { totalCount: 1 } }, extensions: costs(2, 994) },
        { data: { createLead: { name: 'Meg' } }, extensions: costs(2, 992) },
      ],
    ]);
    expect(answer.headers.get('callboard-cost')).toBe('8');
    expect(answer.headers.get('ratelimit')).toMatch(/^"cost";r=992;/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('fail independently: the others run, and no internal detail is returned', async () => {
    const broken = [{ query: '{ leads( }' }, { query: '{ weather }' }, { query: 'query A { leads { totalCount } }', operationName: 'B' }];
    const { status, body } = await send([...broken, add('Jo')]);
    expect([status, body]).toEqual([
      200,
      [
        { ...refusal('GRAPHQL_PARSE_FAILED', 'Syntax Error'), extensions: costs(0, 990) },
        { ...refusal('GRAPHQL_VALIDATION_FAILED', 'weather'), extensions: costs(10, 990) },
        { ...refusal('BAD_USER_INPUT', 'operationName'), extensions: costs(0, 990) },
        { data: { createLead: { name: 'Jo' } }, extensions: costs(2, 988) },
      ].map((expected) =>
        expect.objectContaining({ ...expected, ...('errors' in expected && { errors: [expect.objectContaining(expected.errors[0])] }) }),
      ),
    ]);
    const variables = await send([{ query: 'query ($f: Int) { leads(first: $f) { totalCount } }', variables: { f: 'x' } }]);
    expect(variables.body).toMatchObject([refusal('BAD_USER_INPUT', 'Variable "$f" got invalid value "x"')]);
  });

  it('are each subject to the limits of a document', async () => {
    const wide = { query: `{ ${Array.from({ length: 21 }, (_, at) => `a${at}: leads { totalCount }`).join(' ')} }` };
    const { body } = await send([wide, COUNT]);
    expect(body).toMatchObject([{ errors: [{ extensions: { code: 'OPERATION_TOO_LARGE' } }, {}] }, { data: {} }]);
  });

  it('without a sign-in, or with a read-only token, are refused as single ones would be', async () => {
    const signedOut = await send([COUNT, { query: '{ __schema { queryType { name } } }' }, { query: '{ leds { totalCount } }' }], {}, {});
    expect(signedOut.body).toMatchObject([
      refusal('UNAUTHENTICATED', 'Please sign in.'),
      refusal('UNAUTHENTICATED', 'Please sign in.'),
      refusal('UNAUTHENTICATED', 'Please sign in.'),
    ]);
    const reader = bearer((await createToken(ada)).secret);
    const read = await send([COUNT, add('Jo')], {}, reader);
    expect([read.status, read.body]).toMatchObject([200, [{ data: {} }, { ...refusal('FORBIDDEN', ''), extensions: costs(2, 998) }]]);
    expect(JSON.stringify(read.body)).not.toContain('"http"');
    expect((await send([COUNT], {}, bearer('cb_nonsense'))).status).toBe(401);
    expect(await leads()).toBe(0);
  });

  it('may sign in: the answer carries the cookie', async () => {
    const query = 'mutation { register(input: { username: "beth", password: "kq7vTz-9" }) { __typename } }';
    const beth = app.anonymous();
    const { body } = await beth.rest.post('/graphql', [{ query }, COUNT]);
    expect(body).toMatchObject([{ data: { register: { __typename: expect.any(String) } } }, refusal('UNAUTHENTICATED', 'Please sign in.')]);
    expect((await beth.rest.post('/graphql', [COUNT])).body).toMatchObject([{ data: { leads: { totalCount: 0 } } }]);
  });

  it('are charged one by one: only those without enough points are refused', async () => {
    await send(MANY);
    const {
      status,
      body,
      headers: responseHeaders,
    } = await send([MANY, { query: '{ leads(first: 99) { nodes { id name value } } }' }, COUNT]);
    expect([status, body]).toMatchObject([
      200,
      [
        { extensions: costs(401, 198) },
        { ...refusal('RATE_LIMITED', '198 of 1000 per minute are left'), extensions: costs(298, 198) },
        { extensions: costs(2, 196) },
      ],
    ]);
    expect([responseHeaders.get('callboard-cost'), responseHeaders.has('retry-after')]).toEqual(['403', true]);
  });

  it('return only their costs in a dry run, by header or individually', async () => {
    const byHeader = await send([add('Jo'), COUNT], { 'callboard-dry-run': '1' });
    expect(byHeader.body).toEqual([{ extensions: costs(2, 1_000) }, { extensions: costs(2, 1_000) }]);
    const one = await send([{ ...add('Jo'), extensions: { dryRun: true } }, COUNT]);
    expect(one.body).toEqual([{ extensions: costs(2, 1_000) }, { data: { leads: { totalCount: 0 } }, extensions: costs(2, 998) }]);
    expect(await leads()).toBe(0);
  });
});

describe('a list of operations', () => {
  it.each([
    ['that is empty', [], 'BAD_USER_INPUT', 'Send at least one operation: the list is empty.'],
    [
      'that is too long',
      Array(5).fill(add('Jo')),
      'OPERATION_TOO_LARGE',
      'This batch has 5 operations; 4 are allowed. Split it into several requests',
    ],
    ['with what is no operation', [add('Jo'), 5], 'BAD_USER_INPUT', 'Operation 2 of the batch: Send a JSON object with a `query`.'],
    ['with a list', [add('Jo'), [add('Meg')]], 'BAD_USER_INPUT', 'Operation 2 of the batch: Send a JSON object with a `query`.'],
    ['without a query', [add('Jo'), { query: 7 }], 'BAD_USER_INPUT', 'Operation 2 of the batch: Send a `query`.'],
    ['with a subscription', [add('Jo'), FOLLOW], 'BAD_USER_INPUT', 'Operation 2 of the batch is a subscription. Subscribe over WebSocket'],
    [
      'that costs too much together',
      [add('Jo'), MANY, MANY, { query: '{ leads(first: 97) { nodes { id } } }' }],
      'OPERATION_TOO_LARGE',
      'These operations cost 902 points together; 900 are allowed. Split the batch, or request fewer',
    ],
  ])('%s is refused whole: nothing runs, nothing is paid', async (_which, operations, code, message) => {
    const { status, body } = await send(operations);
    expect([status, body]).toMatchObject([400, refusal(code, message)]);
    expect(await leads()).toBe(0);
    expect((await send([COUNT])).body).toMatchObject([{ extensions: costs(2, 998) }]);
  });

  it('is JSON of this site, as one operation is', async () => {
    const body = JSON.stringify([add('Jo')]);
    const as = (more: Record<string, string>) => ada.rest.send('/graphql', { method: 'POST', headers: more, body });
    expect((await as({ 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await as({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await as({ 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await leads()).toBe(0);
    expect((await as({ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' })).body).toMatchObject([{ data: {} }]);
  });
});
